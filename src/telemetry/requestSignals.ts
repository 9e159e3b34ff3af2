import type { FailureSummary } from '../shared/events';
import type { AnswerEnd, Usage } from '../shared/messages';
import { log, metric, word, type Signal, type SpanData } from './signals';

/** A request to a model that is in progress. */
export interface Request {
  readonly model: string;
  /** When it was sent. */
  readonly at: number;
  readonly attempt: number;
  /** `main`, `subagent`, or the job that the request is for. */
  readonly role: string;
  readonly promptId: string;
}

interface Answered {
  readonly end: AnswerEnd;
  readonly usage?: Usage;
  readonly failure?: FailureSummary;
}

/** The signals for a request that has ended. */
export function requestSignals(
  request: Request,
  { end, usage, failure }: Answered,
  now: number,
): { readonly signals: readonly Signal[]; readonly span: SpanData } {
  const isFailed = end === 'failed' || end === 'interrupted';
  const summary = failure ?? { kind: end === 'interrupted' ? 'cancelled' : 'other' };
  const signals = isFailed
    ? [...failedSignals(request, summary, now), ...(end === 'failed' ? givenUp(request, summary, now) : [])]
    : succeeded(request, end, now, usage);
  const tokens = usage ? tokenSignals(request.model, usage, now) : [];
  return {
    signals: [...signals, ...tokens, ...detailSignals(request, end, usage, now)],
    span: spanOf(request, isFailed, usage, now),
  };
}

/** The signals for a failed attempt. */
export function failedSignals(
  { model, at, role, promptId }: Request,
  { kind, status }: FailureSummary,
  now: number,
): readonly Signal[] {
  const duration = Math.max(0, now - at);
  const error_type = word(kind);
  const code = status ?? 0;
  return [
    log('gemini_cli.api_error', now, {
      ...{ model, role, prompt_id: promptId, duration_ms: duration, error_type },
      ...(status !== undefined && { status_code: status }),
    }),
    metric('gemini_cli.api.request.count', 1, { model, status_code: code, error_type }),
    metric('gemini_cli.api.request.latency', duration, { model }),
  ];
}

function succeeded({ model, at, role, promptId }: Request, end: AnswerEnd, now: number, usage?: Usage) {
  const duration = Math.max(0, now - at);
  const tokens = usage && {
    input_token_count: usage.input,
    output_token_count: usage.output,
    cached_content_token_count: usage.cached,
    thoughts_token_count: usage.thoughts,
    tool_token_count: toolTokens(usage),
    total_token_count: usage.total,
  };
  const about = { model, role, prompt_id: promptId, duration_ms: duration, finish_reason: end };
  return [
    log('gemini_cli.api_response', now, { ...about, status_code: 200, ...tokens }),
    metric('gemini_cli.api.request.count', 1, { model, status_code: 200 }),
    metric('gemini_cli.api.request.latency', duration, { model }),
  ];
}

/** The signals for the last failed attempt to get an answer that isn't empty or malformed. */
function givenUp({ model, promptId, attempt }: Request, { kind }: FailureSummary, now: number): readonly Signal[] {
  if (kind !== 'badStream') return [];
  const about = { model, prompt_id: promptId, total_attempts: attempt, error_type: kind };
  return [
    log('gemini_cli.chat.invalid_chunk', now, { model, prompt_id: promptId }),
    metric('gemini_cli.chat.invalid_chunk.count', 1),
    log('gemini_cli.chat.content_retry_failure', now, about),
    metric('gemini_cli.chat.content_retry_failure.count', 1),
  ];
}

function tokenSignals(model: string, usage: Usage, _now: number): readonly Signal[] {
  const { input, output, cached, thoughts } = usage;
  const types = { input, output, thought: thoughts, cache: cached, tool: toolTokens(usage) };
  const genAi = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': PROVIDER, 'gen_ai.request.model': model };
  return [
    ...Object.entries(types).map(([type, count]) => metric('gemini_cli.token.usage', count, { model, type })),
    metric('gen_ai.client.token.usage', input, { ...genAi, 'gen_ai.token.type': 'input' }),
    metric('gen_ai.client.token.usage', output + thoughts, { ...genAi, 'gen_ai.token.type': 'output' }),
  ];
}

function detailSignals({ model, at }: Request, end: AnswerEnd, usage: Usage | undefined, now: number): Signal[] {
  const about = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': PROVIDER, 'gen_ai.request.model': model };
  const isFailed = end === 'failed' || end === 'interrupted';
  return [
    log('gen_ai.client.inference.operation.details', now, {
      ...about,
      'gen_ai.response.finish_reasons': end,
      ...(usage && {
        'gen_ai.usage.input_tokens': usage.input,
        'gen_ai.usage.output_tokens': usage.output + usage.thoughts,
      }),
      ...(isFailed && { 'error.type': end }),
    }),
    metric('gen_ai.client.operation.duration', Math.max(0, now - at) / 1000, about),
  ];
}

function spanOf({ model, at }: Request, isFailed: boolean, usage: Usage | undefined, now: number): SpanData {
  return {
    name: `chat ${model}`,
    start: at,
    end: Math.max(at, now),
    isFailed,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': PROVIDER,
      'gen_ai.request.model': model,
      ...(usage && {
        'gen_ai.usage.input_tokens': usage.input,
        'gen_ai.usage.output_tokens': usage.output + usage.thoughts,
      }),
    },
    children: [],
  };
}

/** Tokens that the service's own tools gave to the model appear in no other count. */
function toolTokens({ total, input, output, thoughts }: Usage): number {
  return Math.max(0, total - input - output - thoughts);
}

/** The Gemini API's name in the OpenTelemetry conventions. */
const PROVIDER = 'gcp.gemini';
