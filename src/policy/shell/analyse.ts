import type { Risk, ShellAnalysis } from './command';
import { grammarFault } from './grammarFaults';
import { expandedBody, hiddenInBody, textsFedBy } from './hereDocuments';
import { isShell } from './launchers';
import { isUnknown } from './nodeKinds';
import { allRedirects, commandOf, shortened } from './oneCommand';
import { MAX_DEPTH, StartedCommands } from './startedCommands';
import { strayWords, withStrayWords } from './strayWords';
import type { ShellParser, SyntaxNode } from './syntax';
import { COST_OF_TEXT, WordBudget } from './wordBudget';
import { wordOf } from './words';

/** Node types that are one command. */
const SIMPLE = new Set(['command', 'test_command', 'declaration_command', 'unset_command']);

/** Every command that bash would run for a text, even in substitutions and behind launchers, and every risk. */
export function analyseBash(text: string, parse: ShellParser): ShellAnalysis {
  const walk = new Walk(parse);
  walk.text(text, 0);
  return { commands: walk.started.commands, risks: walk.risks };
}

class Walk {
  readonly risks: Risk[] = [];
  readonly #budget = new WordBudget(this.risks);
  readonly started = new StartedCommands(this.#budget, this.risks, (text, depth) => this.text(text, depth));

  constructor(private readonly parse: ShellParser) {}

  text(text: string, depth: number): void {
    if (!this.#budget.affords(COST_OF_TEXT, text)) return;
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
    if (this.#budget.isSpent) return;
    switch (node.type) {
      case 'command':
      case 'test_command':
      case 'declaration_command':
      case 'unset_command':
      case 'variable_assignment':
      case 'variable_assignments':
        this.#command(node, [], depth, isFed);
        return;
      case 'redirected_statement':
        this.#redirected(node, depth, isFed);
        return;
      case 'pipeline':
        node.children.forEach((child, i) => this.node(child, depth, isFed || i > 0));
        return;
      case 'for_statement':
      case 'c_style_for_statement':
        this.#loop(node, depth, isFed);
        return;
      case 'function_definition':
        // A function may replace a command that a rule allows.
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

  #loop(node: SyntaxNode, depth: number, isFed: boolean): void {
    const variable = node.children.find(child => child.field === 'variable')?.text ?? '';
    // Other names, such as PATH, may affect the commands in the loop.
    if (!/^[a-z_][a-z_0-9]*$/.test(variable)) this.risks.push({ kind: 'indirect', detail: shortened(node.text) });
    for (const child of node.children) {
      if (child.field === 'variable') continue;
      if (child.field === 'value') this.#words([child], depth);
      else this.node(child, depth, isFed);
    }
  }

  #redirected(node: SyntaxNode, depth: number, isFed: boolean): void {
    const redirects = node.children.filter(child => child.type.endsWith('redirect'));
    const own = node.children.filter(child => !redirects.includes(child));
    const whole = withStrayWords(own, redirects.flatMap(strayWords));
    if (whole === null) this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
    const bodies = whole ?? own;
    const hasInput = redirects.some(({ type }) => type.startsWith('here'));
    const body = bodies.find(({ type }) => SIMPLE.has(type));
    if (body && bodies.length === 1) {
      this.#command(body, redirects, depth, isFed || hasInput);
    } else {
      for (const each of bodies) this.node(each, depth, isFed || hasInput);
      this.#command({ ...node, type: 'command', children: [] }, redirects, depth, false);
    }
    // The grammar puts the rest of the line after `<<WORD` inside the here-document node.
    for (const redirect of redirects) {
      if (redirect.type !== 'heredoc_redirect') continue;
      for (const child of redirect.children) {
        if (child.field === 'argument') continue;
        if (!/^heredoc|^<<|redirect$|^file_descriptor$/.test(child.type)) {
          this.node(child, depth, true);
          if (startsShell(child)) this.#fedText([redirect], depth);
        }
        if (child.type.endsWith('redirect'))
          this.#command({ ...child, type: 'command', children: [] }, [child], depth, false);
      }
    }
  }

  /** A shell's input text is analysed like any other. */
  #fedText(redirects: readonly SyntaxNode[], depth: number): void {
    for (const text of textsFedBy(redirects)) this.text(text, depth + 1);
  }

  #expandedText(node: SyntaxNode, depth: number): void {
    const body = expandedBody(node);
    if (!body || !this.#budget.affords(COST_OF_TEXT, body.text)) return;
    const { risks, texts } = hiddenInBody(body);
    this.risks.push(...risks);
    for (const text of texts) this.text(text, depth + 1);
  }

  #command(node: SyntaxNode, redirects: readonly SyntaxNode[], depth: number, isFed: boolean): void {
    const all = allRedirects(node, redirects);
    for (const each of all) if (each.type === 'heredoc_redirect') this.#expandedText(each, depth);
    const command = commandOf(node, redirects, isFed);
    this.started.add(command, depth);
    if (isShell(command.words[0]?.value ?? '')) this.#fedText(all, depth);
    // Substitutions run too, wherever they occur.
    this.#words([...node.children, ...redirects], depth);
  }

  /** Looks for commands inside words. */
  #words(nodes: readonly SyntaxNode[], depth: number): void {
    for (const node of nodes) {
      if (/^(?:command|process)_substitution$/.test(node.type)) this.#substitution(node, depth);
      else if (node.type === 'heredoc_redirect')
        this.#words(
          node.children.filter(({ type }) => type === 'heredoc_body'),
          depth,
        );
      else this.#words(node.children, depth);
    }
  }

  #substitution(node: SyntaxNode, depth: number): void {
    // Within backticks, a backslash has another meaning than the grammar gives it.
    if (node.text.startsWith('`') && node.text.includes('\\')) {
      this.risks.push({ kind: 'unparsed', detail: shortened(node.text) });
    }
    for (const child of node.children) this.node(child, depth, false);
  }
}

/** True if this part of a line starts a shell under its own name. */
function startsShell(node: SyntaxNode): boolean {
  return (node.type === 'command_name' && isShell(wordOf(node, []).value)) || node.children.some(startsShell);
}
