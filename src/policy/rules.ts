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

/** Larger files take long to parse, and nobody has written them by hand. */
const MAX_TEXT = 500_000;
const MAX_RULES = 2000;
const TOO_LARGE = `A file may have ${MAX_RULES} rules and ${MAX_TEXT} characters, so none of this one is read. Split it.`;

/** Reads a rule file. Leaves out each rule with a problem, and all rules of a file that is not valid TOML. */
export function parseRules(text: string, file: string, tier: Tier): RuleFile {
  let table: Record<string, unknown>;
  const lines = text.length > MAX_TEXT ? [] : linesOf(text);
  if (text.length > MAX_TEXT || lines.length > MAX_RULES)
    return { rules: [], problems: [{ file, message: TOO_LARGE }] };
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0] ?? "This isn't valid TOML.";
    return { rules: [], problems: [{ file, line: error.line, message }] };
  }
  const problems: RuleProblem[] = [];
  for (const key of Object.keys(table)) {
    if (key === 'rule' || key === 'safety_checker' || key === 'sandbox') continue;
    // Rules under an unknown key may have been meant to deny something.
    const isHarmless = !hasKey(table[key], 'decision');
    const message = `Unknown key "${key}"${isHarmless ? '; it has no effect' : ''}.`;
    problems.push({ file, message, ...(isHarmless && { isHarmless }) });
  }
  if (hasForeignChecker(table.safety_checker)) {
    problems.push({ file, message: 'The only supported [[safety_checker]] is "allowed-path".' });
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
          ? `Unknown key "${key}" in a rule, which is ignored: it would allow more than intended.`
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
      // A lost allowing rule only means that the user is asked; what a lost denying rule covered isn't known.
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

/** Whether a value or any value nested in it, at any depth, has the key. */
function hasKey(value: unknown, key: string): boolean {
  const open = [value];
  for (const each of open) {
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, key)) return true;
    for (const inner of Object.values(each) as unknown[]) open.push(inner);
  }
  return false;
}

/** `[[sandbox]]` grants something, so it counts only in files of the user or an administrator. */
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

/** Paths outside the workspace are asked about anyway; it isn't known what any other checker would deny. */
function hasForeignChecker(entries: unknown): boolean {
  const list: unknown[] = entries === undefined ? [] : Array.isArray(entries) ? entries : [entries];
  return list.some(entry => {
    const { checker } = (entry ?? {}) as { checker?: { type?: unknown; name?: unknown } };
    return checker?.type !== 'in-process' || checker.name !== 'allowed-path';
  });
}

/** Files that come with a workspace folder or an extension may deny and ask, but allow nothing. */
function mayStand(rule: Rule, tier: Tier): boolean {
  return rule.decision !== 'allow' || (tier !== 'workspace' && tier !== 'extension');
}

/** The line number of each `[[rule]]`, 1-based. */
function linesOf(text: string): number[] {
  return text.split('\n').flatMap((line, i) => (/^\s*\[\[\s*rule\s*\]\]/.test(line) ? [i + 1] : []));
}

/** Keys that are notes for readers; the policy ignores them. */
const NOTES = new Set(['name', 'description', 'comment', 'id', 'title', 'reason', 'author']);

/** Splits an entry into known keys, including those in the other spelling (`deny_message`), and unknown ones. */
function sortedKeys(entry: Readonly<Record<string, unknown>>) {
  const known: Record<string, unknown> = {};
  const odd: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    const usual = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    // A key that widens the rule counts only in its exact spelling.
    if (KNOWN_KEYS.has(key) || (KNOWN_KEYS.has(usual) && usual !== 'allowRedirection' && !(usual in entry)))
      known[usual] = value;
    else odd.push(key);
  }
  return { known, odd };
}

/** True for an unknown key that may be meant to limit a rule: all except notes and `allow_redirection`. */
function isMisspelt(key: string): boolean {
  return !NOTES.has(key) && key !== 'allow_redirection';
}
