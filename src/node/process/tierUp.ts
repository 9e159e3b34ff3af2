import { setFlagsFromString } from 'node:v8';

/** The first version of V8 that optimizes about as late by default. */
const SETTLED_V8 = 12;

/**
 * Lets V8 optimize later, as it does by default in later versions of Node. A process that mostly waits for a model ends
 * before most of what Node 20 optimizes pays for itself. Four times the default budget: twice saves less, and eight times
 * no more. For WebAssembly, this is the parser of `fetch`, which Node 20 optimizes on the first response: that takes more
 * CPU time than the request, and the process can't exit before it is done. Call this before the first request.
 */
export function delayTierUp(v8 = process.versions.v8, setFlags = setFlagsFromString): void {
  if (Number.parseInt(v8, 10) >= SETTLED_V8) return;
  setFlags('--wasm-tiering-budget=13000000');
  setFlags('--interrupt-budget=540000');
}
