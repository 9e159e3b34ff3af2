import { countHidden } from '../shared/hiddenCharacters';
import type { ServerFormView, ServerPageView } from '../shared/serverQuestions';
import { formAnswer } from './defaultAnswer';
import type { Caller, Elicitation, ElicitationAnswer } from './mcpConnection';
import { formFields } from './readFormFields';

const MAX_MESSAGE = 4000;

/**
 * Puts what a server asks to the user, in the chat that waits for it. `open` shows a page that the user has agreed to; false: it
 * could not be shown. Declined where the user rejects it, stops, or it is no address for a browser.
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

/** An address that a browser may be sent to: https, or http on this machine, without a name or password in it. */
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
