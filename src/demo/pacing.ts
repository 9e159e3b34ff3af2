import type { DemoPart } from './demoPart';
import { estimatePrompt, estimateTokens, type GenerateRequest, type GenerateResponse, type Part } from './wire';

/** Delays before a thought and before a call, in beats; a chunk of text takes one beat. */
const THOUGHT_WAIT = 30;
const CALL_WAIT = 12;

/** An event of the stream and the number of beats to wait before it. */
export interface PacedEvent {
  readonly event: GenerateResponse;
  readonly wait: number;
}

/** The answer as a stream of chunks: a thought in one piece, text a word or two at a time, adjacent calls together. */
export function chunksOf(reply: readonly DemoPart[], request: GenerateRequest, model: string): PacedEvent[] {
  const counter = new TokenCounter(request);
  const paced = groupsOf(reply, request).flatMap(parts => {
    const [first] = parts;
    if (first?.text === undefined || first.thought) {
      const wait = first?.thought ? THOUGHT_WAIT : CALL_WAIT;
      return [{ event: counter.event(parts, model), wait }];
    }
    const pieces = first.text.match(/\S{1,9}\s*|\s+/g) ?? [];
    return pieces.map(text => ({ event: counter.event([{ text }], model), wait: 1 }));
  });
  const last = paced.at(-1)?.event.candidates?.[0];
  if (last) last.finishReason = 'STOP';
  return paced;
}

/** The answer in one piece. */
export function answerOf(reply: readonly DemoPart[], request: GenerateRequest, model: string): GenerateResponse {
  const event = new TokenCounter(request).event(groupsOf(reply, request).flat(), model);
  const [candidate] = event.candidates ?? [];
  if (candidate) candidate.finishReason = 'STOP';
  return event;
}

/** Groups parts that are sent together: adjacent calls form one group. The first call carries a signature. */
function groupsOf(reply: readonly DemoPart[], { contents = [] }: GenerateRequest): Part[][] {
  const groups: Part[][] = [];
  let calls = 0;
  for (const part of reply) {
    if ('thought' in part) groups.push([{ text: part.thought, thought: true }]);
    else if ('text' in part) groups.push([{ text: part.text }]);
    else {
      const functionCall = { ...part.call, id: `demo-${contents.length}-${++calls}` };
      if (calls === 1) groups.push([{ functionCall, thoughtSignature: signature }]);
      else groups.at(-1)?.push({ functionCall });
    }
  }
  return groups;
}

/** Clients have to send it back like a real one. */
const signature = Buffer.from('demo').toString('base64');

class TokenCounter {
  readonly #prompt: number;
  #thoughts = 0;
  #answer = 0;

  constructor(request: GenerateRequest) {
    this.#prompt = estimatePrompt(request);
  }

  event(parts: Part[], modelVersion: string): GenerateResponse {
    for (const part of parts) {
      if (part.thought) this.#thoughts += estimateTokens(part.text ?? '');
      else this.#answer += estimateTokens(part.text ?? part);
    }
    return {
      candidates: [{ content: { role: 'model', parts }, index: 0 }],
      usageMetadata: {
        promptTokenCount: this.#prompt,
        candidatesTokenCount: this.#answer,
        thoughtsTokenCount: this.#thoughts,
        totalTokenCount: this.#prompt + this.#answer + this.#thoughts,
      },
      modelVersion,
    };
  }
}
