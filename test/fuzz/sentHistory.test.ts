import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validHistory } from '../../src/agent/context/history';
import { maskPoint } from '../../src/agent/context/maskOutputs';
import { ContextMeter } from '../../src/agent/context/contextMeter';
import { modelView } from '../../src/agent/context/modelView';
import { splitHistory } from '../../src/agent/context/splitHistory';
import { toContents } from '../../src/gemini/convert';
import type { Compacted } from '../../src/shared/events';
import type { AnswerEnd, AssistantMessage, Message, Part, ToolResult } from '../../src/shared/messages';
import { complaintAbout } from '../support/gemini/rules';
import { SignatureBook } from '../support/gemini/signatures';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(800);
const MODELS = ['gemini-3.8-flash', 'gemini-4-argon', 'gemini-2.5-flash'];

type Step =
  | { readonly do: 'prompt' | 'context' | 'notice' | 'results'; readonly size: number; readonly drop: number }
  | {
      readonly do: 'answer';
      readonly calls: number;
      readonly text: boolean;
      readonly end: AnswerEnd;
      readonly model: number;
    }
  | { readonly do: 'compress'; readonly share: number }
  | { readonly do: 'mask'; readonly keep: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('prompt' as const, 'context' as const, 'notice' as const),
    size: fc.nat(200),
    drop: fc.constant(0),
  }),
  { arbitrary: fc.record({ do: fc.constant('results' as const), size: fc.nat(5000), drop: fc.nat(4) }), weight: 2 },
  {
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      calls: fc.nat(3),
      text: fc.boolean(),
      end: fc.constantFrom<AnswerEnd>('stop', 'stop', 'stop', 'interrupted', 'failed', 'maxTokens'),
      model: fc.nat(5),
    }),
    weight: 3,
  },
  fc.record({ do: fc.constant('compress' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('mask' as const), keep: fc.nat(3000) }),
);

/** A history as a session could have come to it, stops, crashes and compressions included. */
class History {
  readonly messages: Message[] = [context('m0', 'The environment.')];
  readonly book = new SignatureBook();
  readonly #meter = new ContextMeter();
  compacted: Compacted = {};
  #last = 0;

  do(each: Step): void {
    const id = `m${++this.#last}`;
    const base = { id, at: this.#last };
    switch (each.do) {
      case 'prompt':
        this.messages.push({ ...base, role: 'user', parts: [{ type: 'text', text: 'p'.repeat(each.size + 1) }] });
        break;
      case 'context':
        this.messages.push(context(id, 'c'.repeat(each.size + 1)));
        break;
      case 'notice':
        this.messages.push({ ...base, role: 'notice', level: 'info', text: 'n' });
        break;
      case 'results':
        this.messages.push({ ...base, role: 'tool', results: this.#results(each.size, each.drop) });
        break;
      case 'answer':
        this.messages.push(this.#answer(each, base));
        break;
      case 'compress':
        this.#compress(each.share);
        break;
      case 'mask': {
        const maskedThrough = maskPoint(modelView(this.messages, this.compacted), { keep: each.keep, worth: 1 });
        if (maskedThrough !== undefined) this.compacted = { ...this.compacted, maskedThrough };
        break;
      }
      default:
        each satisfies never;
    }
  }

  #answer(
    { calls, text, end, model }: Extract<Step, { do: 'answer' }>,
    base: { id: string; at: number },
  ): AssistantMessage {
    const parts: Part[] = text ? [{ type: 'text', text: 'An answer.' }] : [];
    const name = MODELS[model] ?? MODELS[0] ?? '';
    for (let i = 0; i < calls; i++) {
      const signature = i === 0 && !name.includes('2.5') ? { signature: this.book.next() } : {};
      const call = { id: `${base.id}-${i}`, name: 'read', args: { i } };
      parts.push({ type: 'toolCall', call, ...signature });
      const functionCall = { name: call.name, args: { i }, id: call.id };
      const { signature: thoughtSignature } = signature;
      const sent = { functionCall, ...(thoughtSignature !== undefined && { thoughtSignature }) };
      if (name === MODELS[0]) this.book.remember({ candidates: [{ content: { role: 'model', parts: [sent] } }] });
    }
    return { ...base, role: 'assistant', model: name, parts, end };
  }

  /** Results for the newest answer's calls, with one of them missing or one too many. */
  #results(size: number, drop: number): ToolResult[] {
    const answer = this.messages.findLast(message => message.role === 'assistant');
    const calls = answer?.parts.flatMap(part => (part.type === 'toolCall' ? [part.call] : [])) ?? [];
    const results = calls.map(({ id, name }): ToolResult => ({
      callId: id,
      name,
      title: name,
      status: 'success',
      content: 'r'.repeat(size),
    }));
    return results.filter((_, i) => i !== drop - 1);
  }

  #compress(share: number): void {
    const view = modelView(this.messages, this.compacted);
    const split = splitHistory(view, message => this.#meter.sizeOf(message), share);
    if (!split) return;
    const covered = new Set(split.covered.map(({ id }) => id));
    const through = this.messages.findLast(({ id }) => covered.has(id))?.id ?? '';
    const prompt = split.prompt && { prompt: split.prompt.id };
    this.compacted = { ...this.compacted, snapshot: { text: 'A snapshot.', through, ...prompt } };
  }

  /** What would be sent; the person has said something more if `more`, or if the last word is the model's. */
  request(more: boolean): Message[] {
    const view = (messages: readonly Message[]) => validHistory(modelView(messages, this.compacted));
    const isAnswered = toContents(view(this.messages), MODELS[0] ?? '').at(-1)?.role === 'model';
    return view(more || isAnswered ? [...this.messages, context('more', 'Go on.')] : this.messages);
  }
}

function context(id: string, text: string): Message {
  return { id, at: 0, role: 'user', parts: [{ type: 'text', text }], isContext: true };
}

function historyOf(steps: readonly Step[]): History {
  const history = new History();
  steps.forEach(each => history.do(each));
  return history;
}

describe('What is sent of a history, whatever happened to it,', () => {
  it('is valid, repaired and compressed as it may be', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, more) => {
        const history = historyOf(steps);
        const contents = toContents(history.request(more), MODELS[0] ?? '');
        assert.equal(complaintAbout({ contents: contents as never }, MODELS[0] ?? '', history.book), null);
      }),
      { numRuns },
    );
  }).timeout(120_000);

  it('holds the newest prompt word for word while it is being worked on', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const history = historyOf([...steps, { do: 'prompt', size: 7, drop: 0 }]);
        history.do({ do: 'answer', calls: 1, text: true, end: 'stop', model: 0 });
        history.do({ do: 'results', size: 10, drop: 0 });
        history.do({ do: 'answer', calls: 1, text: true, end: 'stop', model: 0 });
        history.do({ do: 'results', size: 10, drop: 0 });
        history.do({ do: 'compress', share: 0 });
        history.do({ do: 'compress', share: 0 });
        assert.ok(JSON.stringify(history.request(false)).includes(`"${'p'.repeat(8)}"`));
      }),
      { numRuns: numRuns / 10 },
    );
  }).timeout(120_000);
});
