import * as l10n from '@vscode/l10n';
import type { HookedRequest, HookEvent, HookOutcome } from '../agent/ports/hooks';

/** How a hook's process ended. */
export interface HookProcessEnd {
  /** Null: it did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended, or could not be started, because of this. */
  readonly failure?: 'timeout' | 'flood' | 'cancelled' | 'crash';
  /** What the system says of a crash. */
  readonly detail?: string;
}

/** What one hook said; `failure` is one sentence about a hook that did not do its work. */
export interface HookAnswer extends HookOutcome {
  readonly failure?: string;
}

/** By which a shell says that a program is not there, or is none. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);
const MAX_SAID = 4_000;
const MAX_CONTEXT = 20_000;
const NOTHING: HookAnswer = { notices: [] };

/**
 * Reads what a hook answered. What is no object of JSON is no opinion; it is shown. An `allow` is no opinion either: there
 * is no word by which a hook could allow what policy does not.
 */
export function readAnswer(by: string, event: HookEvent, end: HookProcessEnd): HookAnswer {
  const { exitCode, stdout, stderr, failure } = end;
  if (failure === 'cancelled') return NOTHING;
  if (failure !== undefined || exitCode === null) return { ...NOTHING, failure: failureText(by, end) };
  if (exitCode === 1) return { ...NOTHING, failure: withDetail(l10n.t('The hook {0} failed.', by), stderr || stdout) };
  if (NOT_STARTED.has(exitCode)) return notStarted(by, event, stderr);
  if (exitCode >= 2) return { ...NOTHING, blocked: { by, reason: shown(stderr) } };
  const said = stdout.trim() === '' ? stderr : stdout;
  const json = objectIn(said);
  if (json) return withoutIdleAsking(by, event, readObject(by, json));
  return said.trim() === '' ? NOTHING : { notices: [{ level: 'info', text: `${by}: ${shown(said)}` }] };
}

/** What must not go on unasked does not; the rest does, without this hook. */
function notStarted(by: string, event: HookEvent, stderr: string): HookAnswer {
  const failure = withDetail(l10n.t('The hook {0} could not be started.', by), stderr);
  const blocked = { by, reason: shown(stderr), isBroken: true };
  // A prompt that is refused says so itself.
  if (event === 'BeforeAgent') return { ...NOTHING, blocked };
  return event === 'BeforeTool' ? { ...NOTHING, blocked, failure } : { ...NOTHING, failure };
}

/** Only before a tool is there something that the person could be asked. */
function withoutIdleAsking(by: string, event: HookEvent, { asks, ...answer }: HookAnswer): HookAnswer {
  if (!asks || event === 'BeforeTool') return asks ? { ...answer, asks } : answer;
  const text = l10n.t('The hook {0} wants you to be asked, which it can only before a tool runs ({1}).', by, event);
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

function readObject(by: string, json: Json): HookAnswer {
  const own = objectAt(json, 'hookSpecificOutput') ?? {};
  const reason = shown(textAt(json, 'reason') ?? '');
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

function requestIn(request: Json): Partial<HookedRequest> {
  const model = textAt(request, 'model');
  const messages = Array.isArray(request.messages) ? request.messages.flatMap(messageIn) : undefined;
  const { temperature, topP, maxOutputTokens } = objectAt(request, 'config') ?? {};
  const config = {
    ...(isNumber(temperature, 0, 2) && { temperature }),
    ...(isNumber(topP, 0, 1) && { topP }),
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
  const message = isObject(value) ? value : {};
  const role = textAt(message, 'role');
  const content = textAt(message, 'content');
  return content !== undefined && (role === 'user' || role === 'model') ? [{ role, content }] : [];
}

/** As Gemini CLI has it: the text, or the parts of the first candidate. */
function answerIn(own: Json): string | undefined {
  const response = objectAt(own, 'llm_response');
  if (!response) return undefined;
  const [candidate] = Array.isArray(response.candidates) ? (response.candidates as unknown[]) : [];
  const content = isObject(candidate) ? objectAt(candidate, 'content') : undefined;
  const parts = Array.isArray(content?.parts) ? (content.parts as unknown[]) : [];
  const texts = parts.flatMap(part =>
    typeof part === 'string' ? [part] : isObject(part) ? [textAt(part, 'text')] : [],
  );
  const text = texts.filter(each => each !== undefined).join('');
  return text === '' ? textAt(response, 'text') : text;
}

function toolsIn(own: Json): HookOutcome['tools'] {
  const config = objectAt(own, 'toolConfig');
  const mode = config && textAt(config, 'mode');
  const allowed = config?.allowedFunctionNames;
  const names = Array.isArray(allowed) ? allowed.filter((each): each is string => typeof each === 'string') : undefined;
  if (mode !== 'NONE' && mode !== 'ANY' && mode !== 'AUTO' && !names) return undefined;
  return { mode: mode === 'NONE' || mode === 'ANY' ? mode : 'AUTO', ...(names && { names }) };
}

function tailIn(own: Json): { name: string; args: Json } | undefined {
  const call = objectAt(own, 'tailToolCallRequest');
  const name = call && textAt(call, 'name');
  return name === undefined || name === '' ? undefined : { name, args: objectAt(call ?? {}, 'args') ?? {} };
}

/** So that it can't pass for a mark-up of ours. */
function escaped(text: string): string {
  return text.slice(0, MAX_CONTEXT).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** As a person may see it: without control characters, and not endless. */
function shown(text: string): string {
  return text
    .slice(0, MAX_SAID)
    .replace(/[^\P{Cc}\n\t]/gu, '\uFFFD')
    .trim();
}

type Json = Readonly<Record<string, unknown>>;

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // It is no JSON, and no opinion.
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(object: Json, key: string): Json | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isObject(value) ? value : undefined;
}

function textAt(object: Json, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
