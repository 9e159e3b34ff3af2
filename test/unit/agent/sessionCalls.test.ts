import assert from 'node:assert/strict';
import { noOutputFiles } from '../../support/idlePorts';
import { call, text } from '../../support/gemini/replies';
import { runShellCommand } from '../../../src/tools/runShellCommand';
import { createMemoryWorkspace, MemoryFiles } from '../../support/memoryWorkspace';
import { noteTools } from '../../support/testSession';
import { LoopbackSessions } from '../../support/loopbackSessions';

describe('A session whose model calls tools', () => {
  const sessions = LoopbackSessions.use();
  const { start, responses } = sessions;

  it('gives the model some of what a command printed, and keeps the whole in a file', async () => {
    const saved: string[] = [];
    let limit = 40_000;
    sessions.server.reply(call('run_shell_command', { command: 'x' })).reply(text('Long.'));
    const test = start({
      startMode: 'yolo',
      tools: [runShellCommand],
      workspace: createMemoryWorkspace(new MemoryFiles(), ['/w']),
      terminal: { run: async () => ({ output: 'line\n'.repeat(20_000), exitCode: 0, signal: null }) },
      outputFiles: { ...noOutputFiles, save: async (name, all) => `/kept/${name}-${saved.push(all)}` },
      outputLimit: () => limit,
    });
    await test.say('Hi');
    const output = String(responses(1)[0]?.response?.output);
    assert.match(
      output,
      /^Output: line\n[^]*\[\d+ characters omitted; the full output is in \/kept\/run_shell_command-1,/,
    );
    assert.ok(output.length < 41_000);
    sessions.server.reply(call('run_shell_command', { command: 'x' })).reply(text('Long.'));
    assert.equal(saved[0], `Output: ${'line\n'.repeat(20_000).trimEnd()}\nExit Code: 0`);
    limit = 1000;
    await test.say('Again');
    assert.ok(String(responses(3)[0]?.response?.output).length < 1500);
  });

  it('tells the model about unknown tools, wrong arguments and tools that throw, and goes on', async () => {
    sessions.server
      .reply(call('raed_note'), call('read_note', { nam: 'a' }), call('read_note', { name: 'bug' }))
      .reply(text('Sorry.'));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    const [unknown, wrong, bug] = responses(1).map(({ response }) => String(response?.error));
    assert.match(unknown ?? '', /no tool named "raed_note".*Did you mean.*read_note/);
    const results = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['error', 'error', 'error'],
    );
    assert.match(results[0]?.error ?? '', /^There is no tool named raed_note\./);
    assert.match(wrong ?? '', /must have required property 'name'.*It takes: name/s);
    assert.match(bug ?? '', /a bug/);
    assert.deepEqual(test.errors.map(String), ['TypeError: a bug']);
  });

  it('names tools of which the unknown name is a part before those that are only spelled alike', async () => {
    const names = ['read_it', 'glob', 'ask', 'run_shell_command', 'search_file_content'];
    const tools = names.map(name => ({
      kind: 'read' as const,
      name,
      ...(name.startsWith('search') && { otherNames: ['grep_search'] }),
      description: '',
      parameters: { type: 'object', properties: {} },
      title: () => name,
      run: async () => ({ content: '' }),
    }));
    sessions.server
      .reply(call('shell'), call('grep'), call('READ_IT'), call('x'.repeat(1_000_000)))
      .reply(text('Sorry.'));
    await start({ tools }).say('Hi');
    const errors = responses(1).map(({ response }) => String(response?.error));
    const firsts = errors.map(error => /mean one of: (\w+)/.exec(error)?.[1]);
    assert.deepEqual(firsts.slice(0, 3), ['run_shell_command', 'search_file_content', 'read_it']);
    assert.equal(errors[2], 'There is no tool named "READ_IT". Did you mean one of: read_it?');
    assert.match(errors[3] ?? '', /x". Call only tools that are declared\.$/);
  });

  it('turns numbers and booleans that came as strings into what they are', async () => {
    const seen: unknown[] = [];
    const tool = {
      kind: 'read' as const,
      name: 'count',
      description: '',
      parameters: { type: 'object', properties: { n: { type: 'integer' }, all: { type: 'boolean' } } },
      title: () => 'Count',
      run: async (args: unknown) => ({ content: String(seen.push(args)) }),
    };
    sessions.server.reply(call('count', { n: '3', all: 'true' })).reply(text('Done.'));
    await start({ tools: [tool] }).say('Hi');
    assert.deepEqual(seen, [{ n: 3, all: true }]);
  });

  it('runs neighbouring reads together and changes in order', async () => {
    const log: string[] = [];
    let open = 0;
    const slow = (name: string) => ({
      kind: 'read' as const,
      name,
      description: '',
      parameters: { type: 'object' },
      title: () => name,
      run: async () => {
        log.push(`${name} with ${open++} others`);
        await new Promise(resolve => setImmediate(resolve));
        open--;
        return { content: name };
      },
    });
    sessions.server
      .reply(call('a'), call('b'), call('write_note', { name: 'n', text: 'x' }), call('a'))
      .reply(text('Done.'));
    await start({ tools: [slow('a'), slow('b'), ...noteTools], startMode: 'yolo' }).say('Hi');
    assert.deepEqual(log, ['a with 0 others', 'b with 1 others', 'a with 0 others']);
    assert.deepEqual(
      responses(1).map(({ name }) => name),
      ['a', 'b', 'write_note', 'a'],
    );
  });
});
