import assert from 'node:assert/strict';
import { secretsIn, settingsForReport } from '../../../src/config/reportSettings';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { readSettings } from '../../../src/config/settings';
import { layerOf } from '../../../src/config/settingsText';

describe('The settings of a report', () => {
  it('are those that somebody changed; of texts only that', () => {
    const layer = layerOf('user', 's.json', {
      'model.maxSessionTurns': 3,
      'general.plan.enabled': false,
      'output.format': 'json',
      'mcp.serverCommand': 'server --token canary',
      policyPaths: ['/home/ada/rules'],
    });
    const own = readSettings(
      key => ({ baseUrl: 'http://canary.test', review: 'after' } as Record<string, unknown>)[key],
    );
    assert.deepEqual(settingsForReport({ settings: mergeSettings([layer], {}).settings }, own), {
      'output.format': 'json',
      'model.maxSessionTurns': 3,
      'general.plan.enabled': false,
      'mcp.serverCommand': '(set)',
      policyPaths: '(set)',
      'pollux.review': 'after',
      'pollux.baseUrl': '(set)',
    });
  });

  it('know secrets by the names of variables', () => {
    assert.deepEqual(secretsIn({ GEMINI_API_KEY: 'a', HOME: 'b', MY_TOKEN: 'c', DB_PASSWORD: '' }), ['a', 'c']);
  });
});
