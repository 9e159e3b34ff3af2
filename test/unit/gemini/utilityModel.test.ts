import assert from 'node:assert/strict';
import { BUILT_IN_ALIASES, resolveJob } from '../../../src/gemini/modelConfigs';
import { createUtilityModel } from '../../../src/gemini/utilityModel';
import { apiError } from '../../support/gemini/errors';
import { finish, payload, text, usage, type Reply } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { loopbackGenerator } from '../../support/testSession';

describe('The utility model', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const schema = { type: 'object', properties: { a: { type: 'number' } } };
  const ask = (isJson: boolean, ...replies: readonly Reply[]) => {
    server.replies(replies);
    const alias = { ...BUILT_IN_ALIASES.get('classifier')!, model: 'model-for-classifier' };
    const configs = {
      aliases: new Map([...BUILT_IN_ALIASES, ['classifier', alias]]),
      overrides: [],
      broken: new Map(),
    };
    const options = { generator: loopbackGenerator(server.url), newId: () => 'id', now: () => 0 };
    const model = createUtilityModel({ ...options, settings: job => resolveJob(configs, job, 'unused') });
    const request = {
      job: 'classifier',
      system: 'Judge.',
      prompt: 'This?',
      ...(isJson && { responseSchema: schema }),
    } as const;
    return model.ask(request, new AbortController().signal);
  };

  it('asks one question, steadily, of the model for the job', async () => {
    const usage = { input: 4, output: 2, cached: 0, thoughts: 0, total: 6 };
    assert.deepEqual(await ask(false, text(['Yes', '.'])), {
      ok: true,
      text: 'Yes.',
      model: 'model-for-classifier',
      usage,
    });
    const [request] = server.requests;
    assert.deepEqual([request?.model, request?.system, request?.prompt], ['model-for-classifier', 'Judge.', 'This?']);
    const { temperature, topP, maxOutputTokens, thinkingConfig } = request?.body.generationConfig ?? {};
    assert.deepEqual([temperature, topP, maxOutputTokens, thinkingConfig], [0, 1, 1024, { thinkingLevel: 'LOW' }]);
  });

  it('takes JSON out of a block of code, and asks again for what is no JSON', async () => {
    const reply = await ask(true, text('Hm.'), text(''), text('```json\n{"a":1}\n```'));
    assert.equal(reply.ok && reply.text, '{"a":1}');
    assert.equal(server.requests.length, 3);
    assert.equal(server.requests[0]?.body.generationConfig?.responseMimeType, 'application/json');
  });

  it('gives up on JSON after three answers', async () => {
    const reply = await ask(true, text('a'), text('b'), text('c'), text('{}'));
    assert.deepEqual([reply.ok || reply.failure.kind, server.pendingReplies], ['badStream', 1]);
    assert.deepEqual([reply.model, reply.repeats, reply.usage?.total], ['model-for-classifier', 2, 15]);
  });

  it('counts what answers took that were of no use, whatever came of them in the end', async () => {
    const counts = usage({ promptTokenCount: 100, candidatesTokenCount: 10 });
    const total = async (isJson: boolean, ...replies: readonly Reply[]) => {
      const reply = await ask(isJson, ...replies.map(each => [each, counts]));
      return [reply.ok, reply.repeats ?? 0, reply.usage?.total];
    };
    assert.deepEqual(await total(true, text('Hm.'), text('{}')), [true, 1, 220]);
    assert.deepEqual(await total(false, finish('PROHIBITED_CONTENT')), [false, 0, 110]);
    assert.deepEqual(await total(false, finish('SAFETY'), text('Fine.')), [true, 0, 220]);
    assert.deepEqual(await total(false, [text('Half'), finish('SPII')]), [false, 0, 110]);
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { totalTokenCount: 7 } };
    const reply = await ask(false, payload(blocked));
    assert.deepEqual([reply.ok || reply.failure.kind, reply.usage?.total], ['blocked', 7]);
    assert.equal((await ask(false, apiError(400))).usage, undefined);
  });

  it('gives up at once on what the service refuses', async () => {
    const reply = await ask(true, apiError(400));
    assert.deepEqual([reply.ok || reply.failure.kind, server.requests.length], ['badRequest', 1]);
  });
});
