import { ToolError } from './errors';

/** A part of a glob. `dirs` is `**` and a slash: any number of directories. `any` is everything, also slashes. */
type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly has: (character: string) => boolean }
  | { readonly kind: 'one' | 'star' | 'dirs' | 'any' };

/** In characters, with all alternatives of braces written out. */
const MAX_EXPANDED = 5000;

/**
 * Matches POSIX paths: `*`, `**`, `?`, `[a-z]`, `[!a]`, `{a,b}`, and `!` in front of the whole. Everything else, also
 * parentheses, stands for itself; names may begin with a dot. Unlike a regular expression it takes time linear in the
 * length of the path, whatever the glob. Throws `ToolError` if the alternatives are too many.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  if (glob.startsWith('!')) {
    const matches = compileGlob(glob.slice(1));
    return path => !matches(path);
  }
  const patterns = alternativesOf(glob).map(tokensOf);
  return path => patterns.some(tokens => matchTokens(tokens, path));
}

/** `a{b,c}` as `ab` and `ac`. */
function alternativesOf(glob: string): string[] {
  const done: string[] = [];
  const pending = [glob];
  let size = 0;
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    size += text.length;
    if (size > MAX_EXPANDED) {
      throw new ToolError('invalid_tool_params', `The glob stands for too many: ${glob.slice(0, 40)}...`);
    }
    const braces = bracesIn(text);
    if (!braces) done.push(text);
    else pending.push(...braces.items.map(item => braces.before + item + braces.after));
  }
  return done;
}

/** The first pair of braces with a comma, and what is between its commas; undefined if there is none. */
function bracesIn(text: string) {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const items: string[] = [];
    let [depth, from] = [0, start + 1];
    for (let i = start; i < text.length; i++) {
      const character = text[i];
      if (character === '\\') i++;
      else if (character === '{') depth++;
      else if (character === ',' && depth === 1) {
        items.push(text.slice(from, i));
        from = i + 1;
      } else if (character === '}' && --depth === 0) {
        if (items.length === 0) break;
        return { before: text.slice(0, start), items: [...items, text.slice(from, i)], after: text.slice(i + 1) };
      }
    }
  }
  return undefined;
}

function tokensOf(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < pattern.length;) {
    const rest = pattern.slice(i);
    const isStart = i === 0 || pattern[i - 1] === '/';
    const [stars = ''] = /^\*+/.exec(rest) ?? [];
    const [bracket = '', inside = ''] = /^\[((?:[!^]?\])?(?:\\.|[^\]\\])*)\]/.exec(rest) ?? [];
    if (stars.length > 1 && isStart && rest[stars.length] === '/') {
      tokens.push({ kind: 'dirs' });
      i += stars.length + 1;
    } else if (stars !== '') {
      tokens.push({ kind: stars.length > 1 && isStart && stars === rest ? 'any' : 'star' });
      i += stars.length;
    } else if (bracket !== '') {
      tokens.push({ kind: 'class', has: classOf(inside) });
      i += bracket.length;
    } else {
      const isEscaped = rest.startsWith('\\') && rest.length > 1;
      if (rest.startsWith('?')) tokens.push({ kind: 'one' });
      else tokens.push({ kind: 'text', text: rest[isEscaped ? 1 : 0] ?? '' });
      i += isEscaped ? 2 : 1;
    }
  }
  return tokens;
}

/** `inside` is what brackets contain. */
function classOf(inside: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(inside);
  const ranges = [...inside.slice(isNegated ? 1 : 0).matchAll(/\\?([^])(?:-\\?([^]))?/g)].map(
    ([, from = '', to = from]) => [from, to] as const,
  );
  return character =>
    character !== '/' && ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Follows all ways to match at once: `states` are the indexes of the tokens that may come next. */
function matchTokens(tokens: readonly Token[], path: string): boolean {
  let states = new Set<number>();
  const enter = (into: Set<number>, index: number) => {
    for (let i = index; !into.has(i); i++) {
      into.add(i);
      const kind = tokens[i]?.kind;
      if (kind !== 'star' && kind !== 'dirs' && kind !== 'any') return;
    }
  };
  enter(states, 0);
  for (let i = 0; i < path.length; i++) {
    const character = path.charAt(i);
    const next = new Set<number>();
    for (const index of states) {
      const token = tokens[index];
      if (token === undefined) continue;
      if (token.kind === 'dirs') {
        // It ends only behind a slash.
        if (character === '/') enter(next, index);
        else next.add(index);
      } else if (token.kind === 'any' || (token.kind === 'star' && character !== '/')) enter(next, index);
      else if (isOne(token, character)) enter(next, index + 1);
    }
    states = next;
  }
  return states.has(tokens.length);
}

function isOne(token: Token, character: string): boolean {
  if (token.kind === 'text') return token.text === character;
  if (token.kind === 'class') return token.has(character);
  return token.kind === 'one' && character !== '/';
}
