import { setFlagsFromString } from 'node:v8';

/** The first version of V8 whose own budget is the one below. */
const SETTLED_V8 = 12;

/**
 * Delays optimizing WebAssembly as later versions of Node do. `fetch` parses responses with it, and Node 20 begins to
 * optimize the parser with the very first one: that takes more CPU time than the request, and the process can't end
 * before it is done. Call this before the first request.
 */
export function delayTierUp(v8 = process.versions.v8, setFlags = setFlagsFromString): void {
  if (Number.parseInt(v8, 10) < SETTLED_V8) setFlags('--wasm-tiering-budget=13000000');
}
