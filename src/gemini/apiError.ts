/** An answer with an HTTP status other than success. `body` is the whole text of the answer. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
  }
}

/** A request that got no answer; `cause` is what `fetch` threw. */
export class ConnectionError extends Error {
  constructor(
    /** What the request was for; may hold a key. */
    readonly url: URL,
    options: ErrorOptions,
  ) {
    super(`No answer from ${url.host}`, options);
    this.name = 'ConnectionError';
  }
}

/** What a Google error body says, whatever its shape. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/** A member of `error.details`; which fields it has depends on its `@type`. */
export interface ErrorDetail {
  readonly '@type'?: string;
  readonly reason?: string;
  readonly domain?: string;
  readonly metadata?: Readonly<Partial<Record<string, string>>>;
  readonly retryDelay?: string;
  readonly violations?: readonly { readonly quotaId?: string }[];
  readonly links?: readonly { readonly description?: string; readonly url?: string }[];
}

interface ErrorBody {
  readonly code?: number;
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
}

/**
 * Reads an error body: an object, an array with one object, an error as JSON inside the message of another, a page of
 * HTML from a proxy, or plain text.
 */
export function readApiError(status: number, body: string): ApiError {
  const error = errorIn(parse(body));
  if (!error) return { status, message: plainText(body), details: [] };
  const inner = errorIn(parse(error.message ?? ''));
  return {
    status: inner?.code ?? error.code ?? status,
    message: inner?.message ?? error.message ?? '',
    details: inner?.details ?? error.details ?? [],
  };
}

/** Nobody but the service vouches for the types of what it says: what has another one than it should is left out. */
function asErrorBody(error: object): ErrorBody {
  const { code, message, details } = error as Readonly<Record<keyof ErrorBody, unknown>>;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(Array.isArray(details) && { details: details.filter(isRecord).map(asDetail) }),
  };
}

function asDetail(detail: Readonly<Record<string, unknown>>): ErrorDetail {
  const { metadata, violations, links } = detail;
  return {
    ...textsOf(detail),
    ...(isRecord(metadata) && { metadata: textsOf(metadata) }),
    ...(Array.isArray(violations) && { violations: violations.filter(isRecord).map(textsOf) }),
    ...(Array.isArray(links) && { links: links.filter(isRecord).map(textsOf) }),
  };
}

function textsOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The error in a parsed body or stream event, if it is one. */
export function errorIn(value: unknown): ErrorBody | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null || !('error' in first)) return undefined;
  return isRecord(first.error) ? asErrorBody(first.error) : undefined;
}

function parse(text: string): unknown {
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  const json = text.slice(start);
  // A body that came in pieces may have commas where the pieces meet.
  for (const candidate of [json, json.replace(/,(?=\s*(?:[,\]}]|$))/g, '')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      continue; // not JSON: in the end the text itself is the message
    }
  }
  return undefined;
}

function plainText(body: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(body)?.[1];
  return (title ?? body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 500);
}
