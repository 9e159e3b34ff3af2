import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LoopWatch, repeatedCycle, TextWatch } from '../../../../src/agent/run/loopDetection';
import type { NoticeMessage } from '../../../../src/shared/messages';
import { call, text, type Reply } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

const SENTENCE = 'I will now look at the file once more to be sure. ';

describe('Repeated calls', () => {
  const read = (name: string) => ({ id: 'c', name: 'read_note', args: { name } });

  it('are a cycle of one to five calls that came three times in a row', () => {
    assert.deepEqual(repeatedCycle('x a a a'.split(' ')), { period: 1, times: 3 });
    assert.deepEqual(repeatedCycle('a b a b a b a'.split(' ')), { period: 2, times: 3 });
    assert.deepEqual(repeatedCycle('a b c d e a b c d e a b c d e'.split(' ')), { period: 5, times: 3 });
    assert.equal(repeatedCycle('a b c d e f a b c d e f a b c d e f'.split(' ')), undefined, 'six are no cycle');
    assert.equal(repeatedCycle('a a a b a a'.split(' ')), undefined);
  });

  it('are told of once, and end the run when they go on', () => {
    const watch = new LoopWatch();
    const found = [1, 2, 3, 4, 5].map(() => watch.takeCalls([read('a')]));
    assert.deepEqual(
      found.map(each => each && [each.times, each.isFinal]),
      [undefined, undefined, [3, false], undefined, [5, true]],
    );
  });

  it('are forgiven when something else was done', () => {
    const watch = new LoopWatch();
    const calls = 'a a a b a a a'.split(' ').map(read);
    const found = calls.map(each => watch.takeCalls([each])?.isFinal);
    assert.deepEqual(found, [undefined, undefined, false, undefined, undefined, undefined, false]);
  });

  it('never end the run before the model was told, even if they come in one answer', () => {
    const watch = new LoopWatch();
    assert.equal(watch.takeCalls(Array.from({ length: 9 }, () => read('a')))?.isFinal, false);
    assert.equal(watch.takeCalls([read('a')])?.isFinal, true);
  });

  it('are the same whatever the order of their arguments', () => {
    const watch = new LoopWatch();
    const args = [
      { a: 1, b: { c: 2, d: [3] } },
      { b: { d: [3], c: 2 }, a: 1 },
      { b: { c: 2, d: [3] }, a: 1 },
    ];
    const found = args.map(each => watch.takeCalls([{ id: 'c', name: 'x', args: each }]));
    assert.equal(found[2]?.times, 3);
  });
});

describe('Repeated text', () => {
  /** What is found in a text that comes in pieces of that many characters. */
  const found = (whole: string, size = 90) => {
    const watch = new TextWatch();
    for (let at = 0; at < whole.length; at += size) {
      const { repetition } = watch.add(whole.slice(at, at + size));
      if (repetition) return repetition;
    }
    return undefined;
  };

  it('is found however it begins and comes, with the words that come again', () => {
    for (const size of [1, 90, 10_000]) {
      const { times = 0, evidence = '' } = found(`Let me see.\n\n${SENTENCE.repeat(20)}`, size) ?? {};
      assert.ok(times >= 10, String(size));
      assert.ok(SENTENCE.repeat(2).includes(evidence) && evidence.length >= SENTENCE.length - 2);
    }
    assert.ok(found(`${SENTENCE.trim()}\n`.repeat(20)));
    const long = Array.from({ length: 100 }, (_, i) => `w${i} `).join('');
    assert.ok(found(long.repeat(15)));
  });

  it('is the same, and found at the same place, however the text is cut', () => {
    const piece = fc.oneof(
      fc.constantFrom(SENTENCE, '\n', '```\n', 'no. ', 'Let me see. '),
      fc.string({ minLength: 1, maxLength: 60 }),
    );
    const text = fc
      .array(fc.tuple(piece, fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 6 })
      .map(all => all.map(([each, times]) => each.repeat(times)).join(''));
    const placeOf = (whole: string, sizes: readonly number[]) => {
      const watch = new TextWatch();
      for (let at = 0, i = 0; at < whole.length; i++) {
        const next = whole.slice(at, at + (sizes[i % sizes.length] ?? 1));
        const { repetition, read } = watch.add(next);
        if (repetition) return { repetition, at: at + read };
        assert.equal(read, next.length);
        at += read;
      }
      return undefined;
    };
    const sizes = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(text, sizes, (whole, cuts) => {
        assert.deepEqual(placeOf(whole, cuts), placeOf(whole, [1]));
      }),
      { numRuns: 60, examples: [[SENTENCE.repeat(40), [4000]]] },
    );
    assert.ok(placeOf(SENTENCE.repeat(40), [4000]));
  });

  it('is nothing in code, in a table or in what was said a few times', () => {
    assert.equal(found('```ts\n' + SENTENCE.repeat(50)), undefined);
    assert.equal(found('```ts\n' + SENTENCE.repeat(50) + '\n```\nThat is all.', 1), undefined);
    assert.equal(found('~~~\n' + `${SENTENCE}\n`.repeat(50)), undefined);
    assert.equal(found('| - | - |\n'.repeat(100)), undefined);
    assert.equal(found('-'.repeat(5000)), undefined);
    assert.equal(found(SENTENCE.repeat(9)), undefined);
    assert.equal(found('no. '.repeat(20)), undefined, 'too short');
  });

  it('is found after a block of code', () => {
    assert.ok(found('```ts\n' + SENTENCE.repeat(50) + '\n```\n' + SENTENCE.repeat(20)));
  });

  it('is found in digits once there are very many', () => {
    assert.equal(found('0, '.repeat(400)), undefined);
    assert.equal(found('0, '.repeat(900))?.evidence.includes('0'), true);
  });
});

describe('A run that goes round in circles', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const lastNotice = ({ session }: ReturnType<typeof createTestSession>): NoticeMessage | undefined =>
    session.state.messages.findLast(message => message.role === 'notice');
  const always = (reply: () => Reply) => server.respond(reply);

  it('tells the model, then stops with the evidence, and can go on', async () => {
    always(() => call('read_note', { name: 'a' }));
    const test = createTestSession({ url: server.url });
    assert.equal((await test.say('Hi')).reason, 'loop');
    assert.equal(server.requests.length, 5);
    assert.match(JSON.stringify(server.requests[3]?.contents.at(-1)), /the same call.*3 times in a row/);
    const notice = lastNotice(test);
    assert.deepEqual(notice?.actions, ['continue']);
    assert.match(notice.detail ?? '', /5 times in a row:\nread_note \{"name":"a"\}/);
    assert.equal((await test.session.resume()).reason, 'loop', 'the person may let it go on');
    assert.equal(server.requests.length, 10);
    assert.match(JSON.stringify(server.requests[5]?.contents.at(-1)), /Not run: .* in another way/);
  });

  it('cuts a text off that repeats itself, tells the model, and stops the second time', async () => {
    always(() => text(SENTENCE.repeat(200), { chunkSize: 90 }));
    const test = createTestSession({ url: server.url });
    assert.equal((await test.say('Hi')).reason, 'loop');
    assert.equal(server.requests.length, 2);
    const ends = await Promise.all(server.requests.map(({ ended }) => ended));
    assert.ok(ends.length === 2);
    const answers = test.session.state.messages.filter(message => message.role === 'assistant');
    assert.ok(answers.every(answer => JSON.stringify(answer.parts).length < SENTENCE.length * 30));
    assert.match(JSON.stringify(server.requests[1]?.contents.at(-1)), /the same thing over and over/);
    assert.match(lastNotice(test)?.detail ?? '', /times in a row:\n.*look at the file/s);
  });

  it('says why a text was cut off, since the answer goes on', async () => {
    server.reply(text(SENTENCE.repeat(200), { chunkSize: 90 })).reply(text('Here is the file.'));
    const test = createTestSession({ url: server.url });
    assert.equal((await test.say('Hi')).reason, 'done');
    const notices = test.session.state.messages.flatMap(message => (message.role === 'notice' ? [message.text] : []));
    assert.deepEqual(notices, [
      'The answer kept repeating itself and was cut off. Gemini was asked to continue in another way.',
    ]);
  });

  it('is left alone where the setting says so', async () => {
    always(() => call('read_note', { name: 'a' }));
    const test = createTestSession({ url: server.url, detectLoops: false, maxTurns: 8 });
    assert.equal((await test.say('Hi')).reason, 'turnLimit');
  });
});
