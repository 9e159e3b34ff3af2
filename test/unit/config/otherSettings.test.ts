import assert from 'node:assert/strict';
import { GEMINI_ROW_BY_KEY } from '../../../src/config/geminiSettings';
import { OTHER_SETTINGS, otherSettingsOf, unusedText } from '../../../src/config/otherSettings';
import { parseSettings } from '../../../src/config/settingsText';
import { GEMINI_KEYS } from '../../support/geminiKeys';

/** `a.b` and a value as an object of objects. */
const nested = (key: string, value: unknown) =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
const isReadElsewhere = (key: string) =>
  key === 'mcpServers' ||
  key === 'admin.mcp.requiredConfig' ||
  key === 'agents.overrides' ||
  key.startsWith('hooks.') ||
  /^modelConfigs\.(?:aliases|customAliases|overrides|customOverrides)$/.test(key);

describe('Every setting of Gemini CLI', () => {
  it('is either gone by, or has an answer, and not both', () => {
    assert.ok(GEMINI_KEYS.length >= 220);
    const wrong = GEMINI_KEYS.filter(key => {
      const ways = [GEMINI_ROW_BY_KEY.has(key), otherSettingsOf(key) !== undefined, isReadElsewhere(key)];
      return ways.filter(Boolean).length !== 1;
    });
    assert.deepEqual(wrong, []);
  });

  it('that is not gone by is told of where it is set, by its whole name', () => {
    for (const key of GEMINI_KEYS.filter(each => otherSettingsOf(each))) {
      const text = JSON.stringify(nested(key, 'x'));
      const { problems } = parseSettings({ scope: 'user', file: 'f', text });
      const [problem] = problems;
      assert.deepEqual([problems.length, problem?.severity], [1, 'hint'], key);
      assert.ok(problem?.unused !== undefined && key.startsWith(problem.unused), `${key}: ${problem?.unused}`);
      assert.match(problem.message, /isn't used: such settings /);
    }
  });

  it('that is gone by is not told of', () => {
    for (const key of GEMINI_KEYS.filter(each => GEMINI_ROW_BY_KEY.has(each) || isReadElsewhere(each))) {
      const text = JSON.stringify(nested(key, []));
      const { problems } = parseSettings({ scope: 'user', file: 'f', text });
      assert.deepEqual(problems, [], key);
    }
  });

  it('is named in one answer only, and each answer says something of settings that there are', () => {
    const all = OTHER_SETTINGS.flatMap(({ keys }) => keys);
    assert.deepEqual(
      all.filter((key, i) => all.indexOf(key) !== i),
      [],
    );
    for (const key of all) {
      const isThere = key.endsWith('.*')
        ? GEMINI_KEYS.some(each => each.startsWith(key.slice(0, -1)))
        : GEMINI_KEYS.includes(key);
      assert.ok(isThere, key);
    }
  });

  it('that is not gone by is listed in one line, with those that nobody knows', () => {
    assert.equal(unusedText([]), undefined);
    assert.equal(
      unusedText(['ui.theme', 'experimental.autoMemory', 'ui.hideTips', 'model.nmae', 'ui.theme']),
      'ui.theme, ui.hideTips (have no meaning in an editor); experimental.autoMemory (aren’t available yet: memory that is written automatically); ' +
        'model.nmae (unknown)',
    );
  });
});
