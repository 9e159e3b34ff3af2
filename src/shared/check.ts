import { redact } from './redact';
import { messageOf } from './messageOf';

/** `warning`: it works, but something is missing; `failed`: something the user asked for doesn't work. */
export type CheckStatus = 'ok' | 'warning' | 'failed';

/** The result of one check and how to fix what it found. Never contains a secret. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
  /** How to fix it; absent if nothing needs to be done. */
  readonly remedy?: string;
}

export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'failed');
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const;

/** One line per check, with its remedy on a line of its own below. */
export function describeChecks(checks: readonly Check[]): string {
  return checks
    .map(({ name, status, detail, remedy }) =>
      [`${MARKS[status]} ${name}: ${detail}`, ...(remedy === undefined ? [] : [`  → ${remedy}`])].join('\n'),
    )
    .join('\n');
}

/** Checks that belong together; if `run` rejects, that counts as one failed check. */
export interface CheckGroup {
  readonly name: string;
  readonly run: () => Promise<readonly Check[]>;
}

/** Runs all groups concurrently and returns their checks in order; a group that fails doesn't hide the others. */
export async function runChecks(groups: readonly CheckGroup[]): Promise<readonly Check[]> {
  const found = await Promise.all(
    groups.map(({ name, run }) =>
      run().catch((error: unknown): readonly Check[] => [{ name, status: 'failed', detail: redact(messageOf(error)) }]),
    ),
  );
  return found.flat();
}
