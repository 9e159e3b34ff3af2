import assert from 'node:assert/strict';
import type { UtilityModel, UtilityRequest } from '../../../src/agent/ports/utilityModel';
import {
  choose,
  ModelRouter,
  STRATEGIES,
  type ModelRouterOptions,
  type RoutingInput,
} from '../../../src/gemini/routing';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { startGeminiServer } from '../../support/geminiServer';
import { createTestSession } from '../../support/testSession';

const FLASH = 'gemini-3.8-flash';
const STRONG = 'gemini-4-argon';
const USAGE = { input: 90, output: 10, cached: 0, thoughts: 0, total: 100, cost: 0.0002 };

describe('Routing', () => {
  /** A small model that gives these answers, and what it was asked. */
  const evaluate = (...answers: readonly (object | undefined)[]) => {
    const asked: UtilityRequest[] = [];
    const model: UtilityModel = {
      ask: async request => {
        const answer = answers[asked.push(request) - 1];
        return answer
          ? { ok: true, text: JSON.stringify(answer), model: 'small', usage: USAGE }
          : { ok: false, failure: { kind: 'overloaded', message: 'Busy.' } };
      },
    };
    return { model, asked };
  };
  const setup = (options: Partial<ModelRouterOptions> & { routing?: 'mode' | 'classifier' | 'numeric' } = {}) => {
    const failures: string[] = [];
    const router = new ModelRouter({
      name: () => 'auto',
      mode: () => 'default',
      settings: () => ({ 'routing.strategy': options.routing ?? 'classifier', 'routing.threshold': 50 }),
      availableFor: model => model,
      onFailure: strategy => void failures.push(strategy),
      ...options,
    });
    const route = (asks: UtilityModel, prompt = 'Do it') =>
      router.route({ prompt, messages: [], asks }, new AbortController().signal);
    return { router, route, failures };
  };

  it('waits no longer for a assessment than it is worth', async () => {
    const slow: UtilityModel = {
      ask: (_request, signal) =>
        new Promise(resolve => {
          const failure = { kind: 'cancelled', message: 'Stopped.' } as const;
          signal.addEventListener('abort', () => resolve({ ok: false, failure }));
        }),
    };
    const { router, route } = setup({ patienceMs: 1 });
    assert.equal(await route(slow), undefined);
    assert.equal(router.model(), FLASH);
  });

  it('asks nobody for a model that was named, for planning, or by its usual setting', async () => {
    const { model, asked } = evaluate();
    const cases = [
      [{ name: () => 'mine' }, 'mine'],
      [{ mode: (): ApprovalMode => 'plan' }, STRONG],
      [{ routing: 'mode' as const }, FLASH],
      [{ availableFor: () => 'other' }, FLASH],
    ] as const;
    for (const [options, expected] of cases) {
      const { router, route } = setup(options);
      assert.equal(await route(model), undefined);
      assert.equal(router.model(), expected);
    }
    assert.equal(asked.length, 0);
  });

  it('takes the model that the classifier thinks right, and asks once for a prompt', async () => {
    const { model, asked } = evaluate({ reasoning: 'r', model_choice: 'strong' }, { model_choice: 'quick' });
    const { router, route } = setup();
    assert.equal((await route(model))?.model, STRONG);
    assert.equal(router.model(), STRONG);
    assert.equal(await route(model), undefined);
    assert.equal(asked.length, 1);
    assert.equal((await route(model, 'Another'))?.model, FLASH);
    assert.equal(router.model(), FLASH);
    assert.match(asked[0]?.prompt ?? '', /<request>\nDo it\n<\/request>/);
  });

  it('takes the strong model from a score on', async () => {
    const { model } = evaluate({ complexity_score: 49 }, { complexity_score: 50 });
    const { route } = setup({ routing: 'numeric' });
    assert.equal((await route(model, 'a'))?.model, FLASH);
    assert.deepEqual(await route(model, 'b'), { model: STRONG, why: 'scored 50 of 100' });
  });

  it('goes on with the usual model where the evaluate fails or talks nonsense', async () => {
    const { model } = evaluate(undefined, { model_choice: 'huge' }, { model_choice: 7 });
    const { router, route } = setup();
    for (const prompt of ['a', 'b', 'c']) {
      assert.equal(await route(model, prompt), undefined);
      assert.equal(router.model(), FLASH);
    }
    const scores = evaluate({ complexity_score: 0 }, { complexity_score: 'many' });
    const numeric = setup({ routing: 'numeric' });
    assert.equal(await numeric.route(scores.model, 'a'), undefined);
    assert.equal(await numeric.route(scores.model, 'b'), undefined);
  });

  it('plans with the strong model whatever was evaluated, and forgets it afterwards', async () => {
    let mode: ApprovalMode = 'default';
    const { model } = evaluate({ model_choice: 'quick' });
    const { router, route } = setup({ mode: () => mode });
    await route(model);
    mode = 'plan';
    assert.equal(router.model(), STRONG);
    mode = 'autoEdit';
    assert.equal(router.model(), FLASH);
  });

  it('asks its strategies in order, and leaves out one that breaks', async () => {
    const input: RoutingInput = {
      name: 'auto',
      mode: 'default',
      routing: 'mode',
      threshold: 50,
      prompt: '',
      messages: [],
      asks: evaluate().model,
      availableFor: model => model,
    };
    const broken = { name: 'broken', decide: () => Promise.reject(new Error('no')) };
    const mine = { name: 'mine', decide: () => ({ model: 'm' }) };
    const failures: string[] = [];
    const ask = (...strategies: typeof STRATEGIES) =>
      choose(strategies, input, new AbortController().signal, name => void failures.push(name));
    assert.deepEqual(await ask(broken, mine, ...STRATEGIES), { model: 'm', by: 'mine' });
    assert.deepEqual(await ask(broken, ...STRATEGIES), { model: FLASH, by: 'default' });
    assert.deepEqual(failures, ['broken', 'broken']);
    const away = { ...input, availableFor: () => 'lite' };
    const choice = await choose(STRATEGIES, away, new AbortController().signal, () => undefined);
    assert.deepEqual(choice, { model: 'lite', by: 'fallback' });
  });

  it('is told in the chat in one line with what it took, and the prompt goes to that model', async () => {
    await using server = await startGeminiServer();
    const { model: utilityModel } = evaluate({ model_choice: 'strong' });
    const { router } = setup();
    const route = router.route.bind(router);
    const test = createTestSession({ url: server.url, utilityModel, route, model: () => router.model() });
    assert.equal((await test.say('Find the bug')).reason, 'done');
    assert.equal(server.requests[0]?.model, STRONG);
    const notice = test.session.state.messages.find(message => message.role === 'notice');
    assert.equal(notice?.text, `Model: ${STRONG} (rated complex; choosing took 100 tokens, about $0.0002)`);
    assert.ok(test.session.state.usage.total >= 100);
    assert.doesNotMatch(JSON.stringify(server.requests.map(({ contents }) => contents)), /evaluated/);
  });
});
