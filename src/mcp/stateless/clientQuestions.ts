import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { OpenRequest } from './inputRounds';

type Answer = Extract<JSONRPCMessage, { readonly id?: unknown }>;

/** What servers ask within their answers, as requests to the client. */
export class ClientQuestions {
  readonly #open = new Map<RequestId, (answer: Answer) => void>();
  #count = 0;

  constructor(private readonly deliver: (message: JSONRPCMessage) => void) {}

  /** The client's answer. Rejects with its error. */
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

  /** Cancels what is asked for a request. */
  withdraw({ questions }: OpenRequest): void {
    for (const requestId of questions) {
      this.#open.delete(requestId);
      this.deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    questions.clear();
  }
}
