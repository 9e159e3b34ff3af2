import * as l10n from '@vscode/l10n';
import { countHidden } from '../../shared/hiddenCharacters';
import type { SamplingUse, SamplingView } from '../../shared/serverQuestions';
import {
  McpFailure,
  type Caller,
  type SamplingAnswer,
  type SamplingRequest,
  type ServerRequests,
} from '../connection/mcpConnection';
import { marked } from '../tools/toolResult';

/** What one server may use per chat. */
const BUDGET: SamplingUse = { requests: 10, tokens: 50_000 };
/** Maximum characters; nobody would read a longer text before it is sent. */
const MAX_TEXT = 100_000;
const CHARACTERS_A_TOKEN = 4;

const SYSTEM =
  'A tool of an MCP server has a question for you. It is no part of Pollux, and knows nothing of the conversation. ' +
  'Answer it with text alone, and do nothing else.';

type Sample = NonNullable<ServerRequests['sample']>;

/**
 * Lets servers ask the model if the user allows it: the user approves each text before it is sent, and each answer
 * before the server gets it. `isAllowed`: whether the user has enabled this for the server at all.
 */
export function createSampling(isAllowed: (server: string) => boolean, budget = BUDGET): Sample {
  const used = new WeakMap<object, Map<string, SamplingUse>>();
  return async (server, request, signal, caller) => {
    if (!isAllowed(server)) throw refused(l10n.t('The MCP server “{0}” may not ask the model.', server));
    if (!caller?.ask)
      throw refused(l10n.t('The MCP server can’t ask the model here, because that needs your approval.'));
    const ofChat = used.get(caller.chat) ?? new Map<string, SamplingUse>();
    used.set(caller.chat, ofChat);
    const before = ofChat.get(server) ?? { requests: 0, tokens: 0 };
    if (before.requests >= budget.requests || before.tokens >= budget.tokens) {
      throw refused(l10n.t('The MCP server “{0}” has reached its limit for asking the model in this chat.', server));
    }
    const take = (use: SamplingUse) => {
      const { requests, tokens } = ofChat.get(server) ?? before;
      const now = { requests: requests + use.requests, tokens: tokens + use.tokens };
      ofChat.set(server, now);
      return now;
    };
    const view = viewOf(server, request, before, budget);
    return answerTo(request, view, { ...caller, ask: caller.ask }, signal, take);
  };
}

async function answerTo(
  { maxTokens }: SamplingRequest,
  view: SamplingView,
  { ask, model }: Caller & Pick<Required<Caller>, 'ask'>,
  signal: AbortSignal,
  take: (use: SamplingUse) => SamplingUse,
): Promise<SamplingAnswer> {
  const declined = () => refused(l10n.t('The user rejected it.'));
  if ((await ask(view, signal)).decision === 'reject') throw declined();
  take({ requests: 1, tokens: 0 });
  const reply = await model.ask({ job: 'sampling', system: SYSTEM, prompt: promptOf(view) }, signal);
  const used = take({ requests: 0, tokens: reply.usage?.total ?? 0 });
  if (!reply.ok) throw refused(l10n.t('The model couldn’t be asked.'));
  const most = Math.max(1, maxTokens) * CHARACTERS_A_TOKEN;
  const isCut = reply.text.length > most;
  const answer = { text: reply.text.slice(0, most), model: reply.model ?? '' };
  if ((await ask({ ...view, used, answer }, signal)).decision === 'reject') throw declined();
  return { ...answer, isCut };
}

/** Throws `McpFailure` if the request can't be shown to the user completely. */
function viewOf(
  server: string,
  { messages, systemPrompt }: SamplingRequest,
  used: SamplingUse,
  budget: SamplingUse,
): SamplingView {
  const texts = messages.map(({ role, content }) => {
    if (content.kind !== 'text') throw refused(l10n.t('Only text can be sent to the model for an MCP server.'));
    return { role, text: content.text };
  });
  const all = [systemPrompt ?? '', ...texts.map(({ text }) => text)].join('');
  if (all.trim() === '') throw refused(l10n.t('The text for the model is empty.'));
  if (all.length > MAX_TEXT) throw refused(l10n.t('The text for the model is too long.'));
  const hidden = countHidden(all);
  return {
    ...{ kind: 'sampling', server, messages: texts, used, budget },
    ...(systemPrompt !== undefined && systemPrompt !== '' && { system: systemPrompt }),
    ...(hidden > 0 && { hidden }),
  };
}

/** The server's instructions are part of the marked text, so they have no more weight than the rest of it. */
function promptOf({ server, system, messages }: SamplingView): string {
  const instructions = system === undefined ? [] : [`Instructions:\n${system}`];
  const said = messages.map(({ role, text }) => `${role === 'user' ? 'User' : 'Assistant'}:\n${text}`);
  return marked(server, [...instructions, ...said].join('\n\n'));
}

function refused(message: string): McpFailure {
  return new McpFailure('protocol', message);
}
