import assert from 'node:assert/strict';
import { offerText, serverRecord } from '../../../../src/headless/mcp/serverTexts';
import { configOf, echoTool, fakeServers } from '../../../support/fakeMcp';

describe('What pollux mcp prints of a server', () => {
  const server = async () => {
    const tools = ['echo', 'drop', 'hid\u202eden'].map(name => ({ ...echoTool, name, description: 'Says \u202eit' }));
    const configs = async () => [configOf('notes', { command: 'notes', excludeTools: ['drop'] })];
    const { registry } = fakeServers({ notes: { tools, resources: { 'memo://a\u200bb': '' } } }, { configs });
    await registry.connectAll();
    return registry.get('notes') ?? assert.fail();
  };

  it('says which tools the settings exclude', async () => {
    const text = offerText(await server());
    assert.match(text, /^ {2}echo: Says/m);
    assert.match(text, /^ {2}drop \(excluded by the settings\): Says/m);
    assert.deepEqual(
      serverRecord(await server()).tools.map(tool => 'excluded' in tool),
      [false, true, false],
    );
  });

  it('writes out what can’t be seen', async () => {
    const text = offerText(await server());
    assert.doesNotMatch(text, /[\u202e\u200b]/);
    assert.match(text, /hid\\u\{202e\}den/);
    assert.match(text, /memo:\/\/a\\u\{200b\}b/);
  });
});
