import assert from 'node:assert/strict';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { parseSettings } from '../../../src/config/settingsText';
import { isBlocked, mcpSettingsOf } from '../../../src/mcp/mcpSettings';
import { configOf } from '../../support/fakeMcp';

describe('An administrator’s list of MCP servers', () => {
  const settingsBy = (config: unknown) => {
    const text = JSON.stringify({ admin: { mcp: { config } } });
    const { settings, problems } = mergeSettings([parseSettings({ scope: 'system', file: 'system', text })], {});
    return { settings: mcpSettingsOf(settings), problems };
  };
  const isOff = (name: string, row: unknown, config: unknown) =>
    isBlocked(configOf(name, row), settingsBy(config).settings);
  const http = (url: string) => ({ type: 'http', url });

  it('leaves out the others', () => {
    const listed = { tracker: { url: 'https://tracker.example/mcp' }, local: {} };
    assert.deepEqual(
      [
        isOff('tracker', http('https://tracker.example/mcp'), listed),
        isOff('tracker', http('https://evil.example/mcp'), listed),
        isOff('tracker', { command: 'evil' }, listed),
        isOff('local', { command: 'server' }, listed),
        isOff('other', { command: 'server' }, listed),
      ],
      [false, true, true, false, true],
    );
  });

  it('is none where it is empty, and closes all where it is no list', () => {
    assert.equal(isOff('any', { command: 'server' }, {}), false);
    assert.deepEqual(
      settingsBy(7).problems.map(({ severity }) => severity),
      ['fatal'],
    );
  });
});
