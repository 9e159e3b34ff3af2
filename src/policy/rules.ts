import { parse, TomlError } from 'smol-toml';
import type { ApprovalMode } from '../shared/protocol';
import { hostOfPattern } from './fetchHosts';
import { rankOf, type Tier } from './tiers';

export type RuleDecision = 'allow' | 'ask' | 'deny';

/** One rule, as its file has it. */
export interface Rule {
  /** Names of tools; `*` at the end stands for any rest, alone for any tool. */
  readonly toolNames: readonly string[];
  readonly serverName?: string;
  /** Only calls that this agent makes. */
  readonly agent?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly argsPattern?: RegExp;
  /** Of a fetch: every address goes to this host. */
  readonly fetchHost?: string;
  /** Each the beginning of a shell command, in words. */
  readonly commandPrefixes?: readonly string[];
  readonly commandRegex?: RegExp;
  /** Only commands that name an ignored file; such a rule allows nothing. */
  readonly ignoredFiles?: true;
  readonly decision: RuleDecision;
  /** Tier and priority as one number: 4.2 is priority 200 of the user's rules. */
  readonly rank: number;
  readonly modes?: readonly ApprovalMode[];
  readonly isInteractive?: boolean;
  readonly allowsRedirection: boolean;
  readonly denyMessage?: string;
  /** Such as `team.toml:12`. */
  readonly name: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** What is wrong with a file of rules. `line` is 1-based. */
export interface RuleProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  /** No rule that forbids or asks is lost by it, so the others go on allowing. */
  readonly isHarmless?: true;
}

/** What the sandbox of commands gives besides: one host, one directory, or one command that runs without it. */
export interface SandboxGrant {
  readonly host?: string;
  readonly folder?: string;
  /** Exactly this text. */
  readonly command?: string;
}

export interface RuleFile {
  readonly rules: readonly Rule[];
  readonly grants?: readonly SandboxGrant[];
  readonly problems: readonly RuleProblem[];
}

const KNOWN_KEYS = new Set([
  'toolName',
  'mcpName',
  'subagent',
  'toolAnnotations',
  'argsPattern',
  'commandPrefix',
  'commandRegex',
  'ignoredFiles',
  'decision',
  'priority',
  'modes',
  'interactive',
  'allowRedirection',
  'denyMessage',
]);
const DECISIONS: Readonly<Record<string, RuleDecision>> = { allow: 'allow', deny: 'deny', ask: 'ask', ask_user: 'ask' };
const MODES: Readonly<Record<string, ApprovalMode>> = {
  default: 'default',
  autoEdit: 'autoEdit',
  auto_edit: 'autoEdit',
  plan: 'plan',
  yolo: 'yolo',
};
const MAX_PATTERN = 2048;

/** Reads a file of rules. A rule with a problem is left out, and so is every rule of a file that is no TOML. */
export function parseRules(text: string, file: string, tier: Tier): RuleFile {
  let table: Record<string, unknown>;
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0] ?? 'This is no TOML.';
    return { rules: [], problems: [{ file, line: error.line, message }] };
  }
  const lines = linesOf(text);
  const problems: RuleProblem[] = [];
  for (const key of Object.keys(table)) {
    if (key !== 'rule' && key !== 'safety_checker' && key !== 'sandbox')
      problems.push({ file, message: `Unknown key "${key}".` });
  }
  if (hasForeignChecker(table.safety_checker)) {
    problems.push({ file, message: 'Of the kinds of [[safety_checker]] only "allowed-path" is known.' });
  }
  const grants = grantsIn(table.sandbox, file, tier, problems);
  const entries = table.rule ?? [];
  if (!Array.isArray(entries)) {
    problems.push({ file, message: 'Rules have to be written as [[rule]].' });
    return { rules: [], problems };
  }
  const rules = entries.flatMap((entry: unknown, i) => {
    const line = lines[i];
    try {
      const { known, odd } = sortedKeys(entry as Record<string, unknown>);
      const reader = new RuleReader(known);
      for (const key of odd) {
        const isNarrowing = isMisspelt(key) && reader.allows();
        const message = isNarrowing
          ? `Unknown key "${key}" in a rule, which is left out: it would allow more than is meant.`
          : `Unknown key "${key}" in a rule; it has no effect.`;
        problems.push({ file, message, isHarmless: true, ...(line !== undefined && { line }) });
        if (isNarrowing) return [];
      }
      if (Array.isArray(known.modes) && known.modes.length === 0) {
        const message = '"modes" is empty, so the rule holds in every mode.';
        problems.push({ file, message, isHarmless: true, ...(line !== undefined && { line }) });
      }
      return [reader.read(file, line, tier)];
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      // What it would have allowed is asked about; what it would have forbidden nobody knows.
      const isHarmless = (entry as { decision?: unknown } | null)?.decision === 'allow';
      problems.push({
        file,
        message: error.message,
        ...(line !== undefined && { line }),
        ...(isHarmless && { isHarmless }),
      });
      return [];
    }
  });
  return { rules: rules.filter(rule => mayStand(rule, tier)), problems, ...(grants.length > 0 && { grants }) };
}

/** `[[sandbox]]` gives something, so it counts only where the user or an administrator writes it. */
function grantsIn(entries: unknown, file: string, tier: Tier, problems: RuleProblem[]): SandboxGrant[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) {
    problems.push({ file, message: 'What the sandbox allows has to be written as [[sandbox]].', isHarmless: true });
    return [];
  }
  if (tier === 'workspace' || tier === 'extension') return [];
  return entries.flatMap((entry: unknown): SandboxGrant[] => {
    const [[key, value] = [], ...more] = Object.entries((entry ?? {}) as Record<string, unknown>);
    const isText = typeof value === 'string' && more.length === 0;
    if (isText && key === 'host' && /^(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/.test(value))
      return [{ host: value.toLowerCase() }];
    if (isText && key === 'folder' && /^\/[^/]/.test(value)) return [{ folder: value }];
    if (isText && key === 'outside' && value.trim() !== '') return [{ command: value }];
    const message = 'A [[sandbox]] has one of "host" (a name), "folder" (an absolute path) and "outside" (a command).';
    problems.push({ file, message, isHarmless: true });
    return [];
  });
}

/** Paths outside the workspace are asked about in any case; what another checker would forbid is not known. */
function hasForeignChecker(entries: unknown): boolean {
  const list: unknown[] = entries === undefined ? [] : Array.isArray(entries) ? entries : [entries];
  return list.some(entry => {
    const { checker } = (entry ?? {}) as { checker?: { type?: unknown; name?: unknown } };
    return checker?.type !== 'in-process' || checker.name !== 'allowed-path';
  });
}

/** Files that come with a folder or an extension may forbid and ask, but allow nothing. */
function mayStand(rule: Rule, tier: Tier): boolean {
  return rule.decision !== 'allow' || (tier !== 'workspace' && tier !== 'extension');
}

/** The line of each `[[rule]]`. */
function linesOf(text: string): number[] {
  return text.split('\n').flatMap((line, i) => (/^\s*\[\[\s*rule\s*\]\]/.test(line) ? [i + 1] : []));
}

class RuleError extends Error {}

/** Notes for people, which say nothing to the policy. */
const NOTES = new Set(['name', 'description', 'comment', 'id', 'title', 'reason', 'author']);

/** The keys that are known, also those in the other spelling (`deny_message`), and those that are not. */
function sortedKeys(entry: Readonly<Record<string, unknown>>) {
  const known: Record<string, unknown> = {};
  const odd: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const usual = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    // What would widen the rule has to be spelled right.
    if (KNOWN_KEYS.has(key) || (KNOWN_KEYS.has(usual) && usual !== 'allowRedirection' && !(usual in entry)))
      known[usual] = value;
    else odd.push(key);
  }
  return { known, odd };
}

/** True for a key that may be meant to limit a rule: all but notes, and but what only lets it do more. */
function isMisspelt(key: string): boolean {
  return !NOTES.has(key) && key !== 'allow_redirection';
}

class RuleReader {
  constructor(private readonly entry: Readonly<Record<string, unknown>>) {}

  read(file: string, line: number | undefined, tier: Tier): Rule {
    const prefixes = this.texts('commandPrefix');
    const commandRegex = this.pattern('commandRegex', '');
    const argsPattern = this.pattern('argsPattern', '');
    const fetchHost = hostOfPattern(this.text('argsPattern') ?? '');
    const serverName = this.text('mcpName');
    const agent = this.text('subagent');
    const isInteractive = this.flag('interactive');
    const ignoredFiles = this.flag('ignoredFiles') ?? false;
    const decision = this.decision();
    const denyMessage = this.text('denyMessage');
    const modes = this.modes();
    const annotations = this.table('toolAnnotations');
    if (prefixes?.some(prefix => prefix.trim() === '')) throw new RuleError('"commandPrefix" is empty.');
    if (prefixes && commandRegex) throw new RuleError('Give "commandPrefix" or "commandRegex", not both.');
    if (ignoredFiles && decision === 'allow') throw new RuleError('"ignoredFiles" is for rules that deny or ask.');
    const isAboutCommands = ignoredFiles || prefixes !== undefined || commandRegex !== undefined;
    return {
      toolNames: this.toolNames(serverName, isAboutCommands),
      decision,
      rank: rankOf(tier, this.priority()),
      allowsRedirection: this.flag('allowRedirection') ?? false,
      name: line === undefined ? baseName(file) : `${baseName(file)}:${line}`,
      file,
      ...(line !== undefined && { line }),
      ...(ignoredFiles && { ignoredFiles }),
      ...(prefixes && { commandPrefixes: prefixes }),
      ...(commandRegex && { commandRegex }),
      ...(argsPattern && { argsPattern }),
      ...(fetchHost !== undefined && { fetchHost }),
      ...(serverName !== undefined && { serverName }),
      ...(agent !== undefined && { agent }),
      ...(annotations && { annotations }),
      ...(isInteractive !== undefined && { isInteractive }),
      ...(denyMessage !== undefined && { denyMessage }),
      ...(modes && { modes }),
    };
  }

  allows(): boolean {
    return this.entry.decision === 'allow';
  }

  private toolNames(serverName: string | undefined, isAboutCommands: boolean): readonly string[] {
    const names = this.texts('toolName');
    if (names) {
      if (isAboutCommands && !names.every(name => name === 'run_shell_command' || name === '*')) {
        throw new RuleError(
          '"commandPrefix", "commandRegex" and "ignoredFiles" are for toolName = "run_shell_command".',
        );
      }
      return names;
    }
    if (serverName !== undefined) return ['*'];
    if (isAboutCommands) return ['run_shell_command'];
    throw new RuleError('A rule needs a "toolName".');
  }

  private decision(): RuleDecision {
    const given = this.entry.decision;
    const decision = typeof given === 'string' && Object.hasOwn(DECISIONS, given) ? DECISIONS[given] : undefined;
    if (!decision) throw new RuleError('"decision" has to be "allow", "deny" or "ask_user".');
    return decision;
  }

  private priority(): number {
    const { priority = 0 } = this.entry;
    if (typeof priority === 'number' && Number.isInteger(priority) && priority >= 0 && priority <= 999) return priority;
    throw new RuleError('"priority" has to be a whole number from 0 to 999.');
  }

  private modes(): readonly ApprovalMode[] | undefined {
    const { modes } = this.entry;
    // Like none at all, as in Gemini CLI.
    if (Array.isArray(modes) && modes.length === 0) return undefined;
    return this.texts('modes')?.map(name => {
      const mode = Object.hasOwn(MODES, name) ? MODES[name] : undefined;
      if (!mode) throw new RuleError(`"modes" has to be of default, autoEdit, plan and yolo, not "${name}".`);
      return mode;
    });
  }

  private text(key: string): string | undefined {
    const value = this.entry[key];
    if (value === undefined || typeof value === 'string') return value;
    throw new RuleError(`"${key}" has to be a text.`);
  }

  private table(key: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.entry[key];
    if (value === undefined) return undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw new RuleError(`"${key}" has to be a table.`);
  }

  private flag(key: string): boolean | undefined {
    const value = this.entry[key];
    if (value === undefined || typeof value === 'boolean') return value;
    throw new RuleError(`"${key}" has to be true or false.`);
  }

  /** A text or a list of texts. */
  private texts(key: string): readonly string[] | undefined {
    const value = this.entry[key];
    if (value === undefined) return undefined;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.length > 0 && list.every(each => typeof each === 'string')) return list;
    throw new RuleError(`"${key}" has to be a text or a list of texts.`);
  }

  private pattern(key: string, flags: string): RegExp | undefined {
    const source = this.text(key);
    if (source === undefined) return undefined;
    if (source.length > MAX_PATTERN) throw new RuleError(`"${key}" is longer than ${MAX_PATTERN} characters.`);
    // Such patterns can take forever on a text made for it.
    if (/[*+}]\)*[*+{]|\([^()]*[*+?|{][^()]*\)(?:[*+]|\{\d*,|\{\d{2,})|\)\)+[*+{]/.test(shapeOf(source))) {
      throw new RuleError(`"${key}" repeats something that repeats; write it without.`);
    }
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new RuleError(`"${key}" is no regular expression: ${(error as Error).message}`);
    }
  }
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** An expression without what in it only looks like a sign: escapes, classes, and what kind a group is of. */
function shapeOf(source: string): string {
  return source
    .replace(/\\./gs, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(');
}
