import assert from 'node:assert/strict';
import { readModelConfigs } from '../../../src/config/modelConfigs';
import { brokenAlias, BUILT_IN_ALIASES, resolveConversation, resolveJob } from '../../../src/gemini/modelConfigs';

const read = (...texts: readonly string[]) =>
  readModelConfigs(
    texts.map((text, i) => ({ scope: 'user', file: `settings${i}.json`, text })),
    BUILT_IN_ALIASES,
  );
const configsOf = (...configs: readonly object[]) => {
  const { configs: found, problems } = read(...configs.map(modelConfigs => JSON.stringify({ modelConfigs })));
  assert.deepEqual(problems, []);
  return found;
};
const alias = (base: string | undefined, content: object, model?: string) => ({
  ...(base !== undefined && { extends: base }),
  modelConfig: { ...(model !== undefined && { model }), generateContentConfig: content },
});

describe('The configuration of models', () => {
  it('inherits by extends, and the nearer one wins', () => {
    const configs = configsOf({
      customAliases: {
        careful: alias('pro', { thinkingConfig: { thinkingLevel: 'HIGH' }, maxOutputTokens: 9 }),
        terse: alias('careful', { maxOutputTokens: 5, topK: 3 }),
      },
    });
    assert.deepEqual(resolveConversation(configs, 'terse'), {
      model: 'gemini-4-argon',
      generation: { includeThoughts: true, thinking: 'high', maxOutputTokens: 5, topK: 3 },
    });
  });

  it('says nothing of thinking where an alias extends one for jobs, as Gemini CLI does not', () => {
    const configs = configsOf({ customAliases: { mine: alias('gemini-2.5-flash-base', { maxOutputTokens: 9 }) } });
    assert.deepEqual(resolveConversation(configs, 'mine'), {
      model: 'gemini-2.5-flash',
      generation: { temperature: 0, topP: 1, maxOutputTokens: 9 },
    });
  });

  it('takes any other name for that of a model', () => {
    assert.deepEqual(resolveConversation(configsOf({}), 'gemini-5-xenon'), {
      model: 'gemini-5-xenon',
      generation: { includeThoughts: true },
    });
  });

  it('has a job for each alias of that name, with the model of the conversation unless it names one', () => {
    const configs = configsOf({ aliases: { 'web-search': alias('base', { temperature: 0.5 }) } });
    assert.deepEqual(resolveJob(configs, 'webSearch', 'mine'), {
      model: 'mine',
      generation: { temperature: 0.5, topP: 1 },
    });
    assert.deepEqual(resolveJob(configs, 'classifier', 'mine'), {
      model: 'gemini-3.5-flash-lite',
      generation: { temperature: 0, topP: 1, thinking: 'low', maxOutputTokens: 1024 },
    });
  });

  it('overrides what matches, the more specific last', () => {
    const override = (match: object, temperature: number) => ({ match, ...alias(undefined, { temperature }) });
    const configs = configsOf({
      overrides: [
        override({ model: 'gemini-3.8-flash', overrideScope: 'core' }, 0.3),
        override({ model: 'flash' }, 0.2),
        override({ overrideScope: 'web-fetch' }, 0.4),
      ],
    });
    const temperature = (name: string) => resolveConversation(configs, name).generation.temperature;
    assert.deepEqual(['flash', 'gemini-3.8-flash', 'pro'].map(temperature), [0.3, 0.3, undefined]);
    assert.equal(resolveJob(configs, 'webFetch', 'gemini-4-argon').generation.temperature, 0.4);
    assert.equal(resolveJob(configs, 'summary', 'gemini-4-argon').generation.temperature, 0);
  });

  it('joins layers, the higher one above', () => {
    const configs = configsOf(
      { customAliases: { mine: alias('flash', { topK: 1 }), low: alias('flash', { topK: 1 }) } },
      { customAliases: { mine: alias('pro', { topK: 2 }) } },
    );
    assert.equal(resolveConversation(configs, 'mine').model, 'gemini-4-argon');
    assert.equal(resolveConversation(configs, 'low').generation.topK, 1);
  });

  it('refuses circles and what is extended but not there, with file and line', () => {
    const { configs, problems } = read(`{ "modelConfigs": { "customAliases": {
      "a": { "extends": "b" },
      "b": { "extends": "a" },
      "flash": { "extends": "flash" },
      "lost": { "extends": "nowhere" }
    } } }`);
    assert.deepEqual(
      problems.map(({ file, line, severity }) => [file, line, severity]),
      [5 - 1, 2, 3, 5].map(line => ['settings0.json', line, 'error']),
    );
    assert.match(problems.map(({ message }) => message).join('\n'), /a → b → a[^]*"nowhere", which doesn't exist/);
    assert.equal(resolveConversation(configs, 'a').model, 'a', 'nothing else takes its place');
    assert.match(brokenAlias(configs, 'a')?.message ?? '', /“a”.*settings0\.json:2: .*a → b → a.*Correct the file/);
    assert.match(brokenAlias(configs, 'lost')?.message ?? '', /settings0\.json:5: .*"nowhere"/);
    for (const fine of ['flash', 'gemini-5-xenon']) assert.equal(brokenAlias(configs, fine), undefined);
    assert.equal(resolveConversation(configs, 'flash').model, 'gemini-3.8-flash', 'the built-in one holds');
  });

  it('leaves out what is not of its type, and says where', () => {
    const { configs, problems } = read(`{
      "modelConfigs": {
        "customAliases": {
          "mine": { "extends": "flash", "modelConfig": { "generateContentConfig": {
            "temperature": 9,
            "topP": 0.5,
            "thinkingConfig": { "thinkingLevel": "huge" },
            "seed": 4
          } } },
          "odd": 3
        },
        "overrides": [ { "match": { "isRetry": true }, "modelConfig": {} }, 4 ]
      }
    }`);
    assert.deepEqual(
      problems.map(({ line, severity }) => [line, severity]),
      [
        [5, 'error'],
        [7, 'error'],
        [8, 'hint'],
        [10, 'error'],
        [12, 'error'],
        [12, 'error'],
      ],
    );
    assert.deepEqual(resolveConversation(configs, 'mine').generation, { includeThoughts: true, topP: 0.5 });
    assert.deepEqual(configs.overrides, [], 'what asks for more than we know holds for nothing');
  });

  it('survives what is no settings file', () => {
    for (const text of ['', '[', '[]', '{"modelConfigs":', '['.repeat(100_000)]) {
      assert.equal(read(text).configs.aliases.size, BUILT_IN_ALIASES.size);
    }
  });
});
