import { redactKeys } from './redact';

/** Names of fields whose values aren't text: ids, signatures that must be sent back unchanged, image data. */
const NO_TEXT = new Set(['id', 'callId', 'messageId', 'signature', 'thoughtSignature', 'data', 'mimeType', 'type']);

/**
 * A record, or a part of one, with `redactKeys` applied to all its texts; the same object if there is nothing to
 * redact. Arguments of tools have names of their own, so everything in them counts as text.
 */
export function redactKeysIn<T>(value: T, isArguments = false): T {
  if (typeof value === 'string') return redactKeys(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const after: [string, unknown][] = [];
  let isClean = true;
  for (const [name, field] of Object.entries(value)) {
    const own = isArguments ? redactKeys(name) : name;
    const isText = isArguments || typeof field !== 'string' || !NO_TEXT.has(name);
    const clean: unknown = isText ? redactKeysIn(field, isArguments || name === 'args') : field;
    after.push([own, clean]);
    isClean &&= own === name && clean === field;
  }
  if (isClean) return value;
  return (Array.isArray(value) ? after.map(([, field]) => field) : Object.fromEntries(after)) as T;
}
