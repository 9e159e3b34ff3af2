import type { IncomingHttpHeaders } from 'node:http';
import { declaredTools, isPrompt, outputOf, textsOf } from '../../../src/demo/conversation';
import type { Content, FunctionResponse, GenerateRequest } from '../../../src/demo/wire';

/** `completed`: answered to the end; `aborted`: the client hung up; `cut`: the script, or closing, broke it off. */
export type RequestEnd = 'completed' | 'aborted' | 'cut';

/** One request that the server got, with what tests ask of it most. */
export class GeminiRequest {
  /** Milliseconds on the clock of `performance.now()`. */
  readonly at = performance.now();
  /** Settles when the exchange is over, one way or another. */
  readonly ended: Promise<RequestEnd>;
  end: RequestEnd | undefined;
  /** Why the server refused the request as invalid, if it did. */
  refused: string | undefined;
  private settle!: (end: RequestEnd) => void;

  constructor(
    readonly httpMethod: string,
    readonly path: string,
    /** `v1beta` */
    readonly version: string,
    /** `gemini-3.8-flash`; empty where the path names none. */
    readonly model: string,
    /** `generateContent`, `streamGenerateContent`, `countTokens`, …; `listModels` and `getModel` for GET. */
    readonly method: string,
    readonly headers: IncomingHttpHeaders,
    readonly body: GenerateRequest,
  ) {
    this.ended = new Promise(resolve => (this.settle = resolve));
  }

  /** The client hung up before the answer was complete. */
  get aborted(): boolean {
    return this.end === 'aborted';
  }

  get contents(): readonly Content[] {
    return this.body.contents ?? [];
  }

  /** The last thing that a person said, its texts joined by line ends. */
  get prompt(): string {
    return textsOf(this.contents.findLast(isPrompt)).join('\n');
  }

  get system(): string {
    return textsOf(this.body.systemInstruction).join('\n');
  }

  get toolNames(): string[] {
    return declaredTools(this.body);
  }

  /** The answers to tool calls that the request ends with. */
  get functionResponses(): FunctionResponse[] {
    return (this.contents.at(-1)?.parts ?? []).flatMap(part => part.functionResponse ?? []);
  }

  /** The texts of those answers. */
  get toolOutputs(): string[] {
    return this.functionResponses.map(outputOf);
  }

  /** For the server: the exchange is over. The first report counts. */
  close(end: RequestEnd): void {
    this.end ??= end;
    this.settle(this.end);
  }
}
