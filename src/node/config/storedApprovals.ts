import { readFile } from 'node:fs/promises';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Log } from '../../agent/ports/log';
import { unlessCode } from '../files/fileErrors';
import { createKeptValues } from './storedValues';

/**
 * Reads the user's approvals from a file. An invalid record or an unreadable file grants nothing; the log says where
 * it is.
 */
export async function openApprovals(file: string, log: Log): Promise<KeptValues> {
  const kept = createKeptValues(file, log, 2);
  const text = await unlessCode(readFile(file, 'utf8'), ['ENOENT'], '');
  if (text === '') return kept;
  const { isApproval } = await import('../recordShapes');
  const wrong = recordsIn(text).filter(([name, value]) => name.startsWith('approved') && !isApproval(name, value));
  for (const [name] of wrong) {
    const line = lineOf(text, text.indexOf(JSON.stringify(name)));
    log.error(`${file}:${line}: not an approval that Pollux has stored, so it grants nothing`, name.slice(0, 80));
  }
  return {
    get(name) {
      const value = kept.get(name);
      return name.startsWith('approved') && !isApproval(name, value) ? undefined : value;
    },
    set: (name, value) => kept.set(name, value),
  };
}

/** Empty if the text isn't JSON; reading the values logs that. */
function recordsIn(text: string): readonly (readonly [string, unknown])[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

/** Returns the 1-based line number. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length;
}
