import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { OpenRequest } from './inputRounds';

type Answer = Extract<JSONRPCMessage, { readonly id?: unknown }>;

/** Passes the questions in a server's results to the client, as requests. */
export class ClientQuestions {
  readonly #open = new Map<RequestId, (answer: Answer) => void>();
  #count = 0;

  constructor(private readonly deliver: (message: JSONRPCMessage) => void) {}

  /** Resolves to the client's answer; rejects with its error. */
  async ask(request: OpenRequest, question: { readonly method: string; readonly params?: object }): Promise<unknown> {
    const id = `asked/${++this.#count}`;
    request.questions.add(id);
    try {
      return await new Promise((resolve, reject) => {
        this.#open.set(id, answer => {
          if ('result' in answer) resolve(answer.result);
          else if ('error' in answer) reject(new Error(answer.error.message));
        });
        this.deliver({ jsonrpc: '2.0', id, ...question } as JSONRPCRequest);
      });
    } finally {
      this.#open.delete(id);
      request.questions.delete(id);
    }
  }

  answered(answer: Answer): void {
    if (answer.id !== undefined) this.#open.get(answer.id)?.(answer);
  }

  /** Cancels the open questions about a request. */
  withdraw({ questions }: OpenRequest): void {
    for (const requestId of questions) {
      this.#open.delete(requestId);
      this.deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    questions.clear();
  }
}
