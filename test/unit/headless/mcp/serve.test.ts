import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { call, text } from '../../../support/gemini/replies';

const COMMAND = join(__dirname, '..', '..', '..', '..', 'dist', 'headless.js');

describe('pollux mcp serve', () => {
  const at = HeadlessPlace.use();
  let client: Client;
  let asked: string[];

  async function open(answer?: ElicitResult, args: readonly string[] = ['--trust']): Promise<void> {
    asked = [];
    client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
    if (answer)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message);
        return answer;
      });
    const { cwd, env } = at.with();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND, 'mcp', 'serve', ...args],
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'ignore',
    });
    await client.connect(transport);
  }
  const run = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { readonly text: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  const edit = call('replace', { file_path: 'note.txt', instruction: 'x', old_string: 'one', new_string: 'two' });

  afterEach(() => client.close());

  it('offers what only reads, and the agent', async () => {
    await open();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['list_directory', true],
        ['read_file', true],
        ['glob', true],
        ['search_file_content', true],
        ['ask', false],
      ],
    );
    assert.match(client.getInstructions() ?? '', /one folder/);
  });

  it('reads this folder, nothing beyond it, and no secrets', async () => {
    await at.scratch.put('home/work/.env', 'TOKEN=CANARY');
    await at.scratch.put('home/outside.txt', 'CANARY');
    await open();
    assert.match((await run('read_file', { file_path: 'note.txt' })).text, /one/);
    assert.match((await run('search_file_content', { pattern: 'one' })).text, /note\.txt/);
    for (const file_path of ['.env', '../outside.txt', at.scratch.absolute('home/outside.txt')]) {
      const { text: said, isError } = await run('read_file', { file_path });
      assert.equal(isError, true, file_path);
      assert.equal(said.includes('CANARY'), false);
    }
    assert.equal((await run('read_file', {})).isError, true);
    await assert.rejects(run('write_file', { file_path: 'a', content: '' }), /no tool write_file/);
  });

  it('lets the agent work, with its progress, and remembers the conversation', async () => {
    at.server.reply(call('read_file', { file_path: 'note.txt' }));
    at.server.reply(text('It says one.'));
    at.server.reply(text('Still one.'));
    await open();
    const progress: string[] = [];
    const result = await client.callTool({ name: 'ask', arguments: { prompt: 'What does note.txt say?' } }, undefined, {
      onprogress: ({ message = '' }) => progress.push(message),
    });
    assert.deepEqual(result.content, [{ type: 'text', text: 'It says one.' }]);
    assert.ok(
      progress.some(each => each.includes('note.txt')),
      progress.join(),
    );
    assert.equal((await run('ask', { prompt: 'Sure?' })).text, 'Still one.');
    assert.match(JSON.stringify(at.server.requests.at(-1)), /What does note\.txt say/);
  });

  it('asks the user of that program about a change, and does what they say', async () => {
    for (const [answer, left] of [
      [{ action: 'accept', content: { allow: true } }, 'two\n'],
      [{ action: 'accept', content: { allow: false, reason: 'not now' } }, 'one\n'],
      [{ action: 'decline' }, 'one\n'],
    ] as const) {
      await at.scratch.put('home/work/note.txt', 'one\n');
      at.server.reply(edit);
      at.server.reply(text('Done.'));
      await open(answer);
      assert.equal((await run('ask', { prompt: 'Change it' })).text, 'Done.');
      assert.match(asked[0] ?? '', /Edit note\.txt/);
      assert.equal(await at.note(), left);
      await client.close();
    }
  });

  it('changes nothing where nobody can be asked', async () => {
    at.server.reply(edit);
    at.server.reply(text('I could not.'));
    await open();
    assert.equal((await run('ask', { prompt: 'Change it' })).text, 'I could not.');
    assert.equal(await at.note(), 'one\n');
  });
});
