import { setFlagsFromString } from 'node:v8';

/** The first version of V8 whose default budget is the one below. */
const SETTLED_V8 = 12;

/**
 * Delays the optimization of WebAssembly, as later versions of Node do by default. `fetch` parses responses with
 * WebAssembly, and Node 20 optimizes that parser on the first response: this takes more CPU time than the request, and
 * the process can't exit before it is done. Call this before the first request.
 */
export function delayTierUp(v8 = process.versions.v8, setFlags = setFlagsFromString): void {
  if (Number.parseInt(v8, 10) < SETTLED_V8) setFlags('--wasm-tiering-budget=13000000');
}
