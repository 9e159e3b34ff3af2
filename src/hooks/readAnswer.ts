import * as l10n from '@vscode/l10n';
import type { HookedRequest, HookEvent, HookOutcome } from '../agent/ports/hooks';
import { isJsonObject, type JsonObject } from '../shared/jsonObject';

/** How a hook's process ended. */
export interface HookProcessEnd {
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was killed or could not be started. */
  readonly failure?: 'timeout' | 'flood' | 'cancelled' | 'crash';
  /** The system's description of a crash. */
  readonly detail?: string;
}

/** The answer of one hook; `failure` is one sentence about a hook that could not do its work. */
export interface HookAnswer extends HookOutcome {
  readonly failure?: string;
}

/** Exit codes by which a shell reports that a program doesn't exist or isn't executable. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);
const MAX_SAID = 4_000;
const MAX_CONTEXT = 20_000;
const NOTHING: HookAnswer = { notices: [] };

/**
 * Reads a hook's answer. A JSON object counts whatever the exit code, and an exit code of 2 or more always blocks.
 * Any other output is shown but decides nothing. Neither does `allow`: a hook can't allow what policy doesn't.
 */
export function readAnswer(by: string, event: HookEvent, end: HookProcessEnd): HookAnswer {
  const { exitCode, stdout, stderr, failure } = end;
  if (failure === 'cancelled') return NOTHING;
  if (failure !== undefined || exitCode === null) return { ...NOTHING, failure: failureText(by, end) };
  const said = stdout.trim() === '' ? stderr : stdout;
  const json = objectIn(said) ?? (exitCode >= 2 ? objectIn(stderr) : undefined);
  const answer = json && withoutIdleAsking(by, event, readObject(by, json));
  if (exitCode >= 2 && answer)
    return { ...answer, blocked: answer.blocked ?? { by, reason: reasonIn(json) || plain(stderr) } };
  const saysNothing = !answer || Object.keys(answer).every(key => key === 'notices');
  if (answer && (exitCode === 0 || !saysNothing)) return answer;
  if (exitCode === 1) return { ...NOTHING, failure: withDetail(l10n.t('The hook {0} failed.', by), stderr || stdout) };
  if (NOT_STARTED.has(exitCode)) return notStarted(by, event, stderr);
  if (exitCode >= 2) return { ...NOTHING, blocked: { by, reason: shown(stderr) || shown(stdout) } };
  return said.trim() === '' ? NOTHING : { notices: [{ level: 'info', text: `${by}: ${shown(said)}` }] };
}

/** Blocks steps that must not proceed unchecked; others proceed without this hook. */
function notStarted(by: string, event: HookEvent, stderr: string): HookAnswer {
  const failure = withDetail(l10n.t('The hook {0} couldn’t be started.', by), stderr);
  const blocked = { by, reason: shown(stderr), isBroken: true };
  // A refused prompt reports the reason itself.
  if (event === 'BeforeAgent') return { ...NOTHING, blocked };
  return event === 'BeforeTool' || event === 'BeforeModel' ? { ...NOTHING, blocked, failure } : { ...NOTHING, failure };
}

/** Only before a tool runs is there something to approve. */
function withoutIdleAsking(by: string, event: HookEvent, { asks, ...answer }: HookAnswer): HookAnswer {
  if (!asks || event === 'BeforeTool') return asks ? { ...answer, asks } : answer;
  const text = l10n.t('The hook {0} requires approval, which is only possible before a tool runs ({1}).', by, event);
  return { ...answer, failure: text };
}

function failureText(by: string, { failure, detail = '', stderr }: HookProcessEnd): string {
  switch (failure) {
    case 'timeout':
      return l10n.t('The hook {0} took too long and was ended.', by);
    case 'flood':
      return l10n.t('The hook {0} printed too much and was ended.', by);
    default:
      return withDetail(l10n.t('The hook {0} failed.', by), detail || stderr);
  }
}

function withDetail(sentence: string, detail: string): string {
  const text = shown(detail);
  return text === '' ? sentence : `${sentence} ${text}`;
}

function readObject(by: string, json: JsonObject): HookAnswer {
  const own = objectAt(json, 'hookSpecificOutput') ?? {};
  const reason = reasonIn(json);
  const decision = textAt(json, 'decision') ?? '';
  const message = json.suppressOutput === true ? undefined : textAt(json, 'systemMessage');
  const context = textAt(own, 'additionalContext');
  const args = objectAt(own, 'tool_input');
  const request = objectAt(own, 'llm_request');
  const answer = answerIn(own);
  const tools = toolsIn(own);
  const tail = tailIn(own);
  return {
    notices: message ? [{ level: 'info', text: `${by}: ${shown(message)}` }] : [],
    ...((decision === 'deny' || decision === 'block') && { blocked: { by, reason } }),
    ...(decision === 'ask' && { asks: { by, reason } }),
    ...(json.continue === false && { stops: { by, reason: shown(textAt(json, 'stopReason') ?? '') || reason } }),
    ...(context !== undefined && context.trim() !== '' && { context: escaped(context) }),
    ...(own.clearContext === true && { forgets: by }),
    ...(args && { args: { by, value: args } }),
    ...(request && { request: requestIn(request) }),
    ...(answer !== undefined && { answer: { by, text: answer } }),
    ...(tools && { tools }),
    ...(tail && { tailCall: { by, ...tail } }),
  };
}

function reasonIn(json: JsonObject): string {
  return shown(textAt(json, 'reason') ?? '') || shown(textAt(json, 'stopReason') ?? '');
}

/** The output, unless it is JSON. */
function plain(text: string): string {
  return objectIn(text) ? '' : shown(text);
}

/** Unreadable messages count as left out: falling back to the original ones would send what the hook has removed. */
function requestIn(request: JsonObject): Partial<HookedRequest> {
  const model = textAt(request, 'model');
  const given = request.messages;
  const messages = Array.isArray(given) ? given.flatMap(messageIn) : given === undefined ? undefined : [];
  const { temperature, topP, topK, maxOutputTokens } = objectAt(request, 'config') ?? {};
  const config = {
    ...(isNumber(temperature, 0, 2) && { temperature }),
    ...(isNumber(topP, 0, 1) && { topP }),
    ...(isNumber(topK, 1, 1000) && { topK: Math.floor(topK) }),
    ...(isNumber(maxOutputTokens, 1, 1_000_000) && { maxOutputTokens: Math.floor(maxOutputTokens) }),
  };
  return {
    ...(model !== undefined && /^[\w./-]{1,100}$/.test(model) && { model }),
    ...(messages && { messages }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

function isNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function messageIn(value: unknown): HookedRequest['messages'] {
  const message = isJsonObject(value) ? value : {};
  const role = textAt(message, 'role') === 'model' ? 'model' : 'user';
  const { content, parts } = message;
  const text = typeof content === 'string' ? content : textOf(content ?? parts);
  return text === undefined ? [] : [{ role, content: text }];
}

/** The text of a list of parts; undefined if it isn't a list or contains no text. */
function textOf(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = (parts as unknown[]).flatMap(part =>
    typeof part === 'string' ? [part] : isJsonObject(part) ? [textAt(part, 'text')] : [],
  );
  const text = texts.filter(each => each !== undefined).join('');
  return text === '' ? undefined : text;
}

/** As in Gemini CLI: the parts of the first candidate, otherwise `text`. */
function answerIn(own: JsonObject): string | undefined {
  const response = objectAt(own, 'llm_response');
  if (!response) return undefined;
  const [candidate] = Array.isArray(response.candidates) ? (response.candidates as unknown[]) : [];
  const content = isJsonObject(candidate) ? objectAt(candidate, 'content') : undefined;
  return textOf(content?.parts) ?? textAt(response, 'text');
}

function toolsIn(own: JsonObject): HookOutcome['tools'] {
  const config = objectAt(own, 'toolConfig');
  const mode = config && textAt(config, 'mode');
  const allowed = config?.allowedFunctionNames;
  const names = Array.isArray(allowed) ? allowed.filter((each): each is string => typeof each === 'string') : undefined;
  if (mode !== 'NONE' && mode !== 'ANY' && mode !== 'AUTO' && !names) return undefined;
  return { mode: mode === 'NONE' || mode === 'ANY' ? mode : 'AUTO', ...(names && { names }) };
}

function tailIn(own: JsonObject): { name: string; args: JsonObject } | undefined {
  const call = objectAt(own, 'tailToolCallRequest');
  const name = call && textAt(call, 'name');
  return name === undefined || name === '' ? undefined : { name, args: objectAt(call ?? {}, 'args') ?? {} };
}

/** Escapes the text so that it can't imitate our own markup. */
function escaped(text: string): string {
  return text.slice(0, MAX_CONTEXT).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Prepares text for display: without control characters, and truncated. */
function shown(text: string): string {
  return text
    .slice(0, MAX_SAID)
    .replace(/[^\P{Cc}\n\t]/gu, '\uFFFD')
    .trim();
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const first: unknown = JSON.parse(text);
    const value: unknown = typeof first === 'string' ? JSON.parse(first) : first;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // Not JSON, so it decides nothing.
  }
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isJsonObject(value) ? value : undefined;
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
