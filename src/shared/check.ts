import { redact } from './redact';
import { messageOf } from './messageOf';

/** `warning`: it works, with something missing; `failed`: something that was asked for does not work. */
export type CheckStatus = 'ok' | 'warning' | 'failed';

/** What was looked at once, and what to do about it. Never holds a secret. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
  /** The way on; absent where nothing needs to be done. */
  readonly remedy?: string;
}

export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'failed');
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const;

/** One line for each, with the remedy on a line of its own below. */
export function describeChecks(checks: readonly Check[]): string {
  return checks
    .map(({ name, status, detail, remedy }) =>
      [`${MARKS[status]} ${name}: ${detail}`, ...(remedy === undefined ? [] : [`  → ${remedy}`])].join('\n'),
    )
    .join('\n');
}

/** Checks that belong together; a promise that rejects counts as one that failed. */
export interface CheckGroup {
  readonly name: string;
  readonly run: () => Promise<readonly Check[]>;
}

/** Runs all groups at once and gives their checks in order; one that breaks off doesn't hide the others. */
export async function runChecks(groups: readonly CheckGroup[]): Promise<readonly Check[]> {
  const found = await Promise.all(
    groups.map(({ name, run }) =>
      run().catch((error: unknown): readonly Check[] => [{ name, status: 'failed', detail: redact(messageOf(error)) }]),
    ),
  );
  return found.flat();
}
