import { setFlagsFromString } from 'node:v8';

/** The first version of V8 that optimizes about as late by default. */
const SETTLED_V8 = 12;

/**
 * Tells V8 that this process mostly waits for a model and soon ends: what V8 does in advance on other threads would take
 * more CPU time than it ever saves. Call this before the first request.
 *
 * - Garbage isn't marked in the background before the heap's limit is near: most runs end without reaching it.
 * - Code is optimized later, as later versions of Node do by default. Four times Node 20's budget: twice saves less, and
 *   eight times no more. For WebAssembly, this is the parser of `fetch`, which Node 20 optimizes on the first response:
 *   that takes more CPU time than the request, and the process can't exit before it is done.
 */
export function tuneForShortProcess(v8 = process.versions.v8, setFlags = setFlagsFromString): void {
  setFlags('--no-incremental-marking');
  if (Number.parseInt(v8, 10) >= SETTLED_V8) return;
  setFlags('--wasm-tiering-budget=13000000');
  setFlags('--interrupt-budget=540000');
}
