import type { Risk } from './command';
import { shortened } from './oneCommand';
import type { SyntaxNode } from './syntax';
import { isPlainExpansion, wordOf } from './words';

/** The input that a line itself contains: bodies of here-documents, and the words after `<<<`. */
export function textsFedBy(redirects: readonly SyntaxNode[]): readonly string[] {
  return redirects.flatMap(redirect => {
    const body = redirect.children.find(child => child.type === 'heredoc_body');
    const string = redirect.type === 'herestring_redirect' ? redirect.children.at(-1) : undefined;
    return [...(body ? [body.text] : []), ...(string ? [wordOf(string, []).value] : [])];
  });
}

/** The body of a here-document whose delimiter is unquoted, so that the shell expands it; undefined for any other. */
export function expandedBody({ children }: SyntaxNode): SyntaxNode | undefined {
  const isQuoted = children.some(({ type, text }) => type === 'heredoc_start' && /['"\\]/.test(text));
  return isQuoted ? undefined : children.find(({ type }) => type === 'heredoc_body');
}

/** The commands in such a body that the grammar does not report, and the risks they cause. */
export function hiddenInBody(body: SyntaxNode): { readonly risks: readonly Risk[]; readonly texts: readonly string[] } {
  const risks: Risk[] = [];
  const texts: string[] = [];
  const add = (detail: string) => risks.push({ kind: 'unparsed', detail: shortened(detail) });
  const open = unreadOf(body).replace(/\\[\\$`\n]/g, '');
  const start = open.search(/\$\((?!\()/);
  if (start >= 0) {
    add(open.slice(start));
    texts.push(open.slice(start + 2));
  }
  for (const [whole, text = ''] of open.matchAll(/`([^`]*)`?/g)) {
    add(whole);
    texts.push(text);
  }
  const odd = [...open.matchAll(/\$(?:\[|\(\(|\{[^}]*\}?)/g)].find(([each]) => !isPlainExpansion(each));
  if (odd) add(odd[0]);
  return { risks, texts };
}

/** The body without the substitutions that the grammar found in it. */
function unreadOf(body: SyntaxNode): string {
  let unread = '';
  let end = 0;
  for (const { type, start, text } of body.children) {
    if (type !== 'command_substitution') continue;
    unread += body.text.slice(end, start - body.start);
    end = start - body.start + text.length;
  }
  return unread + body.text.slice(end);
}
