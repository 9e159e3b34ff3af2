// The service's errors, in every shape that has been seen on the wire.
import type { ApiErrorBody } from '../../../src/demo/wire';
import type { Step } from './replies';

export type ErrorDetail = Record<string, unknown>;

/**
 * `array`: an array of one object; `nested`: the real error is a JSON string inside the outer error's message;
 * `html`: a proxy's page; `text`: plain text.
 */
export type ErrorShape = 'object' | 'array' | 'nested' | 'html' | 'text';

export interface ApiErrorOptions {
  readonly status?: string;
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly shape?: ErrorShape;
  readonly headers?: Readonly<Record<string, string>>;
}

const usual: Readonly<Record<number, readonly [status: string, message: string]>> = {
  400: ['INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  401: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'The caller does not have permission'],
  404: ['NOT_FOUND', 'Requested entity was not found.'],
  429: ['RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  499: ['CANCELLED', 'The operation was cancelled.'],
  500: ['INTERNAL', 'An internal error has occurred.'],
  503: ['UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  504: ['DEADLINE_EXCEEDED', 'The request timed out. Please try again.'],
};

/** An HTTP error in place of an answer; status and message default to the service's usual ones for the code. */
export function apiError(code: number, options: ApiErrorOptions = {}): Step {
  const { type, body } = inShape(errorBody(code, options), options.shape ?? 'object');
  return { kind: 'httpError', code, body, headers: { 'content-type': type, ...options.headers } };
}

/** The stream has begun; then the error comes as bare JSON in the body, without `data:`. */
export function errorMidStream(code: number, options: Omit<ApiErrorOptions, 'shape' | 'headers'> = {}): Step {
  return { kind: 'error', body: errorBody(code, options) };
}

export function errorBody(code: number, options: ApiErrorOptions = {}): ApiErrorBody {
  const [status, message] = usual[code] ?? ['UNKNOWN', 'Unknown error.'];
  return {
    error: {
      code,
      message: options.message ?? message,
      status: options.status ?? status,
      ...(options.details ? { details: [...options.details] } : {}),
    },
  };
}

function inShape(body: ApiErrorBody, shape: ErrorShape): { type: string; body: string } {
  const json = 'application/json; charset=UTF-8';
  const { code, message, status } = body.error;
  switch (shape) {
    case 'object':
      return { type: json, body: JSON.stringify(body, null, 2) };
    case 'array':
      return { type: json, body: JSON.stringify([body], null, 2) };
    case 'nested':
      return { type: json, body: JSON.stringify({ error: { code, message: JSON.stringify(body, null, 2), status } }) };
    case 'html':
      return {
        type: 'text/html; charset=utf-8',
        body: `<!DOCTYPE html><html><head><title>${code}</title></head><body><h1>${message}</h1></body></html>`,
      };
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: message };
  }
}

/** How long to wait, `3s` or `34.074824224s`. */
export function retryInfo(retryDelay: string): ErrorDetail {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay };
}

/** The quota that is used up; `quotaId` decides whether it is per minute or per day. */
export function quotaFailure(
  quotaId = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
  options: { readonly model?: string; readonly quotaValue?: string; readonly quotaMetric?: string } = {},
): ErrorDetail {
  return {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [
      {
        quotaMetric: options.quotaMetric ?? 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
        quotaId,
        quotaDimensions: { location: 'global', model: options.model ?? 'gemini-3.8-flash' },
        quotaValue: options.quotaValue ?? '250',
      },
    ],
  };
}

/** A machine-readable reason: `RATE_LIMIT_EXCEEDED`, `MODEL_CAPACITY_EXHAUSTED`, `VALIDATION_REQUIRED`, … */
export function errorInfo(
  reason: string,
  options: { readonly domain?: string; readonly metadata?: Readonly<Record<string, string>> } = {},
): ErrorDetail {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: options.domain ?? 'googleapis.com',
    ...(options.metadata ? { metadata: options.metadata } : {}),
  };
}

export function help(
  url = 'https://ai.google.dev/gemini-api/docs/rate-limits',
  description = 'Learn more',
): ErrorDetail {
  return { '@type': 'type.googleapis.com/google.rpc.Help', links: [{ description, url }] };
}

export function badRequest(field: string, description: string): ErrorDetail {
  return { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] };
}
