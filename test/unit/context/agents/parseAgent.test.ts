import assert from 'node:assert/strict';
import type { AgentFormat } from '../../../../src/agent/ports/agents';
import { parseAgent } from '../../../../src/context/agents/parseAgent';

const parse = (text: string | null, format: AgentFormat = 'gemini', file = '/w/a/x.agent.md') =>
  parseAgent({ source: 'user', format, file, text });
const head = (...lines: readonly string[]) => ['---', ...lines, '---', 'Do it.'].join('\n');
const plain = ['name: reviewer', 'description: Reads a diff'];

describe('A file that defines an agent', () => {
  it('has the tools of the servers that it names, and says that none of its own are started', () => {
    const named = parse(head(...plain, 'tools: [read_file]', 'mcp_servers: [git, db]'));
    assert.deepEqual(named.agent?.tools, ['read_file', 'mcp_git_*', 'mcp_db_*']);
    assert.deepEqual(named.problems, []);
    assert.equal(parse(head(...plain, 'mcpServers: git')).agent?.tools, undefined);
    const own = parse(head(...plain, 'mcp_servers:', '  x:', '    command: node'));
    assert.match(own.problems[0]?.message ?? '', /Servers in this file aren't started/);
  });

  it('is read whole', () => {
    const { agent, problems } = parse(
      head(
        'name: reviewer',
        'display_name: The reviewer',
        'description: >',
        '  Reads a diff',
        '  and lists problems',
        'kind: local',
        'tools: [read_file, grep_search, "mcp_git_*"] # few',
        'model: flash',
        'temperature: 0.2',
        'max_turns: 15',
        'timeout_mins: 5',
      ),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(agent, {
      name: 'reviewer',
      title: 'The reviewer',
      description: 'Reads a diff and lists problems',
      instructions: 'Do it.',
      tools: ['read_file', 'grep_search', 'mcp_git_*'],
      model: 'flash',
      temperature: 0.2,
      maxTurns: 15,
      maxMinutes: 5,
      source: 'user',
      file: '/w/a/x.agent.md',
    });
  });

  it('needs no more than a name, a description and instructions', () => {
    const { agent } = parse(head(...plain, 'model: inherit'));
    assert.deepEqual([agent?.tools, agent?.model, agent?.maxTurns, agent?.maxMinutes], [undefined, undefined, 30, 10]);
    assert.deepEqual(parse(head(...plain, 'tools:', '- read_file', '- "glob"')).agent?.tools, ['read_file', 'glob']);
    assert.deepEqual(parse(head(...plain, 'tools: []')).agent?.tools, []);
    assert.equal(parse(head(...plain, 'tools: ["*"]')).agent?.tools, undefined);
  });

  it('that is broken is named with its line', () => {
    const broken: readonly (readonly [text: string | null, line: number | undefined, message: RegExp])[] = [
      [null, undefined, /can't be read/],
      ['Do it.', 1, /must begin with a line of ---/],
      ['---\nname: x\n', 1, /ends the head is missing/],
      [head('description: x'), 1, /"name"/],
      [head('name: a b', 'description: x'), 2, /"name"/],
      [head('name: a', 'description: ""'), 3, /"description"/],
      [head('name: a', `description: ${'x'.repeat(2000)}`), 3, /at most 1024/],
      [head(...plain, 'kind: remote'), 4, /kind "remote"/],
      [head(...plain, 'max_turns: many'), 4, /"max_turns"/],
      [head(...plain, 'timeout_mins: 0'), 4, /"timeout_mins"/],
      [head(...plain, 'temperature: 3'), 4, /"temperature"/],
      [head(...plain, 'name: twice'), 4, /twice/],
      [`---\n${plain.join('\n')}\n---\n`, undefined, /no instructions/],
    ];
    for (const [text, line, message] of broken) {
      const { agent, problems } = parse(text);
      assert.equal(agent, null);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
      assert.equal(problems[0]?.line, line, String(text));
    }
  });

  it('has all its mistakes named at once', () => {
    const { agent, problems } = parse(head('name: a b', 'kind: remote', 'max_turns: 0'));
    assert.equal(agent, null);
    assert.deepEqual(
      problems.map(({ line, message }) => [line, /"(\w+)"/.exec(message)?.[1]]),
      [
        [2, 'name'],
        [1, 'description'],
        [3, 'remote'],
        [4, 'max_turns'],
      ],
    );
  });

  it('says what has no effect, and what nobody sees', () => {
    const { agent, problems } = parse(
      head(...plain, 'mcp_servers: {}', 'tools: read_file, Bash(git:*)', 'x: a\u200bb'),
    );
    assert.ok(agent);
    assert.deepEqual(
      problems.map(({ line, severity }) => [line, severity]),
      [
        [4, 'hint'],
        [5, 'hint'],
        [6, 'error'],
      ],
    );
  });

  it('may be written for Claude Code or Copilot', () => {
    const claude = parse(head(...plain, 'tools: Read, Grep, mcp__git__log', 'model: sonnet'), 'claude');
    assert.deepEqual(claude.agent?.tools, [
      'read_file',
      'read_many_files',
      'list_directory',
      'search_file_content',
      'mcp_git_log',
    ]);
    assert.equal(claude.agent.model, undefined);
    assert.match(claude.problems[0]!.message, /"sonnet" isn't a Gemini model/);
    const copilot = parse(
      head('description: Plans', "tools: ['search', 'edit', 'git/*']"),
      'copilot',
      '/w/Planner.agent.md',
    );
    assert.equal(copilot.agent?.name, 'Planner');
    assert.ok(copilot.agent.tools?.includes('mcp_git_*') && copilot.agent.tools.includes('replace'));
  });
});
