import picomatch from 'picomatch';
import { refuseLongGlobs } from '../../shared/globs';

/** The head of a Markdown file, between two lines of `---`, as lines; null: it has none. */
function headOf(text: string): { readonly lines: readonly string[]; readonly body: string } | null {
  const [, head, body = ''] = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? [];
  return head === undefined ? null : { lines: head.split('\n'), body };
}

export function withoutHead(text: string): string {
  return headOf(text)?.body ?? text;
}

/** What a file of instructions says of itself. */
export interface RuleHead {
  /** The files that it is about; empty: none in particular. Undefined: it says nothing about files. */
  readonly globs?: readonly string[];
  readonly description?: string;
}

/** Reads `applyTo` and `paths`, which are lists in any of YAML's forms or texts with commas, and `description`. */
export function readRuleHead(text: string): RuleHead {
  const lines = headOf(text)?.lines ?? [];
  const globs = valueOf(lines, 'applyTo') ?? valueOf(lines, 'paths') ?? valueOf(lines, 'globs');
  const description = valueOf(lines, 'description')?.join(', ');
  return { ...(globs && { globs }), ...(description && { description }) };
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

/** At commas that are not in braces. */
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

/** Whether a file, by its POSIX path below the workspace folder, is one that the globs are about. */
export function isAbout(globs: readonly string[], file: string): boolean {
  try {
    refuseLongGlobs(globs);
    return globs.some(glob => {
      const plain = glob.replace(/^\.?\//, '');
      return picomatch(plain.includes('/') ? plain : [plain, `**/${plain}`], { dot: true, noextglob: true })(file);
    });
  } catch {
    return false; // a pattern that means nothing is about nothing
  }
}

/** Whether it is about every file. */
export function isAboutAll(globs: readonly string[]): boolean {
  return globs.some(glob => /^(?:\.?\/)?\*\*?(?:\/\*\*?)?$/.test(glob.trim()));
}
