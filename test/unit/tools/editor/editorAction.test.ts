import assert from 'node:assert/strict';
import { toolsFor } from '../../../../src/agent/agents/agentTools';
import type { Tool } from '../../../../src/agent/tool';
import { createTools } from '../../../../src/tools/index';
import { call } from '../../../support/gemini/replies';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

describe('editor_action', () => {
  const tools = (lists = {}) => createTools({ usesModel: () => true, features: fakeFeatures(), lists });
  const told = (all: readonly Tool[]) => all.filter(({ isUndeclared }) => !isUndeclared).map(({ name }) => name);
  const find = (all: readonly Tool[], name: string) => all.find(each => each.name === name);

  it('stands for most tools of the editor, which it describes', () => {
    const all = tools();
    assert.ok(told(all).includes('get_diagnostics'));
    assert.ok(!told(all).includes('rename_symbol'));
    const { description, parameters } = find(all, 'editor_action') ?? assert.fail();
    assert.match(description, /- rename_symbol\(file_path, line, symbol, new_name\): Renames/);
    assert.match(description, /- find_references\(file_path, line, symbol\?, column\?, offset\?\): /);
    assert.ok('new_name' in (parameters as { properties: object }).properties);
  });

  it('calls the tool that is meant, whose arguments are checked as ever', async () => {
    await using server = await startGeminiServer();
    const ask = (args: object) => call('editor_action', { action: 'document_symbols', ...args });
    server.reply(ask({})).reply(ask({ file_path: 'none.ts' }));
    server.reply(call('document_symbols', { file_path: 'none.ts' }));
    await createTestSession({ url: server.url, tools: tools() }).say('Go');
    const outputs = server.requests.map(({ toolOutputs }) => toolOutputs[0] ?? '');
    assert.match(outputs[1] ?? '', /file_path/);
    // The tool itself has run: it looked for the file.
    assert.match(outputs[2] ?? '', /no files in this test/);
    assert.equal(outputs[3], outputs[2]);
  });

  it('leaves out what settings leave out, and goes with all of it where it is excluded', () => {
    const without = tools({ excluded: ['rename_symbol'] });
    assert.equal(find(without, 'rename_symbol'), undefined);
    assert.doesNotMatch(find(without, 'editor_action')?.description ?? '', /rename_symbol/);
    assert.ok(!tools({ excluded: ['editor_action'] }).some(({ name }) => /rename|editor_action/.test(name)));
    assert.deepEqual(told(tools({ core: ['find_references'] })), ['find_references']);
  });

  it('is what a rule may mean a tool by, and is not needed by an agent that names one', () => {
    const all = tools();
    assert.deepEqual(find(all, 'rename_symbol')?.rulesFor?.({} as never), ['editor_action']);
    assert.deepEqual(told(toolsFor(['find_references'], all)), ['find_references']);
  });
});
