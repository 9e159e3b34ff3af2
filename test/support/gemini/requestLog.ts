import type { GeminiRequest } from './request';

export type RequestTest = (request: GeminiRequest) => boolean;

interface Waiter {
  readonly test: RequestTest;
  readonly resolve: (request: GeminiRequest) => void;
  readonly reject: (error: Error) => void;
}

/** All requests in order of arrival, and promises for those that have not come yet. */
export class RequestLog {
  readonly all: GeminiRequest[] = [];
  private readonly taken = new Set<GeminiRequest>();
  private waiters: Waiter[] = [];
  private isClosed = false;

  add(request: GeminiRequest): void {
    this.all.push(request);
    const served = this.waiters.filter(waiter => waiter.test(request));
    this.waiters = this.waiters.filter(waiter => !served.includes(waiter));
    for (const waiter of served) waiter.resolve(request);
  }

  /** The first request, past or to come, that was not given out by `next` before. */
  async next(test: RequestTest = () => true): Promise<GeminiRequest> {
    const isNew: RequestTest = request => {
      if (this.taken.has(request) || !test(request)) return false;
      this.taken.add(request);
      return true;
    };
    return this.waitFor(isNew);
  }

  /** The first request, past or to come, that passes the test. */
  waitFor(test: RequestTest): Promise<GeminiRequest> {
    const found = this.all.find(test);
    if (found) return Promise.resolve(found);
    if (this.isClosed) return Promise.reject(new Error('The Gemini server is closed.'));
    return new Promise((resolve, reject) => this.waiters.push({ test, resolve, reject }));
  }

  /** Nothing more will come: whoever still waits is told. */
  close(): void {
    this.isClosed = true;
    const error = new Error(`The Gemini server was closed while a test waited for a request (got ${this.all.length}).`);
    for (const waiter of this.waiters.splice(0)) waiter.reject(error);
  }
}
