import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { apiError, quotaFailure } from '../../support/gemini/errors';
import { text, usage } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { runCommand } from '../../support/polluxCommand';
import { Scratch } from '../../support/scratch';

interface Stats {
  readonly models: Readonly<
    Record<string, { readonly api: { readonly totalRequests: number }; readonly estimated_cost_usd?: number }>
  >;
}

describe('The models of pollux, headless', () => {
  let server: GeminiServer;
  let home: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer();
    home = await Scratch.make();
  });
  afterEach(async () => {
    await server.close();
    await home.close();
  });

  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const env = { GEMINI_CLI_HOME: home.path, GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url, ...more };
    return runCommand(args, { cwd: home.path, env });
  };
  const stats = (out: string) => (JSON.parse(out) as { stats: Stats }).stats;
  const counts = usage({ promptTokenCount: 1000, candidatesTokenCount: 100 });

  it('answer by the modelConfigs of the settings, and their price is estimated', async () => {
    const thinkingConfig = { thinkingLevel: 'high' };
    const mine = { extends: 'flash', modelConfig: { generateContentConfig: { thinkingConfig } } };
    await home.put('.gemini/settings.json', JSON.stringify({ modelConfigs: { customAliases: { mine } } }));
    server.respond(() => [text('Fine.'), counts]);
    const { code, out, err } = await run(['-m', 'mine', '--output-format', 'json', '-p', 'Hi']);
    assert.equal(code, 0, err);
    const [request] = server.requests;
    assert.equal(request?.model, 'gemini-3.8-flash');
    assert.deepEqual(request.body.generationConfig?.thinkingConfig, { includeThoughts: true, thinkingLevel: 'HIGH' });
    assert.ok((stats(out).models['gemini-3.8-flash']?.estimated_cost_usd ?? 0) > 0);
  });

  it('are not asked by the name of an alias that goes in a circle', async () => {
    const customAliases = { round: { extends: 'about' }, about: { extends: 'round' }, self: { extends: 'self' } };
    await home.put('.gemini/settings.json', JSON.stringify({ modelConfigs: { customAliases } }));
    for (const name of ['round', 'self']) {
      const { code, err } = await run(['-m', name, '-p', 'Hi']);
      assert.equal(code, 52, err);
      assert.match(err, new RegExp(`The model “${name}” can’t be asked\\. .*settings\\.json:1: The alias "${name}"`));
    }
    assert.equal(server.requests.length, 0);
    const other = await run(['-p', 'Hi']);
    assert.equal(other.code, 0, 'another model is to be had, and the mistake is said');
    assert.match(other.err, /settings\.json:1: The alias "round" is part of a circle/);
  });

  it('are chosen by a small one where that is set, which is said and counted', async () => {
    server.respond(({ model }) =>
      model === 'gemini-3.5-flash-lite' ? [text('{"reasoning":"r","model_choice":"strong"}'), counts] : undefined,
    );
    const args = ['-m', 'auto', '--output-format', 'json', '-p', 'Find the deep bug'];
    const { code, out } = await run(args, { POLLUX_ROUTING_STRATEGY: 'classifier' });
    assert.equal(code, 0);
    assert.deepEqual(
      server.requests.map(({ model }) => model),
      ['gemini-3.5-flash-lite', 'gemini-4-argon'],
    );
    assert.equal(stats(out).models['gemini-3.5-flash-lite']?.api.totalRequests, 1);
    const said = await run(['-m', 'auto', '-p', 'Another'], { POLLUX_ROUTING_STRATEGY: 'classifier' });
    assert.match(said.err, /Model: gemini-4-argon \(rated complex; choosing took \d+ tokens, about \$0\.0\d+\)/);
  });

  it('are another for a small job where one is used up, unless that is forbidden', async () => {
    server.respond(({ model, body }) => {
      if (model === 'gemini-3.5-flash-lite') return apiError(429, { details: [quotaFailure()] });
      if (!JSON.stringify(body).includes('model_choice')) return undefined;
      return [text('{"reasoning":"r","model_choice":"strong"}'), counts];
    });
    const routing = { POLLUX_ROUTING_STRATEGY: 'classifier' };
    const { code, err } = await run(['-m', 'auto', '-p', 'Find the deep bug'], routing);
    assert.equal(code, 0);
    assert.match(err, /quota of this model is used up.*Continuing with gemini-3\.8-flash\./);
    const asked = () => server.requests.map(({ model }) => model);
    assert.deepEqual(asked(), ['gemini-3.5-flash-lite', 'gemini-3.8-flash', 'gemini-4-argon']);
    assert.equal((await run(['-m', 'auto', '-p', 'Another'], { ...routing, POLLUX_FALLBACK: 'never' })).code, 0);
    assert.deepEqual(asked().slice(3), ['gemini-3.5-flash-lite', 'gemini-3.8-flash']);
  });

  it('are another where a quota is used up and that is set, which is said once', async () => {
    server.respond(({ model }) =>
      model === 'gemini-4-argon' ? apiError(429, { details: [quotaFailure()] }) : undefined,
    );
    const { code, out, err } = await run(['-m', 'gemini-4-argon', '-p', 'Hi'], { POLLUX_FALLBACK: 'automatic' });
    assert.deepEqual([code, out], [0, 'Done.\n']);
    const said = 'Continuing with gemini-3.8-flash instead of gemini-4-argon.';
    assert.equal(err, `The quota of this model is used up (429). ${said}\n`);
  });

  it('are not asked beyond the budget of the day, which all runs share', async () => {
    server.respond(() => [text('Fine.'), counts]);
    const budget = { POLLUX_BUDGET_DAY_TOKENS: '1500' };
    assert.equal((await run(['-p', 'One'], budget)).code, 0);
    assert.equal((await run(['-p', 'Two'])).code, 0);
    const third = await run(['-p', 'Three'], budget);
    assert.equal(third.code, 53);
    assert.match(third.err, /the budget of today is used up \(2200 of 1500 tokens\)/);
    assert.equal(server.requests.length, 2);
  });

  it('are asked although a line of what was spent is damaged, and not at all where a budget can not be read', async () => {
    assert.equal((await run(['-p', 'One'])).code, 0);
    const [name = ''] = readdirSync(home.absolute('.pollux/spending'));
    await home.put(`.pollux/spending/${name}`, 'not a line of ours\n');
    const damaged = await run(['-p', 'Two'], { POLLUX_BUDGET_DAY_MONEY: '5' });
    assert.equal(damaged.code, 0);
    const wrong = await run(['-p', 'Three'], { POLLUX_BUDGET_DAY_MONEY: 'five' });
    assert.equal(wrong.code, 52);
    assert.match(wrong.err, /POLLUX_BUDGET_DAY_MONEY can't be used: "five"/);
    assert.equal(server.requests.length, 2);
  });
});
