import { isJsonObject, type JsonObject } from '../../shared/jsonObject';

/** The schema keyword for the header that repeats a property's value. */
const KEY = 'x-mcp-header';
/** The header names that HTTP allows. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/** An argument that is also sent as a header, so that proxies can route by it. */
export interface HeaderParameter {
  readonly path: readonly string[];
  readonly header: string;
}

/**
 * The arguments of a tool that are also sent as headers. Undefined if its schema names a header that is invalid or
 * ambiguous, or whose value isn't a string, an integer or a boolean: such a tool can't be called.
 */
export function headerParametersOf(schema: unknown): readonly HeaderParameter[] | undefined {
  const found: HeaderParameter[] = [];
  if (!collect(schema, [], found)) return undefined;
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length ? found : undefined;
}

/** Adds the headers that `schema` names to `into`. Returns false if one is invalid. */
function collect(schema: unknown, path: readonly string[], into: HeaderParameter[]): boolean {
  if (!isJsonObject(schema)) return true;
  if (KEY in schema) {
    const header = schema[KEY];
    if (path.length === 0 || typeof header !== 'string' || !TOKEN.test(header)) return false;
    if (!TYPES.includes(schema.type)) return false;
    into.push({ path, header });
  }
  const { properties, ...rest } = schema;
  if (namesHeader(rest)) return false;
  if (!isJsonObject(properties)) return true;
  return Object.entries(properties).every(([name, each]) => collect(each, [...path, name], into));
}

/** Whether a header is named anywhere else than in nested `properties`, such as in `items` or `anyOf`. */
function namesHeader({ [KEY]: _own, ...keywords }: JsonObject): boolean {
  const inside = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(inside);
    return isJsonObject(value) && (KEY in value || Object.values(value).some(inside));
  };
  const { default: _default, examples: _examples, enum: _enum, const: _const, ...schemas } = keywords;
  return Object.values(schemas).some(inside);
}

/** The headers of a call. Arguments that are absent or null get none. */
export function headersOfCall(parameters: readonly HeaderParameter[], args: unknown): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { path, header } of parameters) {
    const value = path.reduce((at, name) => (isJsonObject(at) ? at[name] : undefined), args);
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value))
      headers[`Mcp-Param-${header}`] = headerValueOf(String(value));
  }
  return headers;
}

/** Encodes a header value: plain ASCII stays unchanged, anything else becomes `=?base64?…?=` of its UTF-8. */
export function headerValueOf(value: string): string {
  const isPlain = /^[\x20-\x7e]+$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${btoa(String.fromCodePoint(...new TextEncoder().encode(value)))}?=`;
}
