import { ToolError } from '../../../shared/errors';
import { ARGS } from './template';

/** The shell whose syntax commands use. */
export type ShellKind = 'bash' | 'powershell';

type Quotes = 'none' | 'single' | 'double';

/**
 * A command with the arguments in place of `{{args}}`, quoted so that no character in them is special to the shell,
 * wherever the placeholder is. Throws `ToolError` where safe quoting can't be determined.
 */
export function withQuotedArgs(command: string, args: string, shell: ShellKind): string {
  const pieces = command.split(ARGS);
  if (pieces.length === 1) return command;
  if (args.includes('\0')) throw new ToolError('invalid_tool_params', 'The arguments have a NUL character.');
  let filled = pieces[0] ?? '';
  let template = filled;
  for (const piece of pieces.slice(1)) {
    filled += quoted(args, quotesAt(template, shell), shell) + piece;
    template += piece;
  }
  return filled;
}

function quoted(args: string, quotes: Quotes, shell: ShellKind): string {
  if (shell === 'powershell') {
    if (quotes === 'double') return args.replace(/[`$"“”„]/g, '`$&');
    const inner = args.replace(/['‘’‚‛]/g, '$&$&');
    return quotes === 'single' || args === '' ? inner : `'${inner}'`;
  }
  if (quotes === 'double') return args.replace(/[\\$"`]/g, '\\$&');
  const inner = args.replaceAll("'", "'\\''");
  return quotes === 'single' || args === '' ? inner : `'${inner}'`;
}

/** The kind of quotes that are open at the end of a command's beginning. */
function quotesAt(beginning: string, shell: ShellKind): Quotes {
  const escape = shell === 'bash' ? '\\' : '`';
  let quotes: Quotes = 'none';
  for (let i = 0; i < beginning.length; i++) {
    const character = beginning[i];
    if (character === escape && quotes !== 'single') i++;
    else if (character === "'" && quotes !== 'double') quotes = quotes === 'single' ? 'none' : 'single';
    else if (character === '"' && quotes !== 'single') quotes = quotes === 'double' ? 'none' : 'double';
    else if (quotes !== 'single' && isNested(beginning, i, quotes, shell)) throw unclear();
  }
  // An escape right before the placeholder would escape the opening quotation mark.
  if (beginning.endsWith(escape) && quotes !== 'single') throw unclear();
  return quotes;
}

/** Nested quotes, here-documents and comments have rules of their own. */
function isNested(text: string, i: number, quotes: Quotes, shell: ShellKind): boolean {
  const two = text.slice(i, i + 2);
  if (shell === 'powershell')
    return two === "@'" || two === '@"' || two === '$(' || (quotes === 'none' && text[i] === '#');
  if (two === '$(' || text[i] === '`' || two === '${' || two === "$'") return true;
  return quotes === 'none' && (two === '<<' || /^(?:^|\s)#/.test(text.slice(Math.max(0, i - 1), i + 1)));
}

function unclear(): ToolError {
  const text =
    'The arguments can’t be put into this command safely: write {{args}} outside of $(…), ${…}, `…`, << and comments.';
  return new ToolError('invalid_tool_params', text, text);
}

/** The words of the arguments, split like a shell would. */
export function wordsOf(args: string): string[] {
  const words = args.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs) ?? [];
  return words.map(word =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(.)/gs, '$1'),
    ),
  );
}
