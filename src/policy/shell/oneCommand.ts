import { baseName, type Risk, type Redirection, type SimpleCommand, type Word } from './command';
import { hasLookalikes } from './hiddenText';
import { HARMLESS_VARIABLE } from './launchers';
import { ownText } from './strayWords';
import type { SyntaxNode } from './syntax';
import { wordOf } from './words';

/** The redirections of a node that is one command: those inside it, then those around it. */
export function allRedirects(node: SyntaxNode, around: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return [...ownRedirects(node), ...around];
}

function ownRedirects({ children }: SyntaxNode): readonly SyntaxNode[] {
  return children.filter(({ type }) => type.endsWith('redirect'));
}

/** The command described by a node that is one command, including its risks. */
export function commandOf(node: SyntaxNode, around: readonly SyntaxNode[], isFed: boolean): SimpleCommand {
  const risks: Risk[] = [];
  const own = ownRedirects(node);
  const all = allRedirects(node, around);
  const assigned = node.type.startsWith('variable_assignment') ? [node] : node.children;
  const words = wordsOf(node, risks);
  for (const { type, children } of all)
    if (type === 'herestring_redirect') for (const child of children) wordOf(child, risks);
  const isRedirectedOutside = all.length > 0 && own.length === 0 && node.children.length > 0;
  return {
    text: isRedirectedOutside ? [node.text, ...all.map(ownText)].join(' ') : node.text,
    words,
    assignments: assigned.filter(({ type }) => type.startsWith('variable_assignment')).map(({ text }) => text),
    redirections: all.flatMap(each => redirectionOf(each, risks)),
    risks: [...risks, ...risksAbout(node, words)],
    isFed: isFed || own.some(({ type }) => type.startsWith('here')),
  };
}

/** The words of a node that is one command, the program first. Adds their risks to `risks`. */
function wordsOf(node: SyntaxNode, risks: Risk[]): Word[] {
  const literal = (value: string): Word => ({ value, isStatic: true, isQuoted: false });
  switch (node.type) {
    case 'command':
      return node.children
        .filter(child => child.type === 'command_name' || child.field === 'argument')
        .map(child => wordOf(child, risks));
    case 'declaration_command':
    case 'unset_command':
      return node.children.map((child, i) =>
        i === 0 || child.type === 'variable_assignment' ? literal(child.text) : wordOf(child, risks),
      );
    case 'test_command':
      return [literal(node.text.startsWith('[[') ? '[[' : '[')];
    default:
      return [];
  }
}

/** Lower-case names are variables of the line's own, except for those that programs read. */
const OWN_VARIABLE = /^(?!npm_|(?:https?|ftp|all|no)_proxy\b|histchars\b)[a-z_][a-z_0-9]*(?==|$)/;

/** Reasons why a command can't be evaluated by its words alone, whatever its program. */
function risksAbout(node: SyntaxNode, words: readonly Word[]): Risk[] {
  const risks: Risk[] = [];
  const [name] = words;
  if (name && !name.isStatic) risks.push({ kind: 'indirect', detail: shortened(node.text) });
  if (name && hasLookalikes(name.value)) risks.push({ kind: 'hidden', detail: name.value });
  if (node.type === 'test_command' && isEvaluatingTest(node.text)) {
    risks.push({ kind: 'unparsed', detail: shortened(node.text) });
  }
  const isAlone = node.type !== 'command';
  const assigned = node.type === 'variable_assignment' ? [node] : node.children;
  for (const { type, text } of assigned) {
    if (type !== 'variable_assignment') continue;
    const isHarmless = HARMLESS_VARIABLE.test(text) || (isAlone && OWN_VARIABLE.test(text));
    if (!isHarmless) risks.push({ kind: 'indirect', detail: shortened(text) });
  }
  const changesOthers = node.type === 'declaration_command' || node.type === 'unset_command';
  // The value of an integer variable is evaluated as arithmetic, and a reference sets another variable.
  const isOwn = ({ value }: Word) => /^-[aAfFgprtxlu]+$/.test(value) || OWN_VARIABLE.test(value);
  if (changesOthers && !words.slice(1).every(isOwn)) {
    risks.push({ kind: 'indirect', detail: shortened(node.text) });
  }
  return risks;
}

/** `[ $x y ]`: the value of `$x` may be an operator. */
const HIDDEN_OPERATOR =
  /^\[\s(?:.*\s)?"?\$(?:\{[^}]*\}|\w+|\([^)]*\))"?\s+(?!(?:=|==|!=|[<>\\]+|-[a-z]{1,2}|\])(?:\s|$))\S+\s+\]$/s;
/** Nobody writes longer tests; they are not examined. */
const MAX_TEST = 10_000;

/** True for tests that may evaluate their words again: those of arrays, and numeric comparisons in double brackets. */
function isEvaluatingTest(text: string): boolean {
  return (
    text.length > MAX_TEST ||
    // Unquoted, one word may become several, including an operator that isn't visible here.
    (!text.startsWith('[[') && /[$`]/.test(text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/gs, ''))) ||
    /(?:^|\s)-[vR]\s/.test(text) ||
    HIDDEN_OPERATOR.test(text) ||
    (text.startsWith('[[') &&
      /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(text) &&
      /[$[a-zA-Z]/.test(text.slice(2).replace(/-(?:eq|ne|lt|le|gt|ge)/g, '')))
  );
}

/** Empty if the target is another stream, or a device such as `/dev/null`. */
function redirectionOf(node: SyntaxNode, risks: Risk[]): Redirection[] {
  if (node.type !== 'file_redirect') return [];
  const destination = node.children.find(child => child.field === 'destination');
  const operator = node.children.find(({ type }) => /^[<>&|]+$/.test(type))?.type ?? node.text;
  if (!destination) return [];
  const target = wordOf(destination, risks);
  const isDuplicate = operator.endsWith('&') && /^(?:\d+|-)$/.test(target.value);
  if (isDuplicate || (target.isStatic && /^\/dev\/(?:null|stdout|stderr)$/.test(target.value))) return [];
  return [{ kind: operator.includes('>') ? 'write' : 'read', target }];
}

/** A command started by another one. `isFed`: it gets further, unknown arguments from its input. */
export function inner(words: readonly Word[], isFed: boolean): SimpleCommand {
  const fed: Word = { value: '', isStatic: false, isQuoted: false };
  const own = words.map(word => (word.value.includes('{}') ? { ...word, isStatic: false } : word));
  const risks: Risk[] = [];
  const text = words.map(word => word.value).join(' ');
  if (own[0] && !own[0].isStatic) risks.push({ kind: 'indirect', detail: shortened(text) });
  if (own[0] && hasLookalikes(own[0].value)) risks.push({ kind: 'hidden', detail: own[0].value });
  return { text, words: isFed ? [...own, fed] : own, assignments: [], redirections: [], risks, isFed };
}

/** The command with a risk that concerns it as a whole. */
export function withRisk(command: SimpleCommand, kind: Risk['kind']): SimpleCommand {
  const detail = shortened(baseName(command.words[0]?.value ?? command.text));
  return { ...command, risks: [...command.risks, { kind, detail }] };
}

/** Text shortened for display as the reason of a risk. */
export function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
