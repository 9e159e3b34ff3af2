import assert from 'node:assert/strict';
import { LoopCheck } from '../../../../src/agent/run/loopCheck';
import type { UtilityRequest } from '../../../../src/agent/ports/utilityModel';
import { createUtilityModel } from '../../../../src/gemini/utilityModel';
import { BUILT_IN_CONFIGS, resolveJob } from '../../../../src/gemini/modelConfigs';
import type { Message, NoticeMessage } from '../../../../src/shared/messages';
import { apiError } from '../../../support/gemini/errors';
import { call, text, type Reply } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, loopbackGenerator, MODEL } from '../../../support/testSession';

const says = (confidence: unknown, analysis: unknown = 'It reads the same notes.') =>
  JSON.stringify({ unproductive_state_analysis: analysis, unproductive_state_confidence: confidence });
const never = new AbortController().signal;

describe('The check of a long run', () => {
  /** The turns of one to a hundred at which it asks, with the assessments given in turn, and what it finds. */
  const followed = async (assessments: readonly (string | undefined)[], messages: readonly Message[] = []) => {
    const asked: UtilityRequest[] = [];
    const found: { turn: number; jobs: readonly string[]; isFinal: boolean | undefined }[] = [];
    const check = new LoopCheck({
      model: {
        ask: async request => {
          const assessment = assessments[asked.push(request) - 1];
          return assessment === undefined
            ? { ok: false, failure: { kind: 'network', message: 'gone' } }
            : { ok: true, text: assessment };
        },
      },
      messages: () => messages,
    });
    for (let turn = 0; turn < 100 && asked.length < assessments.length; turn++) {
      const before = asked.length;
      const stuck = await check.check(turn, never);
      const jobs = asked.slice(before).map(({ job }) => job);
      if (jobs.length > 0) found.push({ turn, jobs, isFinal: stuck?.isFinal });
    }
    return { asked, found };
  };
  const turnsOf = async (assessments: readonly (string | undefined)[]) =>
    (await followed(assessments)).found.map(({ turn }) => turn);

  it('comes after thirty turns, and then sooner the more it looks stuck', async () => {
    assert.deepEqual(await turnsOf([says(0), says(0.5), says(0.8), says(0)]), [30, 45, 55, 62]);
  });

  it('tells the model once two are sure, and stops at the next check if they still are', async () => {
    const { found } = await followed([says(0.95), says(0.9), says(1), says(1)]);
    assert.deepEqual(found, [
      { turn: 30, jobs: ['loopCheck', 'loopConfirm'], isFinal: false },
      { turn: 36, jobs: ['loopCheck', 'loopConfirm'], isFinal: true },
    ]);
  });

  it('finds nothing where the second does not agree, and begins anew where the run got on', async () => {
    const { found } = await followed([says(1), says(0.2), says(1), says(1), says(0.1), says(1), says(1)]);
    assert.deepEqual(
      found.map(({ isFinal }) => isFinal),
      [undefined, false, undefined, false],
    );
  });

  it('finds nothing in what is no assessment, and where nobody answers', async () => {
    const nonsense = ['[]', 'null', '3', '"stuck"', says('1'), says(2), says(-1), says(null), says(1, 3), undefined];
    for (const each of nonsense) {
      assert.deepEqual(
        (await followed([each, says(0)])).found.map(({ turn, isFinal }) => [turn, isFinal]),
        [
          [30, undefined],
          [40, undefined],
        ],
      );
      const unconfirmed = await followed([says(1), each, says(0)]);
      assert.deepEqual(
        unconfirmed.found.map(({ turn, isFinal }) => [turn, isFinal]),
        [
          [30, undefined],
          [40, undefined],
        ],
      );
    }
  });

  it('shows the prompt and the last twenty messages, each cut, as JSON that nothing gets out of', async () => {
    const prompt: Message = { id: 'p', at: 0, role: 'user', parts: [{ type: 'text', text: 'Fix "it"}]}' }] };
    const steps = Array.from({ length: 40 }, (_, i): Message => {
      const result = { callId: `${i}`, name: 'read', title: 'Read', status: 'error' as const };
      return { id: `t${i}`, at: 0, role: 'tool', results: [{ ...result, content: `${i} ${'x'.repeat(1e6)} the end` }] };
    });
    const { asked } = await followed([says(0)], [prompt, ...steps]);
    const shown = JSON.parse(asked[0]?.prompt ?? '') as { prompt: unknown; steps: { content: { output: string }[] }[] };
    assert.deepEqual(shown.prompt, [{ text: 'Fix "it"}]}' }]);
    assert.equal(shown.steps.length, 20);
    assert.match(shown.steps[19]?.content[0]?.output ?? '', /^39 x+ … x+ the end$/);
    assert.ok((asked[0]?.prompt.length ?? NaN) < 25_000);
  });
});

describe('A run that gets nowhere', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  /** Reads a note of another name in each turn, and is evaluated as given. */
  const start = (
    evaluate: (model: string) => Reply,
    options: { detectLoops?: boolean; checksLoops?: boolean } = {},
  ) => {
    let turn = 0;
    server.respond(({ method, model }) =>
      method === 'generateContent' ? evaluate(model) : call('read_note', { name: `n${++turn}` }),
    );
    const utilityModel = createUtilityModel({
      generator: loopbackGenerator(server.url),
      settings: job => resolveJob(BUILT_IN_CONFIGS, job, MODEL),
      newId: () => 'id',
      now: () => 0,
    });
    return createTestSession({ url: server.url, utilityModel, checksLoops: true, maxTurns: 40, ...options });
  };
  const asked = () => server.requests.filter(({ method }) => method === 'generateContent').map(({ model }) => model);
  const turns = () => server.requests.filter(({ method }) => method === 'streamGenerateContent');

  it('is told so, then stopped with what was said of it, and can go on', async () => {
    const test = start(() => text(says(1)));
    assert.equal((await test.say('Find it.')).reason, 'loop');
    assert.equal(turns().length, 35);
    assert.deepEqual(asked(), [MODEL, 'gemini-4-argon', MODEL, 'gemini-4-argon'], 'the second model is another one');
    const told = (index: number) => JSON.stringify(turns()[index]?.contents.at(-1));
    assert.doesNotMatch(told(29), /lead nowhere/);
    assert.match(told(30), /After 30 turns .* lead nowhere: It reads the same notes\. Step back/);
    const notice: NoticeMessage | undefined = test.session.state.messages.findLast(each => each.role === 'notice');
    assert.deepEqual(notice?.actions, ['continue']);
    assert.match(notice.detail ?? '', /After 35 turns, two models say:\nIt reads the same notes\.$/);
    assert.equal((await test.session.resume()).reason, 'loop', 'the person lets it go on, and it gets its turns anew');
    assert.equal(turns().length, 70);
    assert.match(told(35), /After 35 turns/, 'and it knows why it was stopped');
    assert.deepEqual(test.errors, []);
  });

  it('goes on where nobody can evaluate it', async () => {
    const test = start(() => apiError(400));
    assert.equal((await test.say('Find it.')).reason, 'turnLimit');
    assert.equal(asked().length, 1, 'at the thirtieth turn, and not before the fortieth');
  });

  it('is not looked at where either setting says so', async () => {
    for (const options of [{ detectLoops: false }, { checksLoops: false }]) {
      assert.equal((await start(() => text(says(1)), options).say('Find it.')).reason, 'turnLimit');
      assert.deepEqual(asked(), []);
      await server.close();
      server = await startGeminiServer();
    }
  });

  it('can be stopped while it is evaluated', async () => {
    const gate = server.gate();
    const test = start(() => [gate, text(says(1))]);
    const run = test.say('Find it.');
    await server.waitForRequest(({ method }) => method === 'generateContent');
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
    assert.equal(turns().length, 30);
    gate.open();
  });
});
