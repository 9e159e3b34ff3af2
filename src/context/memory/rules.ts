import { compileGlob } from '../../shared/globMatcher';
import { messageOf } from '../../shared/messageOf';

/** The front matter of a Markdown file, between two lines of `---`, as lines; null if there is none. */
function headOf(text: string): { readonly lines: readonly string[]; readonly body: string } | null {
  const [, head, body = ''] = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? [];
  return head === undefined ? null : { lines: head.split('\n'), body };
}

export function withoutHead(text: string): string {
  return headOf(text)?.body ?? text;
}

/** The front matter of an instruction file. */
export interface RuleHead {
  /** The files that it is about; empty: none in particular. Undefined if it does not mention files. */
  readonly globs?: readonly string[];
  /** The 1-based line of these. */
  readonly line?: number;
  readonly description?: string;
}

/** Reads `applyTo` and `paths`, which are YAML lists in any form or comma-separated strings, and `description`. */
export function readRuleHead(text: string): RuleHead {
  const lines = headOf(text)?.lines ?? [];
  const key = ['applyTo', 'paths', 'globs'].find(each => valueOf(lines, each) !== undefined);
  const globs = key === undefined ? undefined : valueOf(lines, key);
  const description = valueOf(lines, 'description')?.join(', ');
  const line = lines.findIndex(each => each.startsWith(`${key}:`)) + 2;
  return { ...(globs && { globs, line }), ...(description && { description }) };
}

function valueOf(lines: readonly string[], key: string): string[] | undefined {
  const at = lines.findIndex(line => line.startsWith(`${key}:`));
  if (at < 0) return undefined;
  const first = (lines[at] ?? '').slice(key.length + 1).trim();
  if (first !== '') return splitList(first.replace(/^\[(.*)\]$/s, '$1'));
  const below: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? [];
    if (item === undefined) break;
    below.push(unquoted(item));
  }
  return below;
}

/** Splits at commas that are not in braces. */
function splitList(text: string): string[] {
  const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(text);
  const inner = isQuoted ? text.slice(1, -1) : text;
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const character of inner) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth <= 0) {
      items.push(item);
      item = '';
    } else item += character;
  }
  return [...items, item].map(unquoted).filter(each => each !== '');
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, '$2');
}

/** Whether a file, given by its POSIX path relative to the workspace folder, matches one of the globs. */
export function compileGlobs(globs: readonly string[]): (file: string) => boolean {
  const matchers = globs.map(glob => {
    const plain = glob.replace(/^\.?\//, '');
    return compileGlob(plain.includes('/') ? plain : `**/${plain}`);
  });
  return file => matchers.some(matches => matches(file));
}

/** What is wrong with the globs; undefined if they can be used. */
export function globProblem(globs: readonly string[]): string | undefined {
  try {
    compileGlobs(globs);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether the globs match every file. */
export function isAboutAll(globs: readonly string[]): boolean {
  return globs.some(glob => /^(?:\.?\/)?\*\*?(?:\/\*\*?)?$/.test(glob.trim()));
}
