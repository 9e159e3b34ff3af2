import assert from 'node:assert/strict';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { PATIENCE, Watch, type Patience } from '../../../src/gemini/patience';
import { withRetry } from '../../../src/gemini/retry';
import type { ModelEvent, ModelRequest, Silence } from '../../../src/agent/ports/model';
import { apiError, errorInfo, quotaFailure, retryInfo } from '../../support/gemini/errors';
import { cut, finish, hang, payload, raw, text, thought, type Reply } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { openEgress } from '../../support/egress';
import { ManualClock } from '../../support/manualClock';

const REQUEST: ModelRequest = {
  model: 'gemini-3.8-flash',
  system: '',
  messages: [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};

describe('A fault of the service', () => {
  let server: GeminiServer;
  let waits: number[];
  beforeEach(async () => {
    server = await startGeminiServer();
    waits = [];
  });
  afterEach(() => server.close());

  const answer = async (replies: readonly Reply[], patience: Patience = PATIENCE): Promise<ModelEvent[]> => {
    server.replies(replies);
    const direct = createContentGenerator({
      egress: openEgress(),
      access: async () => ({ via: 'apiKey', apiKey: 'k', baseUrl: server.url }),
      userAgent: '',
      newId: () => 'id',
      wait: () => Promise.resolve(),
      patience,
    });
    const wait = async (ms: number) => void waits.push(ms);
    const generator = withRetry(direct, { maxAttempts: 4, wait, random: () => 0.5 });
    const events: ModelEvent[] = [];
    for await (const event of generator.stream(REQUEST, new AbortController().signal)) events.push(event);
    return events;
  };
  /** What stands there in the end: a retry takes back what came before it. */
  const textOf = (events: readonly ModelEvent[]) =>
    events
      .slice(events.findLastIndex(({ type }) => type === 'retry') + 1)
      .flatMap(event => (event.type === 'part' && event.part.type === 'text' ? [event.part.text] : []))
      .join('');
  const endOf = (events: readonly ModelEvent[]) => {
    const last = events.at(-1);
    return last?.type === 'failed' ? last.failure.kind : last?.type;
  };

  it('after some text takes the text back, so that no word stands there twice', async () => {
    for (const isReset of [false, true]) {
      const events = await answer([
        [text(['The quick ', 'brown ']), cut(undefined, { isReset })],
        text('The quick fox.'),
      ]);
      assert.deepEqual([textOf(events), endOf(events)], ['The quick fox.', 'finished']);
    }
    assert.deepEqual(waits, [1000, 1000]);
  });

  it('before the first byte is tried again after one, two and four seconds', async () => {
    const broken = cut({ before: 'headers' }, { isReset: true });
    assert.equal(endOf(await answer([broken, broken, broken, broken])), 'network');
    assert.deepEqual(waits, [1000, 2000, 4000]);
  });

  it('that is an event without sense is tried again, and what is unknown is not one', async () => {
    const events = await answer([
      [text('Half'), raw('data: {"candidates": [nonsense\n\n'), text(' more')],
      text('Whole.'),
    ]);
    assert.deepEqual([textOf(events), endOf(events), waits], ['Whole.', 'finished', [1000]]);
    const odd = raw(
      'data: {"novelty":{"a":[1]},"candidates":[{"mood":"good","content":{"parts":[{"hologram":{}}]}}]}\n\n',
    );
    assert.deepEqual([textOf(await answer([[odd, text('Fine.')]])), waits.length], ['Fine.', 1]);
  });

  it('that comes again and again costs no more than the piece that can not be read, and that is told', async () => {
    const odd = [text('The quick '), raw('data: {"candidates": [nonsense\n\n'), text('fox.')];
    const events = await answer([odd, odd, odd, odd]);
    assert.deepEqual(
      [textOf(events), events.at(-1)],
      ['The quick fox.', { type: 'finished', end: 'stop', detail: 'STOP', isPartial: true }],
    );
    assert.deepEqual([waits, server.requests.length], [[1000, 2000, 4000], 4]);
  });

  it('is not what comes after the reason of the end, nor an end that is not said yet', async () => {
    const done = [text('Fine.'), finish('STOP'), raw('data: [DONE]\n\n')];
    const unsaid = payload({ candidates: [{ finishReason: 'FINISH_REASON_UNSPECIFIED', index: 0 }] });
    for (const reply of [done, [unsaid, text('Fine.'), finish('STOP')]]) {
      const events = await answer([reply]);
      assert.deepEqual([textOf(events), events.at(-1)], ['Fine.', { type: 'finished', end: 'stop', detail: 'STOP' }]);
    }
    assert.deepEqual(waits, []);
  });

  it('that is an answer without text is tried again where it may pass, and else says why at once', async () => {
    for (const reason of [
      'SAFETY',
      'RECITATION',
      'OTHER',
      'MAX_TOKENS',
      'MALFORMED_FUNCTION_CALL',
      'UNEXPECTED_TOOL_CALL',
    ]) {
      const events = await answer([finish(reason), [thought('Hm.'), finish(reason)], text('Fine.')]);
      assert.deepEqual([textOf(events), endOf(events)], ['Fine.', 'finished'], reason);
      assert.deepEqual(waits.splice(0), [1000, 2000], reason);
    }
    const words = {
      LANGUAGE: /LANGUAGE: its language isn’t supported/,
      BLOCKLIST: /a forbidden word/,
      PROHIBITED_CONTENT: /prohibited content/,
      SPII: /personal data/,
      IMAGE_SAFETY: /image wasn’t allowed/,
      NO_IMAGE: /no image was generated/,
      NEVER_HEARD_OF: /\(NEVER_HEARD_OF\)/,
    };
    for (const [reason, expected] of Object.entries(words)) {
      const last = (await answer([finish(reason)])).at(-1);
      assert.ok(last?.type === 'failed' && last.failure.kind === 'blocked', reason);
      assert.match(last.failure.message, expected);
      assert.match(last.failure.message, new RegExp(`cut off the answer \\(${reason}`));
      const half = (await answer([[text('Half'), finish(reason)]])).at(-1);
      assert.ok(half?.type === 'finished' && half.end === 'blocked', reason);
      assert.equal(half.detail, last.failure.message);
    }
    assert.deepEqual([waits, server.pendingReplies], [[], 0]);
  });

  it('that stays ends with the words for it', async () => {
    const events = await answer(Array<Reply>(4).fill(finish('RECITATION')));
    const last = events.at(-1);
    assert.ok(last?.type === 'failed');
    assert.equal(last.failure.kind, 'badStream');
    assert.match(last.failure.message, /RECITATION: it’s too similar to a published text/);
  });

  it('is not that an event has ten megabytes', async () => {
    const size = 10 * 1024 * 1024;
    const events = await answer([text('x'.repeat(size))]);
    assert.deepEqual([textOf(events).length, endOf(events)], [size, 'finished']);
  });

  it('that lasts for the day stops at once, and so does a wait of more than five minutes', async () => {
    const perDay = apiError(429, { details: [quotaFailure(), retryInfo('20s')] });
    assert.equal(endOf(await answer([perDay])), 'quota');
    assert.equal(endOf(await answer([apiError(429, { details: [retryInfo('301s')] })])), 'quota');
    assert.deepEqual([waits, server.requests.length], [[], 2]);
  });

  it('with a delay is waited for that long and at most a quarter more', async () => {
    const busy = apiError(429, { details: [errorInfo('RATE_LIMIT'), retryInfo('3s')] });
    assert.equal(endOf(await answer([busy, text('Now.')])), 'finished');
    assert.ok(waits.length === 1 && waits[0]! >= 3000 && waits[0]! <= 3750, String(waits));
  });

  it('that is silence ends after a minute without a byte or two between bytes, and is tried once again', async () => {
    const clock = new ManualClock();
    const patience = { ...PATIENCE, after: clock.after };
    const heard = text('Late.');
    const running = answer([hang(), hang()], patience);
    await server.nextRequest();
    clock.pass(59_999);
    assert.equal(server.requests.length, 1);
    clock.pass(1);
    await server.nextRequest();
    clock.pass(60_000);
    assert.equal(endOf(await running), 'silent');
    assert.deepEqual([server.requests.length, waits], [2, [0]]);
    assert.equal(textOf(await answer([heard], patience)), 'Late.');
  });

  describe('that is silence', () => {
    let told: (Silence | null)[] = [];
    beforeEach(() => void (told = []));
    const onSilence = (silence: Silence | null) => void told.push(silence);
    const open = (clock: ManualClock) => {
      const direct = createContentGenerator({
        egress: openEgress(),
        access: async () => ({ via: 'apiKey', apiKey: 'k', baseUrl: server.url }),
        userAgent: '',
        newId: () => 'id',
        wait: () => Promise.resolve(),
        patience: { ...PATIENCE, after: clock.after },
      });
      const wait = async (ms: number) => void waits.push(ms);
      return withRetry(direct, { maxAttempts: 2, wait, random: () => 0.5 });
    };
    const all = async (events: AsyncIterable<ModelEvent>) => {
      const list: ModelEvent[] = [];
      for await (const event of events) list.push(event);
      return list;
    };
    const request = { ...REQUEST, onSilence };
    const { signal } = new AbortController();

    it('is told of after ten seconds without a byte, and over with the next', async () => {
      const clock = new ManualClock();
      const gates = [server.gate(), server.gate(), server.gate()] as const;
      server.reply(text('One '), gates[0], raw(': still there\n\n'), gates[1], text('two.'), gates[2], finish('STOP'));
      const stream = open(clock).stream(request, signal)[Symbol.asyncIterator]();
      const first = (await stream.next()) as IteratorResult<ModelEvent, ModelEvent>;
      assert.equal(first.value.type, 'part');
      const rest = all({ [Symbol.asyncIterator]: () => stream });
      clock.pass(9999);
      assert.equal(told.length, 0);
      clock.pass(1);
      assert.deepEqual(
        told.map(each => each?.seconds),
        [10],
      );
      gates[0].open();
      await clock.until(() => told.length === 2);
      assert.equal(told[1], null);
      clock.pass(10_000);
      assert.equal(told.at(-1)?.seconds, 10);
      for (const gate of gates) gate.open();
      assert.equal(textOf(await rest), 'two.');
      assert.deepEqual([told.length, told[3], server.requests.length], [4, null, 1]);
    });

    it('ends two minutes after the last part, although comments and empty events keep arriving', async () => {
      const clock = new ManualClock();
      const gates = Array.from({ length: 4 }, () => server.gate());
      const alive = gates.flatMap((gate, i) => [gate, raw(i % 2 === 0 ? ': alive\n\n' : 'data: {}\n\n')]);
      server.replies([[text('One '), ...alive, hang()], text('Whole.')]);
      const running = all(open(clock).stream(request, signal));
      await server.nextRequest();
      await clock.until(() => clock.hasTimer(120_000));
      for (const [i, gate] of gates.entries()) {
        clock.pass(30_000);
        assert.equal(told.length, 2 * i + 1);
        if (i === gates.length - 1) break;
        gate.open();
        await clock.until(() => told.length === 2 * i + 2);
      }
      for (const gate of gates) gate.open();
      assert.equal(textOf(await running), 'Whole.');
      assert.deepEqual([server.requests.length, waits], [2, [0]]);
    });

    it('can be cut short: the request is cancelled and sent again at once, which counts as no attempt', async () => {
      const clock = new ManualClock();
      server.replies([hang({ before: 'headers' }), [text('Half'), hang()], hang(), apiError(503), text('Whole.')]);
      const running = all(open(clock).stream(request, signal));
      for (let i = 0; i < 3; i++) {
        const { ended } = await server.nextRequest();
        if (i === 1) await clock.until(() => clock.hasTimer(120_000));
        clock.pass(10_000);
        told.at(-1)?.retry();
        assert.equal(await ended, 'aborted');
      }
      const events = await running;
      assert.deepEqual([textOf(events), endOf(events)], ['Whole.', 'finished']);
      assert.deepEqual(waits.slice(0, 3), [0, 0, 0]);
      assert.equal(told.at(-1), null);
    });

    it('of a question besides the conversation is told of after thirty seconds, and can be cut short', async () => {
      const clock = new ManualClock();
      server.replies([hang({ before: 'headers' }), text('Yes.')]);
      const running = open(clock).generate(request, signal);
      await server.nextRequest();
      clock.pass(30_000);
      assert.equal(told[0]?.seconds, 30);
      told[0].retry();
      assert.equal((await running).ok, true);
      assert.deepEqual([told.length, told[1], waits], [2, null, [0]]);
    });
  });

  it('is not that bytes come slowly', () => {
    const clock = new ManualClock();
    const watch = new Watch(new AbortController().signal, { ...PATIENCE, after: clock.after });
    for (let i = 0; i < 100; i++) {
      clock.pass(i === 0 ? 59_999 : 119_999);
      watch.heard();
    }
    assert.equal(watch.isSilent, false);
    clock.pass(120_000);
    assert.deepEqual([watch.isSilent, watch.signal.aborted], [true, true]);
    watch.end();
  });
});
