import * as l10n from '@vscode/l10n';
import type { Part } from '../../shared/messages';
import type { HookOutcome } from '../ports/hooks';
import type { ContentGenerator, ModelEvent, ModelRequest } from '../ports/model';
import { seenRequest, withChanges, withText } from './hookedRequest';
import type { SessionHooks } from './sessionHooks';
import { textOf } from '../../shared/partsText';

/** An answer to come, and the model that gives it. */
export interface OpenedAnswer {
  readonly model: string;
  readonly events: AsyncIterable<ModelEvent>;
}

/** Requests an answer; never rejects. */
export type OpenAnswer = (request: ModelRequest, signal: AbortSignal) => Promise<OpenedAnswer>;

/** What hooks need from a session to see its requests. */
export interface HookedModelOptions extends Pick<SessionHooks, 'has' | 'fire' | 'refuse'> {
  readonly model: ContentGenerator;
  /** The declared name of the tool that has this name or alias; undefined: there is none. */
  readonly toolName: (name: string) => string | undefined;
}

/** Sends requests through the hooks. Undefined: there are no hooks for them. */
export function hookedModel(options: HookedModelOptions): OpenAnswer | undefined {
  const { has } = options;
  if (!has('BeforeModel') && !has('BeforeToolSelection') && !has('AfterModel')) return undefined;
  return (request, signal) => open(options, request, signal);
}

async function open(options: HookedModelOptions, request: ModelRequest, signal: AbortSignal): Promise<OpenedAnswer> {
  const { fire, refuse } = options;
  const before = await fire('BeforeModel', { request: seenRequest(request) }, signal);
  const changed = before?.request ? withChanges(request, before.request) : request;
  const answered = (events: readonly ModelEvent[]) => ({ model: changed.model, events: replay(events) });
  if (before?.stops) return answered([CANCELLED]);
  if (before?.answer) return answered(answerOf(before.answer.text));
  if (before?.blocked) {
    refuse(before.blocked);
    return answered([CANCELLED]);
  }
  if (changed.messages.length === 0) return answered([nothingLeft()]);
  const selection = await fire('BeforeToolSelection', { request: seenRequest(changed) }, signal);
  if (selection?.blocked) refuse(selection.blocked);
  if (selection?.blocked ?? selection?.stops ?? signal.aborted) return answered([CANCELLED]);
  const sent = selection?.tools ? withTools(changed, selection.tools, options.toolName) : changed;
  const { has, model } = options;
  return {
    model: sent.model,
    events: has('AfterModel') ? readWhole(options, sent, signal) : model.stream(sent, signal),
  };
}

/** Holds an answer back until hooks have seen it. */
async function* readWhole(
  { model, fire, refuse }: HookedModelOptions,
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
      const text = textOf(parts);
      const after = await fire('AfterModel', { request: seenRequest(sent), answer: text }, signal);
      if (after?.blocked) refuse(after.blocked);
      if (after?.blocked ?? after?.stops) {
        yield CANCELLED;
        return;
      }
      if (after?.answer) parts = withText(parts, after.answer.text);
    }
    if (event.type === 'finished' || event.type === 'failed') for (const part of parts) yield { type: 'part', part };
    yield event;
  }
}

/** Restricts the tools to those that hooks allow. */
function withTools(
  request: ModelRequest,
  { mode, names }: NonNullable<HookOutcome['tools']>,
  toolName: HookedModelOptions['toolName'],
): ModelRequest {
  if (!names) return { ...request, toolChoice: { mode } };
  const allowed = new Set(names.map(toolName));
  const tools = request.tools.filter(({ name }) => allowed.has(name));
  return { ...request, tools, toolChoice: { mode, names: tools.map(({ name }) => name) } };
}

/** Ends an answer that a hook rejects; the run reports why. */
const CANCELLED: ModelEvent = { type: 'failed', failure: { kind: 'cancelled', message: '' } };

function answerOf(text: string): ModelEvent[] {
  return [
    { type: 'part', part: { type: 'text', text } },
    { type: 'finished', end: 'stop' },
  ];
}

function nothingLeft(): ModelEvent {
  const message = l10n.t('A hook removed everything from the request, so nothing was sent.');
  return { type: 'failed', failure: { kind: 'blocked', message, isPermanent: true } };
}

async function* replay(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
}
