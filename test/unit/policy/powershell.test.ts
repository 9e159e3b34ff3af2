import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decideCommand } from '../../../src/policy/commandPolicy';
import { plainFacts } from '../../support/commandFacts';
import { testPolicy } from '../../support/testPolicy';
import { parseRules } from '../../../src/policy/rules';
import { inOrder } from '../../../src/policy/toolRules';

const RULES = `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["New-Item", "Get-ChildItem", "Get-Content", "Set-Content", "Copy-Item", "Select-String", "Write-Output", "git", "npm test", "echo", "ls", "cat", "type"]
decision = "allow"
priority = 100
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["Remove-Item", "Invoke-WebRequest", "Invoke-Expression", "git push"]
decision = "deny"
priority = 200
`;

const ALLOWED = [
  'Get-ChildItem -Recurse src',
  'git status; npm test',
  "Get-Content a.txt | Select-String -Pattern 'x'",
  'Set-Content -Path notes.txt -Value hello',
  "Write-Output 'it''s'",
  'gci; dir src; GET-CHILDITEM',
  'npm test 2>&1 | sls failing',
  'npm test > $null; npm test 2>$null',
  'git commit -m "rd: iwr no longer asks"',
  'Get-Content a.txt,src/b.txt, c.txt',
  'Set-Content a.txt "see Env:PATH, and ../b"',
  'Get-Content FileSystem::src/a.txt',
  'New-Item -Path src -Name a.txt -ItemType File',
];

const DENIED = [
  'Get-ChildItem; Remove-Item x',
  'Get-ChildItem && rm x',
  'ls | % { del $_ }',
  "& 'Remove-Item' x",
  "iex 'rm x'",
  "$x = 'rm'; & $x y",
  'echo "$(ri x)"',
  'R`emove-Item x',
  'if ($true) { rm x }',
  'powershell -Command "rm x"',
  'cmd /c "del x"',
  'Microsoft.PowerShell.Management\\Remove-Item x',
  'echo `\nrm x',
  "Write-Output @'\nrm x\n'@",
  'echo "a\u201d ; rm x \u201cb"',
  'curl http://x',
  'git commit -m "x y"; rd a',
  'echo "rd"',
  'ls`nrm a',
  'ls `nRemove-Item a',
  '& "C:\\Program Files\\Git\\bin\\git.exe" push',
  "& 'C:\\Program Files\\Git\\bin\\git.exe' push $x",
  '& C:\\Git\\git.exe push (1)',
];

const ASKED = [
  '& "Remove-$(\'Item\')" x',
  '. .\\evil.ps1',
  "[IO.File]::Delete('x')",
  'echo a > out.txt',
  'echo a | Out-File x',
  'powershell -EncodedCommand ZQ==',
  'Start-Process evil',
  'git diff --output=x',
  'ls \u2013Recurse',
  'echo \u201ca\u201d',
  'ls "a"b',
  'ls > $nullx',
  '.\\ls',
];

const FILES = [
  ['Get-Content .env', 'secret'],
  ['Get-Content -Path .env', 'secret'],
  ['Get-Content -LiteralPath:.env', 'secret'],
  ['type ~/.aws/credentials', 'secret'],
  ['Copy-Item a.txt -Destination .git/hooks/pre-commit', 'protected'],
  ['Copy-Item a.txt ../other/a.txt', 'outside'],
  ['Get-Content a.txt | Set-Content .vscode/tasks.json', 'protected'],
  ['Get-Content a.txt,.env', 'secret'],
  ['Get-Content a.txt, .env', 'secret'],
  ['Get-Content a.txt ,.env', 'secret'],
  ['Get-Content -Path:a.txt,.env', 'secret'],
  ['Get-Content FileSystem::.env', 'secret'],
  ['Get-Content Microsoft.PowerShell.Core\\FileSystem::.env', 'secret'],
  ['Set-Content a.txt,.git/hooks/x -Value y', 'protected'],
  ['Set-Content a.txt, .git/hooks/x y', 'protected'],
  ["Set-Content a.txt, '.git/hooks/x' y", 'protected'],
  ['Set-Content -Value ok -Lit ../other/a.txt', 'outside'],
  ['Set-Content -Va ok ../other/a.txt', 'outside'],
  ['Set-Content -Value ok -Path ,../other/a.txt', 'outside'],
  ['Copy-Item a.txt,.env b', 'secret'],
  ['Copy-Item a.txt -Dest b,../other', 'outside'],
  ['Set-Content FileSystem::../other/a.txt x', 'outside'],
  ['New-Item -Path src -Name ../../other/a.txt', 'outside'],
  ['Get-Content Env:GEMINI_API_KEY', 'indirect'],
  ['Get-Content env:*', 'indirect'],
  ['Get-ChildItem Env:', 'indirect'],
  ['Get-Content a.txt,Env:PATH', 'indirect'],
  ['Get-Content -Path Env:PATH', 'indirect'],
  ["Set-Content 'Function:git' x", 'indirect'],
  ['Set-Content Alias:git other', 'indirect'],
  ['Set-Content HKCU:\\Software\\x y', 'indirect'],
  ['Get-ChildItem HKLM:\\SAM', 'indirect'],
  ['Get-ChildItem Registry::HKEY_LOCAL_MACHINE\\SAM', 'indirect'],
  ['Get-Content Variable:x', 'indirect'],
  ['Set-Content Temp:x y', 'indirect'],
  ['Get-Content \\\\evil.example\\share\\a.txt', 'outside'],
] as const;

/** Lines of a file, without those that begin with `# `, up to a heading that begins with `until`. */
function linesOf(file: string, until = '\0'): readonly string[] {
  const lines = readFileSync(`test/unit/policy/${file}`, 'utf8').trim().split('\n');
  const end = lines.findIndex(line => line.startsWith(until));
  return lines.slice(0, end < 0 ? undefined : end).filter(line => !line.startsWith('# '));
}

const HELD = `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["New-Item", "Get-ChildItem", "Get-Content", "Set-Content", "Copy-Item", "Select-String", "Write-Output", "git", "npm test", "echo", "ls", "cat", "type"]
decision = "allow"
priority = 100
`;

describe('PowerShell commands', () => {
  const decide = (command: string) =>
    decideCommand(
      command,
      {
        ...plainFacts(),
        shell: 'powershell',
        rules: inOrder(parseRules(RULES, 'team.toml', 'user').rules),
        ground: { cwd: '/work/app', folders: ['/work/app'], home: '/home/ada', ignoresCase: true },
        fallback: 'ask',
        isYolo: false,
        asksBeforeDestroying: true,
        freesReadOnly: false,
      },
      () => assert.fail('The grammar of bash has no say here.'),
    );
  const decisions = (commands: readonly string[]) => commands.map(command => [command, decide(command).decision]);

  it('that the rules plainly allow are allowed', () => {
    assert.deepEqual(
      decisions(ALLOWED),
      ALLOWED.map(command => [command, 'allow']),
    );
  });

  it('that a rule forbids are denied by each of their names and however they are written', () => {
    assert.deepEqual(
      decisions(DENIED),
      DENIED.map(command => [command, 'deny']),
    );
  });

  it('that are more than plain words are asked about', () => {
    assert.deepEqual(
      decisions(ASKED),
      ASKED.map(command => [command, 'ask']),
    );
  });

  it('are asked about where they read a secret, or change what is protected or outside', () => {
    const found = FILES.map(([command]) => [command, decide(command).decision, decide(command).reason.kind]);
    assert.deepEqual(
      found,
      FILES.map(([command, kind]) => [command, 'ask', kind]),
    );
  });

  it('say which files they read, write and delete', () => {
    const effects = (command: string) => {
      const { reads, writes, deletes, isComplete } = decide(command).effects ?? assert.fail();
      return [reads, writes, deletes].map(paths => paths.map(({ path }) => path)).concat([[String(isComplete)]]);
    };
    assert.deepEqual(effects('Move-Item a.txt b.txt'), [[], ['b.txt'], ['a.txt'], ['true']]);
    assert.deepEqual(effects("Set-Content -Value 'x y' -Path c.txt"), [[], ['c.txt'], [], ['true']]);
    assert.deepEqual(effects('Get-Content d.txt'), [['d.txt'], [], [], ['true']]);
    assert.deepEqual(effects('Set-Content a.txt, b.txt -Value x'), [[], ['a.txt', 'b.txt'], [], ['true']]);
    assert.deepEqual(effects('dotnet build'), [[], [], [], ['false']]);
  });

  /** What is decided in a workspace with a secret, where each pattern finds it. */
  const undecided = async (commands: readonly string[], toml: string, wanted: string) => {
    const policy = testPolicy({
      toml,
      shell: 'powershell',
      ignoresCase: true,
      filesBelow: async () => ['/w/.env', '/w/src/a.ts'],
      findMatches: async () => ['/w/a.txt', '/w/.env'],
    });
    const wrong: string[] = [];
    for (const command of commands) {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      const { decision } = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
      if (decision !== wanted) wrong.push(`${decision}: ${command}`);
    }
    return wrong;
  };

  it('that run, hide or lead to something else ask, even if rules allow what they look like', async function () {
    this.timeout(60_000);
    const hostile = linesOf('powershellHostile.txt');
    assert.ok(hostile.length > 740, `${hostile.length}`);
    assert.deepEqual(await undecided(hostile, '', 'ask'), []);
    const ruled = linesOf('powershellHostile.txt', '# asked without a rule only');
    assert.deepEqual(await undecided(ruled, HELD, 'ask'), []);
  });

  it('that only read need no approval, if they are common', async () => {
    const everyday = linesOf('powershellEveryday.txt');
    assert.ok(everyday.length >= 60, `${everyday.length}`);
    assert.deepEqual(await undecided(everyday, '', 'allow'), []);
  });
});
