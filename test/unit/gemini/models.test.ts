import assert from 'node:assert/strict';
import type { GenerationSettings } from '../../../src/agent/ports/model';
import { settingsFor } from '../../../src/gemini/modelSettings';
import { DEFAULT_MODEL, inputLimitOf, modelInfo, MODELS, SMALL_MODEL } from '../../../src/gemini/models';
import { BUILT_IN_CONFIGS, resolveConversation } from '../../../src/gemini/modelConfigs';
import { AUTO, withoutAsking } from '../../../src/gemini/routing';

const resolveModel = (name: string, isPlanning: boolean) =>
  resolveConversation(BUILT_IN_CONFIGS, withoutAsking(name, isPlanning ? 'plan' : 'default')).model;

describe('The table of models', () => {
  it('has the default and the small model, and each model once', () => {
    const ids = MODELS.map(({ id }) => id);
    assert.ok(ids.includes(DEFAULT_MODEL) && ids.includes(SMALL_MODEL));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('guesses what it does not name', () => {
    assert.equal(inputLimitOf('gemini-5-xenon'), 1_048_576);
    assert.equal(inputLimitOf('gemma-4-27b'), 256_000);
    assert.deepEqual(
      ['gemini-5-xenon', 'gemini-2.5-flash', 'gemma-4-27b'].map(id => modelInfo(id).thinking),
      ['level', 'budget', 'none'],
    );
  });
});

describe('The name of a model', () => {
  it('may be an alias, and automatic means the strongest for planning', () => {
    const names = ['pro', 'flash', 'flash-lite', 'auto'];
    assert.deepEqual(
      names.map(name => resolveModel(name, false)),
      ['gemini-4-argon', DEFAULT_MODEL, SMALL_MODEL, DEFAULT_MODEL],
    );
    assert.equal(resolveModel(AUTO, true), 'gemini-4-argon');
    assert.equal(resolveModel('flash', true), DEFAULT_MODEL, 'what the person chose stays');
  });

  it('is taken as it is otherwise', () => {
    for (const name of ['gemini-5-xenon', 'tunedModels/mine', 'constructor'])
      assert.equal(resolveModel(name, true), name);
  });
});

describe('The settings of a request', () => {
  const steady = { temperature: 0, topP: 1, maxOutputTokens: 9, thinking: 'low' } as const;

  it('leave out what the model does not heed', () => {
    assert.deepEqual(settingsFor('gemini-3.8-flash', steady), {
      maxOutputTokens: 9,
      thinkingConfig: { thinkingLevel: 'LOW' },
    });
    assert.deepEqual(settingsFor('gemini-5-xenon', steady), {
      ...{ temperature: 0, topP: 1, maxOutputTokens: 9 },
      thinkingConfig: { thinkingLevel: 'LOW' },
    });
  });

  it('count thinking in tokens for models that know no levels, and ask for none where there is none', () => {
    assert.deepEqual(settingsFor('gemini-2.5-flash', { thinking: 'high' }), {
      thinkingConfig: { thinkingBudget: 8192 },
    });
    assert.deepEqual(settingsFor('gemma-4-27b', { thinking: 'high' }), {});
    assert.deepEqual(settingsFor('gemma-4-27b'), {});
  });

  it('are for a conversation that thoughts are shown', () => {
    assert.deepEqual(settingsFor('gemini-2.5-flash'), { thinkingConfig: { includeThoughts: true } });
  });

  it('take the nearest level that the model has, and a number of tokens for what it comes to', () => {
    const level = (model: string, thinking: GenerationSettings['thinking']) =>
      JSON.stringify(settingsFor(model, { ...(thinking !== undefined && { thinking }) }));
    assert.match(level('gemini-3.8-flash', 'minimal'), /"LOW"/);
    assert.match(level('gemini-3.5-flash-lite', 'minimal'), /"MINIMAL"/);
    assert.match(level('gemini-3.8-flash', 512), /"LOW"/);
    assert.match(level('gemini-3.8-flash', 20_000), /"HIGH"/);
    assert.equal(level('gemini-3.8-flash', -1), '{}', 'as the model sees fit');
    assert.match(level('gemini-2.5-flash', 777), /"thinkingBudget":777/);
  });
});
