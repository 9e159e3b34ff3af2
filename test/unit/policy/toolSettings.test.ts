import assert from 'node:assert/strict';
import type { ToolSettings } from '../../../src/policy/toolRules';
import { isOffered, rulesFromSettings } from '../../../src/policy/toolRules';
import type { Proposal } from '../../../src/shared/proposals';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { testPolicy } from '../../support/testPolicy';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const edit: Proposal = { kind: 'edit', path: 'a', file: '/w/a', before: 'a', after: 'b' };

describe('The lists of tools in settings', () => {
  const decide = async (settings: ToolSettings, mode: ApprovalMode, toolName: string, proposal?: Proposal) => {
    const policy = testPolicy({
      mode: () => mode,
      rules: async () => ({ rules: rulesFromSettings(settings), problems: [] }),
    });
    return (await policy.decide({ toolName, args: {}, ...(proposal && { proposal }) })).decision;
  };
  const run = (settings: ToolSettings, mode: ApprovalMode, command: string) =>
    decide(settings, mode, 'run_shell_command', { kind: 'command', command, cwd: '/w' });

  it('deny in every mode what they exclude, even if they allow it too', async () => {
    const excluded = ['read_file', 'EditTool', 'run_shell_command'];
    const settings = { excluded, allowed: excluded, core: excluded };
    for (const mode of MODES) {
      assert.equal(await decide(settings, mode, 'read_file'), 'deny', mode);
      assert.equal(await decide(settings, mode, 'replace', edit), 'deny', mode);
      assert.equal(await run(settings, mode, 'ls'), 'deny', mode);
    }
  });

  it('deny in every mode the commands that they exclude, however they are written', async () => {
    const settings = { excluded: ['run_shell_command(git push)'], allowed: ['run_shell_command'] };
    const commands = [
      'git push',
      'git  push origin',
      "'git' push",
      'git -C x push',
      'ls && git push',
      'bash -c "git push"',
      'timeout 5 git push',
      'echo $(git push)',
    ];
    for (const mode of MODES) {
      for (const command of commands) assert.equal(await run(settings, mode, command), 'deny', `${command} in ${mode}`);
    }
    assert.equal(await run(settings, 'default', 'git pull'), 'allow');
    assert.equal(await run(settings, 'default', 'echo git push'), 'allow');
  });

  it('ask where that is wanted, whatever else they allow', async () => {
    const confirmed = ['read_file', 'replace', 'run_shell_command(npm publish)'];
    const settings = { confirmed, allowed: ['read_file', 'replace', 'run_shell_command'] };
    for (const mode of ['default', 'autoEdit', 'yolo'] as const) {
      assert.equal(await decide(settings, mode, 'read_file'), 'ask', mode);
      assert.equal(await decide(settings, mode, 'replace', edit), 'ask', mode);
      assert.equal(await run(settings, mode, 'npm test && npm publish'), 'ask', mode);
      assert.equal(await run(settings, mode, 'npm test'), 'allow', mode);
    }
  });

  it('leave no tool but the core ones, if there are any', async () => {
    const settings = { core: ['read_file', 'run_shell_command(git status)'] };
    for (const mode of MODES) {
      assert.equal(await decide(settings, mode, 'read_file'), 'allow', mode);
      assert.equal(await decide(settings, mode, 'glob'), 'deny', mode);
      assert.equal(await decide(settings, mode, 'replace', edit), 'deny', mode);
      assert.equal(await run(settings, mode, 'touch x'), 'deny', mode);
    }
    assert.equal(await run(settings, 'default', 'git status'), 'allow');
    assert.equal(await decide({ core: [] }, 'default', 'glob'), 'allow');
  });

  it('leave out of what is offered what they forbid whatever its arguments, and nothing else', () => {
    const search = { name: 'search_file_content', otherNames: ['grep_search'] };
    const shell = { name: 'run_shell_command' };
    const offered = (tool: typeof shell, settings: ToolSettings) => isOffered(tool, settings);
    assert.equal(offered(shell, {}), true);
    for (const entry of ['run_shell_command', 'ShellTool', 'run_*', '*']) {
      assert.equal(offered(shell, { excluded: [entry] }), false, entry);
      assert.equal(offered(shell, { core: [entry] }), true, entry);
    }
    assert.equal(offered(search, { excluded: ['grep_search'] }), false);
    assert.equal(offered(search, { core: ['grep_search'] }), true);
    assert.equal(offered(shell, { excluded: ['run_shell_command(git push)', 'glob'] }), true);
    assert.equal(offered(shell, { core: ['run_shell_command(git status)'] }), true);
    assert.equal(offered(search, { core: ['run_shell_command(git status)'] }), false);
    assert.equal(offered(search, { core: ['glob'], allowed: ['grep_search'] }), false);
    assert.equal(offered(shell, { core: ['run_shell_command'], excluded: ['run_shell_command'] }), false);
  });

  it('grant nothing by arguments that no rule can look at', async () => {
    assert.equal(await decide({ allowed: ['replace(/w/a)'] }, 'default', 'replace', edit), 'ask');
    assert.equal(await decide({ excluded: ['replace(/w/a)'] }, 'yolo', 'replace', edit), 'deny');
  });
});
