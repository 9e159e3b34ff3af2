/** An object read from JSON or from somebody else's code: its values may be anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, so no list and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
