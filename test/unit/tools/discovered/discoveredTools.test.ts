import assert from 'node:assert/strict';
import type { ToolCommand, ToolCommandEnd } from '../../../../src/agent/ports/toolCommands';
import { DiscoveredTools, type DiscoveryProblem } from '../../../../src/tools/discovered/discoveredTools';

const command = (setting: ToolCommand['setting'], line: string): ToolCommand => {
  return { setting, command: line, cwd: '/work', isProjects: true, file: '/work/.gemini/settings.json', line: 2 };
};
const end = (stdout: string): ToolCommandEnd => ({ stdout, stderr: '', exitCode: 0, signal: null });

describe('Discovered tools', () => {
  const make = () => {
    const ran: string[] = [];
    const problems: DiscoveryProblem[] = [];
    const state = { discovery: './list', mayRun: true, printed: '[{"name":"add"},{"name":"glob"}]' };
    const tools = new DiscoveredTools({
      commands: {
        discover: async line => {
          ran.push(line);
          return end(state.printed);
        },
        call: async () => end(''),
      },
      discovery: () => command('tools.discoveryCommand', state.discovery),
      call: () => command('tools.callCommand', './call'),
      mayRun: async () => state.mayRun,
      onProblems: found => problems.push(...found),
    });
    const source = tools.source({ lists: () => ({ excluded: ['never'] }), taken: async () => new Set(['glob']) });
    const names = async () => (await source.list()).map(({ name, otherNames }) => [name, otherNames]);
    return { ran, problems, state, source, names, tools };
  };

  it('are found once, and again when the command is another one', async () => {
    const { ran, state, source, names } = make();
    assert.deepEqual(await names(), [
      ['discovered_tool_add', ['add']],
      ['discovered_tool_glob', undefined],
    ]);
    const first = await source.list();
    assert.equal(await source.list(), first);
    state.discovery = './other';
    await names();
    assert.deepEqual(ran, ['./list', './other']);
  });

  it('are not there before their command is approved, and are as soon as it is', async () => {
    const { ran, state, names } = make();
    state.mayRun = false;
    assert.deepEqual([await names(), ran], [[], []]);
    state.mayRun = true;
    assert.equal((await names()).length, 2);
  });

  it('are called only by a command that may run now', async () => {
    const { state, source } = make();
    const [tool] = await source.list();
    assert.ok(tool?.kind === 'change');
    state.mayRun = false;
    await assert.rejects(tool.propose({} as never, {} as never), /has not approved it yet/);
    state.mayRun = true;
    assert.deepEqual(await tool.propose({ a: 1 } as never, {} as never), {
      kind: 'discovered',
      tool: 'add',
      command: './call add',
      cwd: '/work',
      input: '{"a":1}',
    });
  });

  it('are left out where they are excluded', async () => {
    const { state, names } = make();
    state.printed = '[{"name":"never"}]';
    assert.deepEqual(await names(), []);
  });

  it('tell once what is wrong, with file and line', async () => {
    const { state, problems, names } = make();
    state.printed = 'no';
    await names();
    await names();
    assert.equal(problems.length, 1);
    assert.deepEqual([problems[0]?.file, problems[0]?.line], ['/work/.gemini/settings.json', 2]);
  });
});
