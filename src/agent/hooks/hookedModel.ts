import * as l10n from '@vscode/l10n';
import type { Message, Part } from '../../shared/messages';
import type { HookedRequest, HookOutcome, HookReason } from '../ports/hooks';
import type { ContentGenerator, ModelEvent, ModelRequest } from '../ports/model';
import { withReason, type Fire, type SessionHooks } from './sessionHooks';

/** The model, its requests and answers passing by hooks if there are any. Where they read answers, one is told when it is whole. */
export function hookedModel(
  model: ContentGenerator,
  { has, fire }: Pick<SessionHooks, 'has' | 'fire'>,
): ContentGenerator {
  const readsAnswers = has('AfterModel');
  if (!readsAnswers && !has('BeforeModel') && !has('BeforeToolSelection')) return model;
  return {
    stream: (request, signal) => stream({ model, fire, readsAnswers }, request, signal),
    generate: (request, signal) => model.generate(request, signal),
    countTokens: (request, signal) => model.countTokens(request, signal),
    embed: (texts, name, signal) => model.embed(texts, name, signal),
  };
}

interface Hooked {
  readonly model: ContentGenerator;
  readonly fire: Fire;
  readonly readsAnswers: boolean;
}

async function* stream(hooked: Hooked, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { model, fire, readsAnswers } = hooked;
  const before = await fire('BeforeModel', { request: seen(request) }, signal);
  const refused = before?.blocked ?? before?.stops;
  if (refused) {
    yield blocked(refused);
    return;
  }
  if (before?.answer) {
    yield { type: 'part', part: { type: 'text', text: before.answer.text } };
    yield { type: 'finished', end: 'stop' };
    return;
  }
  const changed = before?.request ? withChanges(request, before.request) : request;
  const selection = await fire('BeforeToolSelection', { request: seen(changed) }, signal);
  const stopped = selection?.blocked ?? selection?.stops;
  if (stopped ?? signal.aborted) {
    yield stopped ? blocked(stopped) : { type: 'failed', failure: { kind: 'cancelled', message: '' } };
    return;
  }
  const sent = selection?.tools ? withTools(changed, selection.tools) : changed;
  if (readsAnswers) yield* readWhole(hooked, sent, signal);
  else yield* model.stream(sent, signal);
}

/** Holds an answer back until hooks have seen it. */
async function* readWhole(
  { model, fire }: Hooked,
  sent: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let parts: Part[] = [];
  for await (const event of model.stream(sent, signal)) {
    if (event.type === 'part') {
      parts.push(event.part);
      continue;
    }
    if (event.type === 'retry') parts = [];
    if (event.type === 'finished') {
      const text = parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
      const after = await fire('AfterModel', { request: seen(sent), answer: text }, signal);
      if (after?.blocked) {
        yield blocked(after.blocked);
        return;
      }
      if (after?.answer) parts = withText(parts, after.answer.text);
    }
    if (event.type === 'finished' || event.type === 'failed') for (const part of parts) yield { type: 'part', part };
    yield event;
  }
}

/** As hooks get it. */
function seen({ model, messages, generation }: ModelRequest): HookedRequest {
  const { temperature, topP, maxOutputTokens } = generation ?? {};
  const config = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
  return {
    model,
    messages: messages.map(message => ({
      role: message.role === 'assistant' ? 'model' : 'user',
      content: textOf(message),
    })),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

function textOf(message: Message): string {
  if (message.role === 'notice') return message.text;
  if (message.role === 'tool') return message.results.map(({ content }) => content).join('\n');
  return message.parts.flatMap(part => (part.type === 'text' || part.type === 'file' ? [part.text] : [])).join('');
}

/**
 * The request with what a hook has changed: settings, and the text of the person's messages. The model's own answers and the
 * results of tools stay: they are signed, or belong to calls. What the hook has beyond them is said after them.
 */
function withChanges(request: ModelRequest, { config, messages }: NonNullable<HookOutcome['request']>): ModelRequest {
  const changed = messages && request.messages.map((message, i) => withContent(message, messages[i]?.content));
  const added = (messages ?? []).slice(request.messages.length).flatMap(({ role, content }, i): Message[] => {
    if (role !== 'user') return [];
    return [{ id: `hook-${i}`, at: 0, role, parts: [{ type: 'text', text: content }], isContext: true }];
  });
  return {
    ...request,
    ...(changed && { messages: [...changed, ...added] }),
    ...(config && { generation: { ...request.generation, ...config } }),
  };
}

function withContent(message: Message, content: string | undefined): Message {
  if (message.role !== 'user' || content === undefined || content === textOf(message)) return message;
  return { ...message, parts: withText(message.parts, content) };
}

/** The parts with `text` in the place of all text, and of files that were quoted as text. */
function withText(parts: readonly Part[], text: string): Part[] {
  const first = parts.findIndex(isText);
  const rest = parts.filter((part, i) => !isText(part) || i === first);
  const said: Part = { type: 'text', text };
  return first < 0 ? [said, ...rest] : rest.map(part => (isText(part) ? said : part));
}

function isText({ type }: Part): boolean {
  return type === 'text' || type === 'file';
}

/** With no more tools than hooks leave. */
function withTools(request: ModelRequest, { mode, names }: NonNullable<HookOutcome['tools']>): ModelRequest {
  if (mode === 'NONE') return { ...request, tools: [] };
  return names ? { ...request, tools: request.tools.filter(({ name }) => names.includes(name)) } : request;
}

function blocked({ by, reason }: HookReason): ModelEvent {
  const message = withReason(l10n.t('The hook {0} stopped this.', by), reason);
  return { type: 'failed', failure: { kind: 'blocked', message, isPermanent: true } };
}
