import assert from 'node:assert/strict';
import { mergeSettings } from '../../../../src/config/mergeSettings';
import { layerOf, parseSettings } from '../../../../src/config/settingsText';
import { forcedSection } from '../../../../src/extension/sources/forcedSettings';

describe('What the administrator has set, in the view Context', () => {
  const system = (value: object) =>
    parseSettings({ scope: 'system', file: '/etc/gemini-cli/settings.json', text: JSON.stringify(value, null, 1) });
  const user = layerOf('user', 'mine.json', { 'model.name': 'mine', 'mcp.excluded': ['c'] });

  it('is there only if there is something', () => {
    const isShown = (...layers: Parameters<typeof mergeSettings>[0]) =>
      forcedSection(mergeSettings(layers, {})).isShown?.();
    assert.deepEqual(
      [isShown(), isShown(user), isShown(user, system({ mcp: { excluded: ['b'] } }))],
      [false, false, true],
    );
  });

  it('names each setting with the administrator’s value and the place in the file', async () => {
    const file = system({ mcp: { excluded: ['b'], allowed: [] }, security: { disableYoloMode: true } });
    const rows = await forcedSection(mergeSettings([user, file], {})).entries();
    assert.deepEqual(
      rows.map(({ label, description, file: opened, line, icon }) => [label, description, opened, line, icon]),
      [
        ['mcp.excluded', 'b', '/etc/gemini-cli/settings.json', 3, 'lock'],
        ['mcp.allowed', '[]', '/etc/gemini-cli/settings.json', 6, 'lock'],
        ['security.disableYoloMode', 'true', '/etc/gemini-cli/settings.json', 9, 'lock'],
      ],
    );
  });

  it('has no file to open for what comes with the account', async () => {
    const controls = layerOf('controls', 'the administrator of your Google account', { 'admin.mcp.enabled': false });
    const [row] = await forcedSection(mergeSettings([user, controls], {})).entries();
    assert.deepEqual(
      [row?.label, row?.description, row?.file, row?.tooltip],
      ['admin.mcp.enabled', 'false', undefined, 'admin.mcp.enabled: false\n\nthe administrator of your Google account'],
    );
  });
});
