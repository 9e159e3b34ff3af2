import assert from 'node:assert/strict';
import { emptyChat } from '../../../../src/shared/chatState';
import { applyEvent } from '../../../../src/shared/applyEvent';
import type { AgentEvent } from '../../../../src/shared/events';
import type { NoticeMessage } from '../../../../src/shared/messages';
import { apiError } from '../../../support/gemini/errors';
import { call, text, usage, type Reply } from '../../../support/gemini/replies';
import type { GeminiRequest } from '../../../support/gemini/request';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, loopbackUtilityModel, type TestSessionOptions } from '../../../support/testSession';

const LIMIT = 31_000;
/** 2,500 tokens. */
const LONG = Array.from({ length: 1000 }, (_, i) => `word-${1000 + i}`)
  .join(' ')
  .padEnd(10_000);
const SNAPSHOT = '<state_snapshot>\n<goal>All notes read.</goal>\n</state_snapshot>';

describe('Compression', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  /** A session with a small window, whose summaries the server writes with `summary`. */
  const start = (summary: (request: GeminiRequest) => Reply, options: Partial<TestSessionOptions> = {}) => {
    server.respond(request => (request.method === 'generateContent' ? summary(request) : undefined));
    const utilityModel = loopbackUtilityModel(server.url);
    return createTestSession({ url: server.url, utilityModel, inputLimit: () => LIMIT, ...options });
  };
  const chats = () => server.requests.filter(({ method }) => method === 'streamGenerateContent');
  const summaries = () => server.requests.filter(({ method }) => method === 'generateContent');
  const sent = (request: GeminiRequest | undefined) => JSON.stringify(request?.contents ?? null);
  const noticesOf = ({ session }: ReturnType<typeof start>): NoticeMessage[] =>
    session.state.messages.filter(message => message.role === 'notice');
  /** `count` prompts with long answers. */
  const talk = async (test: ReturnType<typeof start>, count: number) => {
    for (let i = 1; i <= count; i++) {
      server.reply(text(`Answer ${i}. ${LONG}`));
      await test.say(`Question ${i}`);
    }
  };

  it('puts a snapshot in the place of the older part, and keeps the newest one and the history', async () => {
    const test = start(() => text(SNAPSHOT));
    await talk(test, 6);
    assert.equal(summaries().length, 0);
    server.reply(text('Fine.'));
    assert.equal((await test.say('Question 7')).reason, 'done');
    assert.equal(summaries().length, 2, 'a summary and a second look at it');
    assert.match(summaries()[0]?.prompt ?? '', /^<conversation>\n[^]*Question 1[^]*Answer 1/);
    assert.match(summaries()[1]?.prompt ?? '', /<draft>\n<state_snapshot>/);
    const last = sent(chats().at(-1));
    assert.match(last, /environment of the session.*All notes read.*Question 7/s);
    assert.doesNotMatch(last, /Question 1|Answer 1/);
    assert.match(last, /Answer 6/);
    assert.ok(JSON.stringify(test.session.state.messages).includes('Answer 1'), 'the history stays');
    const [notice] = noticesOf(test);
    assert.match(notice?.text ?? '', /compressed for the model: \d+K → \d+K tokens/);
    assert.equal(notice?.detail, SNAPSHOT, 'the person can read what the model still knows');
  });

  it('can be taken back: the model sees all of it again, and it is not done again at once', async () => {
    const test = start(() => text(SNAPSHOT));
    await talk(test, 7);
    assert.deepEqual(noticesOf(test)[0]?.actions, ['restoreOriginal']);
    test.session.restoreOriginal();
    assert.match(noticesOf(test).at(-1)?.text ?? '', /sees the whole conversation again/);
    server.reply(text('Fine.'));
    await test.say('Question 8');
    assert.match(sent(chats().at(-1)), /Question 1.*Answer 1.*Question 8/s);
    assert.doesNotMatch(sent(chats().at(-1)), /All notes read/);
    assert.equal(summaries().length, 2);
    const restored = test.events.reduce(applyEvent, emptyChat('s'));
    assert.deepEqual(restored.compacted, test.session.state.compacted, 'also after it is taken up again');
    const { length } = noticesOf(test);
    test.session.restoreOriginal();
    assert.equal(noticesOf(test).length, length, 'there is nothing to take back any more');
  });

  it('asks first where that is wanted, and does nothing without a yes', async () => {
    const test = start(() => text(SNAPSHOT), { compression: () => ({ threshold: 0.5, tail: 0.3, review: true }) });
    const answers = ['reject', 'accept'] as const;
    let asked = 0;
    test.session.subscribe(event => {
      if (event.type !== 'approval-requested') return;
      const { callId, proposal } = event.approval;
      assert.ok(proposal.kind === 'summary' && proposal.text === SNAPSHOT && proposal.after < proposal.before);
      const decision = answers[asked++] ?? 'accept';
      queueMicrotask(() => test.session.decide(callId, { decision }));
    });
    await talk(test, 3);
    await test.session.compress();
    assert.match(noticesOf(test).at(-1)?.text ?? '', /wasn’t used/);
    assert.equal(test.events.filter(({ type }) => type === 'compressed').length, 0);
    await test.session.compress();
    assert.ok(test.session.state.compacted?.snapshot);
    assert.deepEqual(test.session.state.approvals, []);
  });

  it('is not done when it is stopped while the person is asked', async () => {
    const test = start(() => text(SNAPSHOT), { compression: () => ({ threshold: 0.5, tail: 0.3, review: true }) });
    await talk(test, 3);
    test.session.subscribe(event => {
      if (event.type === 'approval-requested') queueMicrotask(() => test.session.stop());
    });
    assert.equal((await test.session.compress()).reason, 'cancelled');
    assert.equal(test.session.state.compacted, undefined);
    assert.deepEqual([test.session.state.approvals, test.session.state.isCompressing], [[], undefined]);
  });

  it('adds to the notes each time, and never sums up those of before', async () => {
    let written = 0;
    const notes = (...lines: string[]) => `${SNAPSHOT}\n<session_notes>\n${lines.join('\n')}\n</session_notes>`;
    const test = start(({ prompt }) =>
      text(prompt.includes('<draft>') ? 'Fine.' : notes('- Mind the commas.', `- Fact ${++written}.`, 'not a note')),
    );
    for (let i = 0; i < 2; i++) {
      await talk(test, 3);
      await test.session.compress();
    }
    assert.deepEqual(test.session.state.compacted?.notes, ['- Mind the commas.', '- Fact 1.', '- Fact 2.']);
    const [, , second] = summaries();
    const conversation = /<conversation>[^]*<\/conversation>/.exec(second?.prompt ?? '')?.[0] ?? '';
    assert.doesNotMatch(conversation, /Mind the commas/);
    assert.match(second?.prompt ?? '', /<notes>\n- Mind the commas\.\n- Fact 1\.\n<\/notes>/);
    server.reply(text('Yes.'));
    await test.say('Still there?');
    assert.match(sent(chats().at(-1)), /All notes read.*Mind the commas.*Fact 1.*Fact 2/s);
  });

  it('is part of the events, so that a session that is taken up again goes on from it', async () => {
    const test = start(() => text(SNAPSHOT));
    await talk(test, 7);
    const events = JSON.parse(JSON.stringify(test.events)) as AgentEvent[];
    const restored = events.reduce(applyEvent, emptyChat('s'));
    assert.deepEqual(restored.compacted, test.session.state.compacted);
    assert.deepEqual(restored.usage, test.session.state.usage);
    assert.ok((restored.compacted?.since ?? 0) > 0);
  });

  it('counts what the summaries took', async () => {
    const test = start(() => [text(SNAPSHOT), usage({ promptTokenCount: 7000, candidatesTokenCount: 300 })]);
    await talk(test, 3);
    const before = test.session.state.usage.total;
    await test.session.compress();
    assert.equal(test.session.state.usage.total - before, 2 * 7300);
  });

  it('counts a summary that was refused, for the model that wrote it', async () => {
    const test = start(() => [text('Nothing of use.'), usage({ promptTokenCount: 7000, candidatesTokenCount: 300 })]);
    await talk(test, 3);
    const before = test.session.state.usage.total;
    const asked: string[] = [];
    test.session.subscribe(event => {
      if (event.type === 'asked') asked.push(`${event.job} ${event.usage.total}`);
    });
    await test.session.compress();
    assert.equal(test.session.state.usage.total - before, 7300);
    assert.deepEqual(asked, ['summary 7300']);
  });

  it('shortens old outputs first, and asks no model if that is enough', async () => {
    const tool = {
      kind: 'read' as const,
      name: 'read_much',
      description: '',
      parameters: { type: 'object', properties: { of: { type: 'string' } } },
      title: () => 'Read',
      run: async ({ of }: { of: string }) => ({ content: of + LONG.repeat(4) }),
    };
    const test = start(() => text(SNAPSHOT), { tools: [tool] });
    for (const of of ['a', 'b', 'c', 'd']) server.reply(call('read_much', { of }));
    server.reply(text('Done.'));
    assert.equal((await test.say('Read all.')).reason, 'done');
    const outputs = chats()
      .at(-1)
      ?.contents.flatMap(({ parts = [] }) => parts.flatMap(part => part.functionResponse ?? []));
    const lengths = outputs?.map(({ response }) => String(response?.output).length) ?? [];
    assert.equal(lengths.length, 4);
    assert.ok((lengths[0] ?? 0) < 800 && (lengths[3] ?? 0) > 40_000, String(lengths));
    assert.match(JSON.stringify(outputs?.[0]), /characters of this old output were taken out/);
  });

  it('keeps the prompt of a run that is compressed half-way', async () => {
    const test = start(() => text(SNAPSHOT));
    server.respond(({ method, contents }) =>
      method === 'streamGenerateContent' && contents.length < 99 && chats().length < 9
        ? call('write_note', { name: String(chats().length), text: LONG })
        : undefined,
    );
    test.session.subscribe(event => {
      if (event.type === 'approval-requested') {
        queueMicrotask(() => test.session.decide(event.approval.callId, { decision: 'accept' }));
      }
    });
    assert.equal((await test.say('Write them all, and mind the commas.')).reason, 'done');
    assert.ok(summaries().length > 0);
    assert.match(sent(chats().at(-1)), /All notes read.*mind the commas.*functionCall/s);
  });

  it('refuses a summary that is empty, cut off, or longer than what it stands for', async () => {
    for (const bad of ['', 'I can not do that.', '<state_snapshot></state_snapshot>', '<state_snapshot> goal']) {
      const test = start(() => text(bad));
      await talk(test, 3);
      await test.session.compress();
      assert.equal(test.session.state.compacted, undefined);
      assert.match(noticesOf(test).at(-1)?.text ?? '', /wasn’t compressed/);
      await server.close();
      server = await startGeminiServer();
    }
    const test = start(() => text(SNAPSHOT.replace('All', LONG.repeat(15))));
    await talk(test, 3);
    await test.session.compress();
    assert.equal(test.session.state.compacted, undefined);
  });

  it('does not try again at once after a summary that was refused, and goes on while it fits', async () => {
    const test = start(() => text('No.'));
    await talk(test, 6);
    server.reply(text('a')).reply(text('b'));
    assert.equal((await test.say('5')).reason, 'done');
    assert.equal((await test.say('6')).reason, 'done');
    assert.equal(summaries().length, 1);
  });

  it('keeps the first draft where the second look is of no use', async () => {
    const test = start(({ prompt }) => text(prompt.includes('<draft>') ? 'Looks fine.' : SNAPSHOT));
    await talk(test, 3);
    await test.session.compress();
    assert.match(test.session.state.compacted?.snapshot?.text ?? '', /All notes read/);
  });

  it('sends nothing that can not fit, and says so', async () => {
    const test = start(() => text(SNAPSHOT));
    assert.equal((await test.say(LONG.repeat(15))).reason, 'failed');
    assert.equal(server.requests.length, 0);
    assert.match(noticesOf(test).at(-1)?.text ?? '', /too long for this model/);
    assert.deepEqual(noticesOf(test).at(-1)?.actions, ['newChat']);
  });

  it('compresses once when the service says that it is too long, and sends it again', async () => {
    const test = start(() => text(SNAPSHOT), { inputLimit: () => 1_000_000 });
    await talk(test, 3);
    const tooLong = apiError(400, {
      message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
    });
    server.reply(tooLong).reply(text('Fine.'));
    assert.equal((await test.say('More')).reason, 'done');
    assert.match(sent(chats().at(-1)), /All notes read.*More/s);
    server.reply(tooLong).reply(tooLong).reply(text('Never asked.'));
    assert.equal((await test.say('Even more')).reason, 'failed');
  });

  it('goes by the counts of the service where they hold', async () => {
    const test = start(() => text(SNAPSHOT));
    server.reply(text('One.'), usage({ promptTokenCount: 12_345, candidatesTokenCount: 55 }));
    await test.say('Hi');
    const { total, sources } = test.session.contextUse();
    assert.equal(total, 12_400);
    assert.ok(Math.abs(Object.values(sources).reduce((a, b) => a + b, 0) - total) < 5);
    server.reply(text('Two.'), usage({ promptTokenCount: 30_000, candidatesTokenCount: 5 })).reply(text('Three.'));
    await test.say('And?');
    await test.say('So?');
    assert.equal(summaries().length, 2, 'over the threshold by the count, though not by the estimate');
    assert.ok(test.session.contextUse().total < 30_000, 'counts from before say nothing of what is sent now');
  });

  it('tells of the mode anew when what told of it is gone', async () => {
    const test = start(() => text(SNAPSHOT), { startMode: 'autoEdit' });
    await talk(test, 7);
    assert.match(sent(chats().at(-1)), /All notes read.*approval mode is now: edit freely/s);
  });

  it('can be asked for, says so when there is nothing to do, and can be stopped', async () => {
    const test = start(() => text(SNAPSHOT));
    assert.equal((await test.session.compress()).reason, 'done');
    assert.match(noticesOf(test).at(-1)?.text ?? '', /nothing to compress/);
    await talk(test, 2);
    assert.equal((await test.session.compress()).reason, 'done');
    assert.ok(test.session.state.compacted?.snapshot);
    server.reply(text('Yes.'));
    await test.say('Still there?');
    test.session.subscribe(event => event.type === 'compressing' && test.session.stop());
    const before = test.session.state.compacted;
    assert.equal((await test.session.compress()).reason, 'cancelled');
    assert.deepEqual(test.session.state.compacted, before);
    assert.equal(test.session.state.isCompressing, undefined);
  });
});
