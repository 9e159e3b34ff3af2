import type { CommandProposal, RememberChoice } from '../shared/proposals';
import { readCommand, type Shell } from './commandPlaces';
import type { Decision, PolicyReason } from './decision';
import type { SimpleCommand } from './shell/command';
import { hiddenIn } from './shell/hiddenText';
import { riskOf } from './shell/programs';
import { strangeWords } from './shell/options/smuggled';
import type { ShellParser } from './shell/syntax';

/** What may be remembered of a command: a rule about the one part that is asked about, if there is exactly one. */
export function rememberCommand(
  { command }: CommandProposal,
  decision: Decision,
  shell: Shell,
  parse: ShellParser,
): RememberChoice[] {
  const open = decision.parts?.filter(part => part.decision !== 'allow') ?? [];
  const [part] = open;
  if (
    !part ||
    open.length > 1 ||
    !/^(?:command|indirect|secretBelow|unknownBelow)$/.test(part.reason.kind) ||
    hiddenIn(command) !== null
  )
    return [];
  const commands = readCommand(part.text, shell, parse).analysis?.commands ?? [];
  const [only] = commands;
  const rule = commands.length === 1 && only ? ruleAbout(only, part.reason.kind) : null;
  if (rule === null) return [];
  return (['session', 'folder', 'user'] as const).map(scope => ({ id: `command:${scope}`, scope, rule }));
}

/** Longer rules would not be read by anyone. */
const MAX_EXACT = 1000;

/** A rule for the command's prefix if that is known to start nothing else, otherwise for exactly this command. */
function ruleAbout(
  { text, words, cmdlet, redirections, risks }: SimpleCommand,
  asked: PolicyReason['kind'],
): string | null {
  const name = words[0]?.value ?? '';
  // PowerShell ignores case and a final `.exe`.
  const program = cmdlet ?? name;
  const isPlain = words.every(word => word.isStatic) && redirections.length === 0 && risks.length === 0;
  const values = words.map(({ value }) => value);
  const isNamed = /^[\w.-]+$/.test(name) && riskOf(words) === null && !RUNS_ANYTHING.test(program);
  const isKnown = isNamed && asked !== 'indirect';
  if (!isPlain || !(isKnown || TEST_RUNNERS.test(values.join(' ')))) return null;
  const prefix = asked === 'command' ? prefixOf(values) : null;
  const count = prefix?.split(' ').length ?? 0;
  const isWhole = prefix !== null && strangeWords(words, count).every(({ index }) => index < count);
  if (isWhole) return `commandPrefix = ${JSON.stringify(prefix)}`;
  return text.length <= MAX_EXACT && !/[\r\n]/.test(text) ? `command = ${JSON.stringify(text)}` : null;
}

/** The words that fully say what a program does, whatever arguments follow that its plain options allow. */
function prefixOf(words: readonly string[]): string | null {
  const count = namingWords(words);
  if (count === 0) return null;
  const rest = words.slice(count);
  // Accepting a check does not accept the changes that the same program makes without the checking option.
  const decides = rest.findIndex(word => ONLY_CHECKS.test(word) || CHANGES.test(word));
  if (decides > 0) return null;
  return words.slice(0, count + decides + 1).join(' ');
}

/** How many words name the program and its task; 0 if they don't fully determine it. */
function namingWords([name = '', ...args]: readonly string[]): number {
  if (WHOLE.test(name)) return 1;
  const own = Object.hasOwn(BY_SUBCOMMAND, name) ? BY_SUBCOMMAND[name] : undefined;
  const [first = '', second = ''] = args;
  if (!own) return 0;
  if (own.split(' ').includes(first)) return 2;
  const isNamed = own.split(' ').includes(`${first}_${second}`);
  return isNamed || (/^run(?:-script)?$/.test(first) && isScriptOf(name, second)) ? 3 : 0;
}

function isScriptOf(name: string, script: string): boolean {
  return /^(?:npm|yarn|pnpm|bun)$/.test(name) && /^[\w:-]+$/.test(script);
}

/** Checkers and test runners, which do the same for every file. */
const WHOLE = /^(?:pytest|eslint|prettier|jest|mocha|tsc|mypy|black)$/;
/** Options with which a program that changes files only reports what it would change. */
const ONLY_CHECKS = /^(?:--check|-check|--diff|--dry-run|--list-different|-l|--noEmit)$/;
/** Options with which a program that checks files changes them. */
const CHANGES = /^(?:--fix|--write|-w)$/;
/** Subcommands that neither start what their words name nor send anything anywhere; `a_b` is two words. */
const BY_SUBCOMMAND: Readonly<Record<string, string>> = {
  git: 'add blame branch commit describe diff grep log ls-files ls-tree merge-base rev-list rev-parse shortlog show stash status switch tag',
  npm: 'test t ls list outdated audit',
  yarn: 'test list outdated audit',
  pnpm: 'test ls list outdated audit',
  bun: 'test',
  cargo: 'build b check c test t clippy fmt doc bench tree metadata',
  go: 'build test vet fmt list version',
  docker: 'ps images',
  gh: 'pr_list pr_view pr_status pr_diff pr_checks issue_list issue_view run_list run_view run_watch',
  ruff: 'check format',
  terraform: 'validate fmt',
  vitest: 'run',
  pip: 'list show',
};

/** Interpreters and a project's own programs where they run its checks and tests, as `npm test` does. */
const TEST_RUNNERS =
  /^(?:node --test|deno (?:test|check|lint)|python[\d.]* (?:-m (?:pytest|unittest|mypy|flake8|pylint)|manage\.py (?:test|check))|php artisan test|(?:php )?(?:\.\/)?vendor\/bin\/(?:phpunit|pest|phpstan)|\.\/(?:gradlew|mvnw)(?: [\w:-]+)+$)(?: |$)/;

/** Shells, interpreters and launchers: what they run is defined elsewhere and may be different tomorrow. */
const RUNS_ANYTHING =
  /^(?:(?:ba|da|z|k|fi|c|tc|a)?sh|source|eval|exec|command|builtin|(?:python|pypy|perl|ruby|node|nodejs|php|lua|tclsh|Rscript)[\d.]*|deno|tsx|ts-node|pwsh|powershell|osascript|awk|gawk|mawk|sudo|doas|su|env|xargs|parallel|timeout|nice|ionice|nohup|setsid|stdbuf|time|watch|flock|chroot|unshare|nsenter|strace|gdb|ssh|pipx|find|fd)$/;
