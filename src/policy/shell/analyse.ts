import type { Risk, ShellAnalysis, SimpleCommand } from './command';
import { grammarFault } from './grammarFaults';
import { findActions, isShell, launchOf } from './launchers';
import { risksAbout, inner, redirectionOf, shortened, withRisk, wordsOf } from './oneCommand';
import { ownText, strayWords, withWords } from './strayWords';
import type { ShellParser, SyntaxNode } from './syntax';
import { isPlainExpansion, wordOf } from './words';

/** How deep commands within commands within texts are looked into. */
const MAX_DEPTH = 8;
/** So many words and redirections are looked at, each as often as it is part of a command within another one. */
const MAX_WORDS = 2000;
/** To look at a command, and to parse a text, take as long as so many words do. */
const COST_OF_COMMAND = 3;
const COST_OF_TEXT = 30;
/** Nodes that are one command. */
const SIMPLE = new Set(['command', 'test_command', 'declaration_command', 'unset_command']);
/** Nodes that only hold others, or say nothing. Every other kind is a risk. */
const TRANSPARENT = new Set([
  'program',
  'list',
  'pipeline',
  'subshell',
  'compound_statement',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'do_group',
  'case_statement',
  'case_item',
  'negated_command',
  'command_substitution',
  'process_substitution',
  'string',
  'concatenation',
  'heredoc_body',
  'comment',
]);

/** Every command that bash would run for a text, also within substitutions and behind launchers, and every risk. */
export function analyseBash(text: string, parse: ShellParser): ShellAnalysis {
  const walk = new Walk(parse);
  walk.text(text, 0);
  return { commands: walk.commands, risks: walk.risks };
}

class Walk {
  readonly commands: SimpleCommand[] = [];
  readonly risks: Risk[] = [];
  private wordsLeft = MAX_WORDS;

  constructor(private readonly parse: ShellParser) {}

  text(text: string, depth: number): void {
    if (!this.affords(COST_OF_TEXT, text)) return;
    if (depth > MAX_DEPTH) {
      this.risks.push({ kind: 'unparsed', detail: shortened(text) });
      return;
    }
    const { root, hasError } = this.parse(text);
    const fault = hasError ? text : grammarFault(root, text);
    if (fault !== undefined) this.risks.push({ kind: 'unparsed', detail: shortened(fault) });
    this.node(root, depth, false);
  }

  node(node: SyntaxNode, depth: number, isFed: boolean): void {
    if (this.isSpent) return;
    switch (node.type) {
      case 'command':
      case 'test_command':
      case 'declaration_command':
      case 'unset_command':
      case 'variable_assignment':
      case 'variable_assignments':
        this.command(node, [], depth, isFed);
        return;
      case 'redirected_statement':
        this.redirected(node, depth, isFed);
        return;
      case 'pipeline':
        node.children.forEach((child, i) => this.node(child, depth, isFed || i > 0));
        return;
      case 'for_statement':
      case 'c_style_for_statement':
        this.loop(node, depth, isFed);
        return;
      case 'function_definition':
        // A function may take the place of a command that a rule allows.
        this.risks.push({ kind: 'indirect', detail: shortened(node.text) });
        break;
      case 'compound_statement':
        if (node.text.startsWith('((')) this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
        break;
      default:
        if (isUnknown(node)) this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
    }
    for (const child of node.children) this.node(child, depth, isFed);
  }

  private loop(node: SyntaxNode, depth: number, isFed: boolean): void {
    const variable = node.children.find(child => child.field === 'variable')?.text ?? '';
    // Other names may mean something to what runs in the loop, such as PATH.
    if (!/^[a-z_][a-z_0-9]*$/.test(variable)) this.risks.push({ kind: 'indirect', detail: shortened(node.text) });
    for (const child of node.children) {
      if (child.field === 'variable') continue;
      if (child.field === 'value') this.words([child], depth);
      else this.node(child, depth, isFed);
    }
  }

  private redirected(node: SyntaxNode, depth: number, isFed: boolean): void {
    const redirects = node.children.filter(child => child.type.endsWith('redirect'));
    const bodies = this.withStrayWords(
      node,
      node.children.filter(child => !redirects.includes(child)),
      redirects.flatMap(strayWords),
    );
    const hasInput = redirects.some(({ type }) => type.startsWith('here'));
    const body = bodies.find(({ type }) => SIMPLE.has(type));
    if (body && bodies.length === 1) {
      this.command(body, redirects, depth, isFed || hasInput);
    } else {
      for (const each of bodies) this.node(each, depth, isFed || hasInput);
      this.command({ ...node, type: 'command', children: [] }, redirects, depth, false);
    }
    // The grammar puts what follows the first line of a here-document inside of it.
    for (const redirect of redirects) {
      if (redirect.type !== 'heredoc_redirect') continue;
      for (const child of redirect.children) {
        if (child.field === 'argument') continue;
        if (!/^heredoc|^<<|redirect$|^file_descriptor$/.test(child.type)) {
          this.node(child, depth, true);
          if (startsShell(child)) this.fedText([redirect], depth);
        }
        if (child.type.endsWith('redirect'))
          this.command({ ...child, type: 'command', children: [] }, [child], depth, false);
      }
    }
  }

  /** The grammar puts the words after a redirection into it; they are those of the command before it. */
  private withStrayWords(node: SyntaxNode, bodies: readonly SyntaxNode[], stray: readonly SyntaxNode[]) {
    const last = bodies.at(-1);
    if (stray.length === 0) return bodies;
    const whole = last && withWords(last, stray);
    if (whole) return [...bodies.slice(0, -1), whole];
    this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
    return bodies;
  }

  /** What a shell is given to read is a text like any other. */
  private fedText(redirects: readonly SyntaxNode[], depth: number): void {
    for (const redirect of redirects) {
      const body = redirect.children.find(child => child.type === 'heredoc_body');
      if (body) this.text(body.text, depth + 1);
      const string = redirect.type === 'herestring_redirect' ? redirect.children.at(-1) : undefined;
      if (string) this.text(wordOf(string, []).value, depth + 1);
    }
  }

  /** Text without quotes around its end mark is expanded, of which the grammar shows but a part. */
  private expandedText({ children }: SyntaxNode, depth: number): void {
    const isQuoted = children.some(({ type, text }) => type === 'heredoc_start' && /['"\\]/.test(text));
    const body = children.find(({ type }) => type === 'heredoc_body');
    if (isQuoted || !body || !this.affords(COST_OF_TEXT, body.text)) return;
    let unread = '';
    let end = 0;
    for (const { type, start, text } of body.children) {
      if (type !== 'command_substitution') continue;
      unread += body.text.slice(end, start - body.start);
      end = start - body.start + text.length;
    }
    const open = (unread + body.text.slice(end)).replace(/\\[\\$`\n]/g, '');
    const start = open.search(/\$\((?!\()/);
    if (start >= 0) {
      this.risks.push({ kind: 'unparsed', detail: shortened(open.slice(start)) });
      this.text(open.slice(start + 2), depth + 1);
    }
    for (const [whole, text = ''] of open.matchAll(/`([^`]*)`?/g)) {
      this.risks.push({ kind: 'unparsed', detail: shortened(whole) });
      this.text(text, depth + 1);
    }
    const odd = [...open.matchAll(/\$(?:\[|\(\(|\{[^}]*\}?)/g)].find(([each]) => !isPlainExpansion(each));
    if (odd) this.risks.push({ kind: 'unparsed', detail: shortened(odd[0]) });
  }

  private command(node: SyntaxNode, redirects: readonly SyntaxNode[], depth: number, isFed: boolean): void {
    const risks: Risk[] = [];
    const own = node.children.filter(child => child.type.endsWith('redirect'));
    const all = [...own, ...redirects];
    const assigned = node.type.startsWith('variable_assignment') ? [node] : node.children;
    const assignments = assigned.filter(child => child.type.startsWith('variable_assignment'));
    const words = wordsOf(node, risks);
    for (const each of all) {
      const { type, children } = each;
      if (type === 'file_redirect') continue;
      if (type === 'heredoc_redirect') this.expandedText(each, depth);
      for (const child of children)
        if (child.type !== 'heredoc_body') wordOf(child, type === 'herestring_redirect' ? risks : []);
    }
    const text =
      all.length > 0 && own.length === 0 && node.children.length > 0
        ? [node.text, ...all.map(ownText)].join(' ')
        : node.text;
    this.add(
      {
        text,
        words,
        assignments: assignments.map(each => each.text),
        redirections: all.flatMap(each => redirectionOf(each, risks)),
        risks: [...risks, ...risksAbout(node, words)],
        isFed: isFed || own.some(({ type }) => type.startsWith('here')),
      },
      depth,
    );
    if (isShell(words[0]?.value ?? '')) this.fedText(all, depth);
    // Substitutions run too, wherever they stand.
    this.words([...node.children, ...redirects], depth);
  }

  private add(command: SimpleCommand, depth: number): void {
    if (!this.affords(command.words.length + command.redirections.length, command.text)) return;
    const launch = launchOf(command.words);
    for (const words of findActions(command.words)) {
      if (!this.affords(words.length, command.text)) break;
      this.add(inner(words, false), depth + 1);
    }
    if (!launch) {
      this.commands.push(withNextName(command));
      return;
    }
    if (launch.type === 'unknown') {
      this.commands.push(withRisk(command, 'indirect'));
      return;
    }
    if (launch.type === 'any') {
      // What stands in a container or comes of a package is the rule's own affair; but what is denied stays denied.
      this.commands.push({ ...command, mayStart: launch.candidates.map(words => inner(words, false)) });
      return;
    }
    this.commands.push(launch.isTransparent ? { ...command, isCarrier: true } : withRisk(command, 'indirect'));
    if (depth > MAX_DEPTH) this.risks.push({ kind: 'unparsed', detail: shortened(command.text) });
    else if (launch.type === 'words') this.add(inner(launch.words, launch.isFed), depth + 1);
    else {
      if (!launch.word.isStatic) this.risks.push({ kind: 'indirect', detail: shortened(command.text) });
      this.text(launch.word.value, depth + 1);
    }
  }

  /** Nothing more is looked at. */
  private get isSpent(): boolean {
    return this.wordsLeft < 0;
  }

  /** False once there is so much that to look at all of it would take too long; that is a risk. */
  private affords(words: number, text: string): boolean {
    if (this.isSpent) return false;
    const left = (this.wordsLeft -= words + COST_OF_COMMAND);
    if (left < 0) this.risks.push({ kind: 'unparsed', detail: shortened(text) });
    return left >= 0;
  }

  /** Looks for commands inside of words. */
  private words(nodes: readonly SyntaxNode[], depth: number): void {
    for (const node of nodes) {
      if (/^(?:command|process)_substitution$/.test(node.type)) this.substitution(node, depth);
      else if (node.type === 'heredoc_redirect')
        this.words(
          node.children.filter(({ type }) => type === 'heredoc_body'),
          depth,
        );
      else this.words(node.children, depth);
    }
  }

  private substitution(node: SyntaxNode, depth: number): void {
    // Within backticks a backslash means something else than the grammar takes it for.
    if (node.text.startsWith('`') && node.text.includes('\\')) {
      this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
    }
    for (const child of node.children) this.node(child, depth, false);
  }
}

/** What a name stands for may be nothing, and then the word after it is the name. */
function withNextName(command: SimpleCommand): SimpleCommand {
  const { words } = command;
  const known = words.findIndex(word => word.isStatic || word.isQuoted);
  return known > 0 ? { ...command, mayStart: [inner(words.slice(known), false)] } : command;
}

/** True for a part of a line in which a shell is started under its own name. */
function startsShell(node: SyntaxNode): boolean {
  return (node.type === 'command_name' && isShell(wordOf(node, []).value)) || node.children.some(startsShell);
}

function isUnknown(node: SyntaxNode): boolean {
  // A pattern of `case` in which nothing runs.
  if (node.type === 'extglob_pattern' && !/[$`]/.test(node.text)) return false;
  // Tokens have no parts and are named after themselves, or are names and operators that were looked at already.
  return (
    node.children.length > 0 &&
    !TRANSPARENT.has(node.type) &&
    !/^(?:word|heredoc_|array|simple_expansion)/.test(node.type)
  );
}
