import assert from 'node:assert/strict';
import { explainDecision, ruleAt } from '../../../../src/agent/calls/explainDecision';
import { testPolicy } from '../../../support/testPolicy';

describe('An explanation of a decision', () => {
  const TOML = `# Of the team.
[[rule]]
commandPrefix = "git push"
decision = "deny"
denyMessage = "Push by hand."

# Looks only.
[[rule]]
commandPrefix = "npm test"
decision = "allow"
`;
  const explain = async (command: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const decision = await testPolicy({ toml: TOML }).decide({
      toolName: 'run_shell_command',
      args: { command },
      proposal,
    });
    return explainDecision(command, decision, decision.rule && ruleAt(TOML, decision.rule.line ?? 1));
  };

  it('shows the command, why, the rule that decided, and each part', async () => {
    const page = await explain('npm test | cat && git push');
    assert.match(page, /^# ✗ Denied\n\n```sh\nnpm test \| cat && git push\n```\n/);
    assert.match(
      page,
      /\n\nDecided by \[mine\\\.toml:2\]\(file:\/\/\/mine\.toml#L2\)\n\n```toml\n\[\[rule\]\]\ncommandPrefix = "git push"/,
    );
    assert.match(page, /\n\| ✓ Allowed \| <code>npm test<\/code> \| .* \| \[mine\\\.toml:8\]/);
    assert.match(page, /\n\| ✗ Denied \| <code>git push<\/code> \| .*Push by hand\./);
  });

  it('lets nothing of the command become markup', async () => {
    const page = await explain("echo '```' '<img src=x>' \"a|b\"; echo [x](y)");
    assert.match(page, /\n````sh\n/);
    assert.doesNotMatch(page.split('````').at(-1) ?? '', /<img/);
    assert.match(page, /a&#124;b/);
  });

  it('makes no link, no picture and no hidden text of what others have written', async () => {
    const { default: MarkdownIt } = await import('markdown-it');
    const evil =
      '[run](command:workbench.action.tasks.runTask) ![x](https://e.example/x.png) https://e.example www.e.example';
    const decision = {
      decision: 'deny' as const,
      reason: { kind: 'rule' as const, message: `${evil} a\u202eb` },
      rule: { name: evil, file: '/w/[a](command:b).toml', line: 1 },
      parts: [{ text: evil, decision: 'deny' as const, reason: { kind: 'rule' as const, message: evil } }],
    };
    const page = explainDecision(`echo ${evil} \u202e`, decision, evil);
    const markdown = new MarkdownIt({ html: true, linkify: true });
    markdown.validateLink = () => true;
    const html = markdown.render(page);
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.deepEqual([...new Set(links.map(href => href.slice(0, 8)))], ['file:///']);
    assert.doesNotMatch(html, /<img|\u202e/);
    assert.match(html, /\[run\]\(command:/);
  });

  it('quotes a rule to its end, without what is said of the next', () => {
    assert.equal(
      ruleAt(TOML, 2),
      '[[rule]]\ncommandPrefix = "git push"\ndecision = "deny"\ndenyMessage = "Push by hand."',
    );
    assert.equal(ruleAt(TOML, 8), '[[rule]]\ncommandPrefix = "npm test"\ndecision = "allow"');
  });
});
