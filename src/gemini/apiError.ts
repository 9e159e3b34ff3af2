import { isJsonObject, type JsonObject } from '../shared/jsonObject';

/** A response with an HTTP status other than success. `body` is the complete text of the response. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
  }
}

/** A request that got no response; `cause` is what `fetch` threw. */
export class ConnectionError extends Error {
  constructor(
    /** The address of the request; may contain a key. */
    readonly url: URL,
    options: ErrorOptions,
    /** The setting or variable that sets the service's address, if any. */
    readonly addressFrom?: string,
  ) {
    super(`No answer from ${url.host}`, options);
    this.name = 'ConnectionError';
  }
}

/** A Google error, whatever the shape of its body. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/** A member of `error.details`; its fields depend on `@type`. */
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
 * Parses an error body: an object, an array with one object, an error as JSON in the message of another, an HTML page
 * from a proxy, or plain text.
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

/** The field types of a response aren't guaranteed, so fields of a wrong type are left out. */
function asErrorBody(error: object): ErrorBody {
  const { code, message, details } = error as Readonly<Record<keyof ErrorBody, unknown>>;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(Array.isArray(details) && { details: details.filter(isJsonObject).map(asDetail) }),
  };
}

function asDetail(detail: Readonly<Record<string, unknown>>): ErrorDetail {
  const { metadata, violations, links } = detail;
  return {
    ...textsOf(detail),
    ...(isJsonObject(metadata) && { metadata: textsOf(metadata) }),
    ...(Array.isArray(violations) && { violations: violations.filter(isJsonObject).map(textsOf) }),
    ...(Array.isArray(links) && { links: links.filter(isJsonObject).map(textsOf) }),
  };
}

function textsOf(record: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The error in a parsed body or stream event; undefined if there is none. */
export function errorIn(value: unknown): ErrorBody | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null || !('error' in first)) return undefined;
  return isJsonObject(first.error) ? asErrorBody(first.error) : undefined;
}

function parse(text: string): unknown {
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  const json = text.slice(start);
  // A body that arrived in chunks may have stray commas between them.
  for (const candidate of [json, json.replace(/,(?=\s*(?:[,\]}]|$))/g, '')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      continue; // not JSON: if no candidate is, the text itself is the message
    }
  }
  return undefined;
}

function plainText(body: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(body)?.[1];
  return (title ?? body.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 500);
}
