import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readModelConfigs } from '../../src/config/modelConfigs';
import { BUILT_IN_ALIASES, resolveConversation, resolveJob } from '../../src/gemini/modelConfigs';
import { fuzzRuns } from '../support/fuzzRuns';

describe('The configuration of models, for any files,', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'flash', 'base', 'classifier', 'chat-base', 'nowhere');
  const alias = fc.record(
    { extends: name, modelConfig: fc.oneof(fc.record({ model: name }), fc.jsonValue()) },
    { requiredKeys: [] },
  );
  const match = fc.record({ model: name, overrideScope: name }, { requiredKeys: [] });
  const config = fc.record(
    {
      aliases: fc.dictionary(name, fc.oneof({ weight: 5, arbitrary: alias }, { weight: 1, arbitrary: fc.jsonValue() })),
      customAliases: fc.dictionary(name, alias),
      overrides: fc.array(fc.oneof(fc.record({ match, modelConfig: fc.jsonValue() }), fc.jsonValue()), {
        maxLength: 3,
      }),
    },
    { requiredKeys: [] },
  );

  it('always comes to a model, and every alias to an end', () => {
    fc.assert(
      fc.property(fc.array(config, { maxLength: 3 }), name, (files, wanted) => {
        const texts = files.map(modelConfigs => JSON.stringify({ modelConfigs }));
        const read = texts.map((text, i) => ({ scope: 'user', file: `${i}.json`, text }) as const);
        const { configs, problems } = readModelConfigs(read, BUILT_IN_ALIASES);
        for (const [each, { extends: base }] of configs.aliases) {
          assert.ok(base === undefined || configs.aliases.has(base), `${each} extends ${base}, which is not there`);
        }
        assert.notEqual(resolveConversation(configs, wanted).model, '');
        assert.notEqual(resolveJob(configs, 'classifier', 'mine').model, '');
        for (const { file, line } of problems) assert.ok(Number(line) >= 1 && read.some(each => each.file === file));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});
