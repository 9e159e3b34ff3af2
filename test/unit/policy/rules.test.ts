import assert from 'node:assert/strict';
import { parseRules } from '../../../src/policy/rules';
import type { Tier } from '../../../src/policy/tiers';
import { RuleSet, type RuleSource } from '../../../src/policy/ruleSet';
import { inOrder, ruleFor, rulesFromSettings } from '../../../src/policy/toolRules';

describe('A file of rules', () => {
  const parse = (toml: string, tier: Tier = 'user') => parseRules(toml, '/home/ada/.gemini/policies/mine.toml', tier);
  const problem = (toml: string) => {
    const { problems } = parse(toml);
    return problems.map(({ line, message }) => `${line ?? ''}: ${message}`).join('\n');
  };

  it('says so where it asks for what is not known', () => {
    const checker = (body: string) => `[[safety_checker]]\ntoolName = "*"\n[safety_checker.checker]\n${body}\n`;
    assert.equal(problem(checker('type = "in-process"\nname = "allowed-path"')), '');
    assert.match(
      problem(checker('type = "external"\nname = "mine"')),
      /only supported \[\[safety_checker\]\] is "allowed-path"/,
    );
    assert.match(problem('safety_checker = 1'), /only supported \[\[safety_checker\]\] is "allowed-path"/);
    const rule = '[[rule]]\ntoolName = "*"\ndecision = "deny"\ntoolAnnotations =';
    assert.match(problem(`${rule} "readOnlyHint"`), /1: "toolAnnotations" must be a table/);
    assert.equal(problem(`${rule} { readOnlyHint = true }`), '');
  });

  it('has rules with their places', () => {
    const { rules, problems } = parse(`# Mine.
[[rule]]
toolName = ["replace", "write_*"]
decision = "allow"
priority = 7
modes = ["autoEdit", "yolo"]

[[rule]]
mcpName = "github"
decision = "ask_user"
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rules.map(({ toolNames, serverName, decision, rank, line, name, modes }) => ({
        toolNames,
        serverName,
        decision,
        rank,
        line,
        name,
        modes,
      })),
      [
        {
          toolNames: ['replace', 'write_*'],
          serverName: undefined,
          decision: 'allow',
          rank: 4.007,
          line: 2,
          name: 'mine.toml:2',
          modes: ['autoEdit', 'yolo'],
        },
        {
          toolNames: ['*'],
          serverName: 'github',
          decision: 'ask',
          rank: 4,
          line: 8,
          name: 'mine.toml:8',
          modes: undefined,
        },
      ],
    );
  });

  it('may begin with a byte-order mark, and may be empty', () => {
    assert.equal(parse('\uFEFF[[rule]]\ntoolName = "x"\ndecision = "deny"\n').rules.length, 1);
    assert.deepEqual(parse(''), { rules: [], problems: [] });
  });

  it('that is too large to be read soon has no rules, so that nothing is allowed', () => {
    const many = '[[rule]]\ntoolName = "a"\ndecision = "allow"\n'.repeat(2001);
    const inline = `rule = [${'{},'.repeat(2001)}]`;
    for (const toml of [many, inline, `# ${'x'.repeat(500_000)}`]) {
      const { rules, problems } = parse(toml);
      assert.deepEqual(rules, []);
      assert.match(problems.map(({ message }) => message).join(), /may have 2000 rules/);
      assert.notEqual(problems[0]?.isHarmless, true);
    }
  });

  it('that is no TOML has no rules, and says in which line', () => {
    assert.match(problem('[[rule]]\ntoolName = "x"\ndecision = deny\n'), /^3: /);
    assert.deepEqual(parse('[[rule]]\ntoolName = ').rules, []);
  });

  it('says what is wrong with a rule, and in which line it begins', () => {
    const rows: [string, RegExp][] = [
      ['decision = "allow"', /^1: A rule needs a "toolName"/],
      ['toolName = "x"', /^1: "decision" must be/],
      ['toolName = "x"\ndecision = "yes"', /^1: "decision" must be/],
      ['toolName = "x"\ndecision = "allow"\npriority = 1000', /^1: "priority" must be a whole number/],
      ['toolName = "x"\ndecision = "allow"\npriority = -1', /^1: "priority"/],
      ['toolName = "x"\ndecision = "allow"\npriority = 1.5', /^1: "priority"/],
      ['toolName = 5\ndecision = "allow"', /^1: "toolName" must be a string/],
      ['toolName = "x"\ndecision = "allow"\ncolour = "red"', /^1: Unknown key "colour"/],
      ['ignoredFiles = true\ndecision = "allow"', /^1: "ignoredFiles" is for rules that deny or ask/],
      ['ignoredFiles = "yes"\ndecision = "deny"', /^1: "ignoredFiles" must be true or false/],
      ['toolName = "replace"\nignoredFiles = true\ndecision = "deny"', /^1: .*"ignoredFiles" are for toolName/],
      ['toolName = "x"\ndecision = "allow"\nmodes = ["fast"]', /^1: "modes" must be of/],
      [
        'toolName = "replace"\ncommandPrefix = "ls"\ndecision = "allow"',
        /^1: .* are for toolName = "run_shell_command"/,
      ],
      ['commandPrefix = "ls"\ncommandRegex = "ls"\ndecision = "allow"', /^1: Give "commandPrefix" or "commandRegex"/],
      ['commandPrefix = " "\ndecision = "allow"', /^1: "commandPrefix" is empty/],
      ['toolName = "x"\nargsPattern = "("\ndecision = "allow"', /^1: "argsPattern" isn't a regular expression/],
      ['toolName = "x"\nargsPattern = "(a+)+"\ndecision = "allow"', /^1: "argsPattern" repeats something/],
      ['toolName = "x"\ndecision = "constructor"', /^1: "decision"/],
    ];
    for (const [rule, message] of rows) assert.match(problem(`[[rule]]\n${rule}\n`), message, rule);
    assert.match(problem('[rule]\ntoolName = "x"\n'), /written as \[\[rule\]\]/);
    assert.match(problem('[rules]\n'), /Unknown key "rules"/);
  });

  it('cost nothing where a key beside them is unknown, unless rules may stand there', () => {
    const rule = '[[rule]]\ntoolName = "x"\ndecision = "allow"\n';
    const harm = (toml: string) => {
      const { rules, problems } = parse(toml);
      return [rules.length, problems.map(({ isHarmless = false }) => isHarmless)];
    };
    assert.deepEqual(harm(`version = 1\n${rule}[meta]\nauthor = "me"\n`), [1, [true, true]]);
    assert.deepEqual(harm(`${rule}[[rules]]\ntoolName = "x"\ndecision = "deny"\n`), [1, [false]]);
  });

  it('of a folder or an extension may forbid and ask, but not allow', () => {
    const toml = ['allow', 'ask_user', 'deny'].map(each => `[[rule]]\ntoolName = "x"\ndecision = "${each}"\n`).join('');
    const decisions = (tier: Tier) => parse(toml, tier).rules.map(rule => rule.decision);
    assert.deepEqual(decisions('workspace'), ['ask', 'deny']);
    assert.deepEqual(decisions('extension'), ['ask', 'deny']);
    assert.deepEqual(decisions('admin'), ['allow', 'ask', 'deny']);
  });

  it('for a subagent holds for nobody else', () => {
    const toml = '[[rule]]\nsubagent = "reviewer"\ntoolName = "write_file"\ndecision = "allow"\n';
    const { rules, problems } = parse(toml);
    assert.deepEqual(problems, []);
    const request = { toolName: 'write_file', args: {} };
    assert.equal(ruleFor(rules, request), undefined);
    assert.equal(ruleFor(rules, { ...request, agent: 'other' }), undefined);
    assert.equal(ruleFor(rules, { ...request, agent: 'reviewer' })?.decision, 'allow');
  });

  it('of a higher tier comes first, whatever the priorities', () => {
    const one = (tier: Tier, priority: number) =>
      parseRules(`[[rule]]\ntoolName = "x"\ndecision = "deny"\npriority = ${priority}\n`, tier, tier).rules;
    const all = [
      ...one('default', 999),
      ...one('workspace', 999),
      ...one('user', 1),
      ...one('admin', 0),
      ...one('extension', 5),
    ];
    assert.deepEqual(
      inOrder(all).map(rule => rule.file),
      ['admin', 'user', 'workspace', 'extension', 'default'],
    );
  });
});

describe('Lists of tools in settings', () => {
  it('are rules: excluded before confirmed before allowed, and the core alone if it is given', () => {
    const rules = rulesFromSettings({
      allowed: ['run_shell_command(git status)', 'ShellTool(npm test)', 'glob'],
      excluded: ['replace'],
      confirmed: ['glob'],
      core: ['read_file'],
    });
    assert.deepEqual(
      inOrder(rules).map(({ decision, toolNames, commandPrefixes }) => [
        decision,
        ...toolNames,
        ...(commandPrefixes ?? []),
      ]),
      [
        ['deny', 'replace'],
        ['ask', 'glob'],
        ['allow', 'run_shell_command', 'git status'],
        ['allow', 'run_shell_command', 'npm test'],
        ['allow', 'glob'],
        ['allow', 'read_file'],
        ['deny', '*'],
      ],
    );
  });
});

describe('The rules of all places', () => {
  it('are those of the files, of settings and of this chat; a file that can not be read is a problem', async () => {
    const written: [string, string][] = [];
    const sources: RuleSource[] = [
      { file: '/a.toml', tier: 'user', text: '[[rule]]\ntoolName = "x"\ndecision = "deny"\n' },
      { file: '/b.toml', tier: 'user', text: null, error: 'EACCES' },
    ];
    const rules = new RuleSet({
      read: async () => sources,
      fixed: () => rulesFromSettings({ allowed: ['glob'] }),
      append: async (scope, toml) => void written.push([scope, toml]),
      now: () => new Date(Date.UTC(2026, 10, 21)),
    });
    await rules.save({ id: 'command:session', scope: 'session', rule: 'commandPrefix = "npm test"' });
    await rules.save({ id: 'fetch:user', scope: 'user', rule: 'host = "example.com"' });
    const { rules: all, problems } = await rules.rules();
    assert.deepEqual(
      all.map(({ name, decision }) => [name, decision]),
      [
        ['tools.allowed: glob', 'allow'],
        ['this chat', 'allow'],
        ['a.toml:1', 'deny'],
      ],
    );
    assert.deepEqual(problems, [{ file: '/b.toml', message: 'EACCES' }]);
    const [[scope, toml] = []] = written;
    assert.equal(scope, 'user');
    assert.match(toml ?? '', /^# Allowed by you on 2026-11-21; delete this rule to be asked again\.\n\[\[rule\]\]\n/);
  });

  it('that are saved can be read again, and fit what they were made for and nothing more', () => {
    const saved: string[] = [];
    const rules = new RuleSet({
      read: async () => [],
      fixed: () => [],
      append: async (_, toml) => void saved.push(toml),
      now: () => new Date(0),
    });
    return rules.save({ id: 'f', scope: 'folder', rule: 'host = "a.example:8080"' }).then(() => {
      const {
        rules: [rule],
        problems,
      } = parseRules(saved.join(''), 'saved.toml', 'user');
      assert.deepEqual(problems, []);
      const fits = (args: object) => rule?.argsPattern?.test(JSON.stringify(args));
      assert.equal(fits({ url: 'http://a.example:8080/x' }), true);
      assert.equal(fits({ prompt: 'Read https://a.example:8080 now' }), true);
      for (const url of [
        'http://b.example/',
        'http://a.example/',
        'http://a.example:80801/',
        'http://a.example:8080.evil.example/',
        'http://a.example:8080@evil.example/',
      ]) {
        assert.equal(fits({ url }), false, url);
      }
      assert.equal(fits({ prompt: 'http://a.example:8080/ and http://evil.example/' }), false);
    });
  });
});
