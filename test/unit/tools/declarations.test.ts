import assert from 'node:assert/strict';
import { CompleteTask } from '../../../src/agent/agents/completeTask';
import { createInvokeAgent } from '../../../src/agent/agents/agentSource';
import type { Skill, Skills } from '../../../src/agent/ports/skills';
import type { Tool } from '../../../src/agent/tool';
import { fakeFeatures } from '../../support/fakeFeatures';
import { toolError } from '../../support/toolError';
import { ToolPlace, toolNamed } from '../../support/toolPlace';
import { builtinTools, createTools } from '../../../src/tools/index';

describe('The built-in tools', () => {
  it('have the names that the model knows', () => {
    assert.deepEqual(
      builtinTools.map(tool => tool.name),
      [
        'list_directory',
        'read_file',
        'read_many_files',
        'glob',
        'search_file_content',
        'replace',
        'write_file',
        'run_shell_command',
        'list_background_processes',
        'read_background_output',
        'kill_background_process',
        'web_fetch',
        'google_web_search',
        'save_memory',
        'write_todos',
        'ask_user',
        'enter_plan_mode',
        'exit_plan_mode',
      ],
    );
  });

  it('are declared in few words', () => {
    const declared = builtinTools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    assert.ok(JSON.stringify(declared).length < 10_500);
  });

  it('have an icon for people, those of the editor, of skills and of agents as well', () => {
    const skills: readonly Skill[] = [
      { name: 's', description: 'd', tier: 'user', file: '/s/SKILL.md', instructions: 'i' },
    ];
    const tools = createTools({ usesModel: () => false, features: fakeFeatures(), skills, registry: {} as Skills });
    const agents = [createInvokeAgent([], () => assert.fail()), new CompleteTask().tool as Tool];
    const iconOf = Object.fromEntries([...tools, ...agents].map(({ name, icon }) => [name, icon]));
    assert.deepEqual(
      Object.keys(iconOf).filter(name => iconOf[name] === undefined),
      [],
    );
    const { replace, rename_symbol, invoke_agent, activate_skill, save_memory } = iconOf;
    assert.deepEqual(
      [replace, rename_symbol, invoke_agent, activate_skill, save_memory],
      ['edit', 'edit', 'agent', 'skill', 'memory'],
    );
  });

  it('have a title for people', () => {
    const title = (name: string, args: object) => toolNamed(name).title(args as never, path => path.replace('/w/', ''));
    assert.equal(title('list_directory', { dir_path: '/w/src' }), 'List src');
    assert.equal(title('read_file', { file_path: '/w/a.ts' }), 'Read a.ts');
    assert.equal(title('glob', { pattern: '**/*.ts' }), 'Find **/*.ts');
    assert.equal(title('search_file_content', { pattern: 'x+' }), 'Search x+');
    assert.equal(title('replace', { file_path: '/w/a.ts' }), 'Edit a.ts');
    assert.equal(title('write_file', { file_path: '/w/a.ts' }), 'Write a.ts');
    assert.equal(title('run_shell_command', { command: 'npm test\nrm x' }), 'Run npm test');
    assert.equal(title('run_shell_command', { command: 'x'.repeat(200) }), `Run ${'x'.repeat(79)}…`);
    assert.equal(title('run_shell_command', { command: 'ls\u00a0\u202ex' }), 'Run ls\\u{A0}\\u{202E}x');
  });

  describe('take the arguments of every version', () => {
    const place = new ToolPlace();
    const rows: readonly (readonly [tool: string, given: object, meant: object])[] = [
      ['list_directory', { path: 'a' }, { dir_path: 'a' }],
      [
        'list_directory',
        { path: 'a', respect_git_ignore: false },
        { dir_path: 'a', file_filtering_options: { respect_git_ignore: false } },
      ],
      ['read_file', { absolute_path: 'a' }, { file_path: 'a' }],
      ['read_file', { path: 'a', offset: 0, limit: 10 }, { file_path: 'a', end_line: 10 }],
      ['read_file', { path: 'a', offset: 20, limit: 5 }, { file_path: 'a', start_line: 21, end_line: 25 }],
      ['read_file', { path: 'a', offset: 20 }, { file_path: 'a', start_line: 21 }],
      ['read_file', { path: 'a', limit: 5 }, { file_path: 'a', end_line: 5 }],
      ['read_many_files', { paths: 'a' }, { include: ['a'] }],
      ['glob', { pattern: 'x', path: 'a' }, { pattern: 'x', dir_path: 'a' }],
      [
        'search_file_content',
        { pattern: 'x', path: 'a', include: '*.ts' },
        { pattern: 'x', dir_path: 'a', include_pattern: '*.ts' },
      ],
      [
        'replace',
        { file_path: 'a', old_string: 'x', new_string: 'y', instruction: 'why' },
        { file_path: 'a', old_string: 'x', new_string: 'y' },
      ],
      [
        'replace',
        { path: 'a', old_string: 'x', new_string: 'y', expected_replacements: 2 },
        { file_path: 'a', old_string: 'x', new_string: 'y', expected_replacements: 2 },
      ],
      ['write_file', { path: 'a', content: 'x', modified_by_user: false }, { file_path: 'a', content: 'x' }],
      ['run_shell_command', { command: 'ls', directory: 'a' }, { command: 'ls', dir_path: 'a' }],
      ['run_shell_command', { command: 'ls', is_background: 'true' }, { command: 'ls', is_background: true }],
      ['run_shell_command', { command: 'ls', wait_for_previous: true }, { command: 'ls' }],
    ];
    for (const [tool, given, meant] of rows) {
      it(`${tool} ${JSON.stringify(given)}`, () => {
        assert.deepEqual(place.args(tool, given as Record<string, unknown>), meant);
      });
    }

    it('and prefer their own name to an older one', () => {
      assert.deepEqual(place.args('read_file', { path: 'old', file_path: 'new' }), { file_path: 'new' });
    });

    it('but no others', () => {
      const refused = toolError('invalid_tool_params');
      for (const args of [
        '{"path":"a","__proto__":{"x":1}}',
        '{"path":"a","colour":1}',
        '{}',
        '{"path":"a","offset":"x"}',
      ]) {
        assert.throws(() => place.args('read_file', JSON.parse(args) as Record<string, unknown>), refused, args);
      }
    });
  });
});
