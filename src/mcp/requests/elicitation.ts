import { countHidden } from '../../shared/hiddenCharacters';
import type { ServerFormView, ServerPageView } from '../../shared/serverQuestions';
import { formAnswer } from './defaultAnswer';
import type { Caller, Elicitation, ElicitationAnswer } from '../connection/mcpConnection';
import { formFields } from './readFormFields';

const MAX_MESSAGE = 4000;

/**
 * Shows a server's question to the user, in the chat that waits for the server. `open` opens a page that the user has
 * accepted, and resolves to false if it could not. Declined if the user rejects or stops it, or if its address is not
 * for a browser.
 */
export async function elicitInChat(
  server: string,
  request: Elicitation,
  { ask }: Pick<Required<Caller>, 'ask'>,
  signal: AbortSignal,
  open: (url: string) => Promise<boolean>,
): Promise<ElicitationAnswer> {
  const question = request.kind === 'url' ? pageOf(server, request) : formOf(server, request);
  if (!question) return { action: 'decline' };
  const verdict = await ask(question, signal);
  if (verdict.decision === 'reject') return { action: 'decline' };
  if (question.kind === 'page') return { action: (await open(question.url)) ? 'accept' : 'cancel' };
  const texts = verdict.answers ?? [];
  return request.kind === 'form'
    ? (formAnswer(request, (_, i) => texts[i] ?? '') ?? { action: 'cancel' })
    : { action: 'cancel' };
}

/** Returns the URL if a browser may open it: https, or http on this machine, without a user name or password. */
export function pageAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isLocal = url.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  return (url.protocol === 'https:' || isLocal) && url.username === '' && url.password === '' ? url : undefined;
}

function pageOf(server: string, { message, url }: Extract<Elicitation, { kind: 'url' }>): ServerPageView | undefined {
  const address = pageAddress(url);
  return (
    address && {
      kind: 'page',
      server,
      message: message.slice(0, MAX_MESSAGE),
      url: address.href,
      host: address.host,
      ...hiddenIn(message),
    }
  );
}

function formOf(server: string, { message, schema }: Extract<Elicitation, { kind: 'form' }>): ServerFormView {
  const fields = formFields(schema);
  return {
    kind: 'form',
    server,
    message: message.slice(0, MAX_MESSAGE),
    fields,
    ...hiddenIn(message, JSON.stringify(fields)),
  };
}

function hiddenIn(...texts: readonly string[]) {
  const hidden = texts.reduce((sum, text) => sum + countHidden(text), 0);
  return hidden > 0 ? { hidden } : {};
}
