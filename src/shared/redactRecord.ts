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
  const redactField = ([name, field]: [string, unknown]): [string, unknown] => {
    if (isArguments) return [redactKeys(name), redactKeysIn(field, true)];
    return [name, NO_TEXT.has(name) && typeof field === 'string' ? field : redactKeysIn(field, name === 'args')];
  };
  const before = Object.entries(value);
  const after = before.map(redactField);
  if (after.every(([name, field], index) => name === before[index]?.[0] && field === before[index][1])) return value;
  return (Array.isArray(value) ? after.map(([, field]) => field) : Object.fromEntries(after)) as T;
}
