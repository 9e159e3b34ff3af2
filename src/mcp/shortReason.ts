import * as l10n from '@vscode/l10n';

/** More would be cut off in a row. */
const MAX_LENGTH = 160;

/** `Error: …`, or the error class of another language. */
const NAMED_ERROR = /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b[^:]*: \S/;
const TELLING =
  /not found|cannot|can[’']t|could ?n[o’']t|unable|no such|denied|refused|required|missing|invalid|is not set|failed/i;

/**
 * Why `server` can't be used, in a few words for its row: what its program printed about it or, without such output,
 * the first line of `error` without what names the server. Undefined for a sign-in, which its state tells.
 */
export function shortReason(error: string, server: string): string | undefined {
  if (error === l10n.t('The MCP server “{0}” asks you to sign in.', server)) return undefined;
  const [sentence = '', ...output] = error.split('\n').map(line => line.trim());
  const said =
    output.findLast(line => NAMED_ERROR.test(line)) ??
    output.find(line => TELLING.test(line)) ??
    output.findLast(line => line !== '');
  const reason = said ?? withoutServer(sentence, server);
  return reason.length > MAX_LENGTH ? `${reason.slice(0, MAX_LENGTH - 1)}…` : reason;
}

function withoutServer(sentence: string, server: string): string {
  const openings = [
    l10n.t('The MCP server “{0}” can’t be used: {1}', server, ''),
    l10n.t('The MCP server “{0}” ended: {1}', server, ''),
  ];
  const opening = openings.find(each => sentence.startsWith(each));
  if (opening !== undefined) return sentence.slice(opening.length);
  const named = sentence.indexOf(server);
  return named < 0 ? sentence : sentence.slice(named + server.length).replace(/^[”“"]\s*/, '');
}
