import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';

/** The first version of V8 whose default budget is the one below. */
const SETTLED_V8 = 12;
/** What functions may do before they are optimized; later versions of Node do so by default. */
const USUAL = '--wasm-tiering-budget=13000000';
const LATE = '--wasm-tiering-budget=1000000000';
/** By then, the parser of `fetch` is compiled. */
const LOADED_MS = 1000;

/**
 * Delays the optimization of WebAssembly, as later versions of Node do by default. `fetch` parses responses with
 * WebAssembly, and Node 20 optimizes that parser on the first response: this takes more CPU time than the request, and
 * the process can't exit before it is done. Call this before the first request.
 */
export function delayTierUp(v8 = process.versions.v8, setFlags = setFlagsFromString): void {
  if (Number.parseInt(v8, 10) < SETTLED_V8) setFlags(USUAL);
}

/**
 * Keeps the parser that `fetch` loads with the first request from ever being optimized, which would take a quarter of
 * a second and 20 MB after a few responses. WebAssembly that is compiled later isn't affected.
 */
export class LateParser {
  #isLoaded = false;

  constructor(private readonly setFlags = setFlagsFromString) {}

  around(send: () => Promise<Response>): Promise<Response> {
    if (this.#isLoaded) return send();
    this.#isLoaded = true;
    this.setFlags(LATE);
    const response = send();
    const reset = () => this.setFlags(USUAL);
    void Promise.race([response, delay(LOADED_MS, undefined, { ref: false })]).then(reset, reset);
    return response;
  }
}
