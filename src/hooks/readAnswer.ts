import * as l10n from '@vscode/l10n';
import type { HookedRequest, HookOutcome } from '../agent/ports/hooks';

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

const MAX_SAID = 4_000;
const MAX_CONTEXT = 20_000;
const NOTHING: HookAnswer = { notices: [] };

/**
 * Reads what a hook answered. What is no object of JSON is no opinion; it is shown. An `allow` is no opinion either: there
 * is no word by which a hook could allow what policy does not.
 */
export function readAnswer(by: string, end: HookProcessEnd): HookAnswer {
  const { exitCode, stdout, stderr, failure } = end;
  if (failure === 'cancelled') return NOTHING;
  if (failure !== undefined || exitCode === null) return { ...NOTHING, failure: failureText(by, end) };
  if (exitCode === 1) return { ...NOTHING, failure: withDetail(l10n.t('The hook {0} failed.', by), stderr || stdout) };
  if (exitCode >= 2) return { ...NOTHING, blocked: { by, reason: shown(stderr) } };
  const said = stdout.trim() === '' ? stderr : stdout;
  const json = objectIn(said);
  if (json) return readObject(by, json);
  return said.trim() === '' ? NOTHING : { notices: [{ level: 'info', text: `${by}: ${shown(said)}` }] };
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
