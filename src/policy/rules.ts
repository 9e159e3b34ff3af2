import { parse, TomlError } from 'smol-toml';
import type { Rule, RuleFile, RuleProblem, SandboxGrant } from './rule';
import { RuleError, RuleReader } from './ruleReader';
import type { Tier } from './tiers';

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

/** What is larger takes long to read, and nobody has written it by hand. */
const MAX_TEXT = 500_000;
const MAX_RULES = 2000;
const TOO_LARGE = `A file may have ${MAX_RULES} rules and ${MAX_TEXT} characters, so none of this one is read. Split it.`;

/** Reads a file of rules. A rule with a problem is left out, and so is every rule of a file that is no TOML. */
export function parseRules(text: string, file: string, tier: Tier): RuleFile {
  let table: Record<string, unknown>;
  const lines = text.length > MAX_TEXT ? [] : linesOf(text);
  if (text.length > MAX_TEXT || lines.length > MAX_RULES)
    return { rules: [], problems: [{ file, message: TOO_LARGE }] };
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0] ?? 'This is no TOML.';
    return { rules: [], problems: [{ file, line: error.line, message }] };
  }
  const problems: RuleProblem[] = [];
  for (const key of Object.keys(table)) {
    if (key === 'rule' || key === 'safety_checker' || key === 'sandbox') continue;
    // Rules under another name may have been there to forbid something.
    const isHarmless = !hasKey(table[key], 'decision');
    const message = `Unknown key "${key}"${isHarmless ? '; it has no effect' : ''}.`;
    problems.push({ file, message, ...(isHarmless && { isHarmless }) });
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
  if (entries.length > MAX_RULES) return { rules: [], problems: [{ file, message: TOO_LARGE }] };
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

/** Whether a value or one within it has the key, however deep a file nests them. */
function hasKey(value: unknown, key: string): boolean {
  const open = [value];
  for (const each of open) {
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, key)) return true;
    for (const inner of Object.values(each) as unknown[]) open.push(inner);
  }
  return false;
}

/** `[[sandbox]]` gives something, so it counts only where the user or an administrator writes it. */
function grantsIn(entries: unknown, file: string, tier: Tier, problems: RuleProblem[]): SandboxGrant[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) {
    problems.push({ file, message: 'What the sandbox allows must be written as [[sandbox]].', isHarmless: true });
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

/** Notes for people, which say nothing to the policy. */
const NOTES = new Set(['name', 'description', 'comment', 'id', 'title', 'reason', 'author']);

/** The keys that are known, also those in the other spelling (`deny_message`), and those that are not. */
function sortedKeys(entry: Readonly<Record<string, unknown>>) {
  const known: Record<string, unknown> = {};
  const odd: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const usual = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    // What would widen the rule must be spelled right.
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
