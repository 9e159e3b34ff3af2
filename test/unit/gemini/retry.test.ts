import assert from 'node:assert/strict';
import type { ModelFailure, ModelFailureKind } from '../../../src/agent/ports/model';
import { planRetry } from '../../../src/gemini/retry';

describe('retry', () => {
  const plan = (kind: ModelFailureKind, attempt: number, more: Partial<ModelFailure> = {}, random = 0.5) =>
    planRetry({ kind, message: '', ...more }, attempt, { maxAttempts: 6, random: () => random })?.delayMs;

  it('backs off from five seconds to thirty while the service is overloaded', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6].map(attempt => plan('overloaded', attempt)),
      [5000, 10_000, 20_000, 30_000, 30_000, undefined],
    );
  });

  it('varies the delay by thirty percent', () => {
    assert.deepEqual(
      [0, 1].map(random => plan('rateLimit', 1, {}, random)),
      [3500, 6500],
    );
  });

  it('never waits less than the service asks, and at most a fifth more', () => {
    assert.deepEqual(
      [0, 1].map(random => plan('rateLimit', 1, { retryAfterMs: 3000 }, random)),
      [3000, 3600],
    );
  });

  it('tries a broken connection or answer again three times, and a silent service once', () => {
    for (const kind of ['network', 'badStream'] as const) {
      assert.deepEqual(
        [1, 2, 3, 4].map(attempt => plan(kind, attempt)),
        [1000, 2000, 4000, undefined],
      );
    }
    assert.deepEqual(
      [1, 2].map(attempt => plan('silent', attempt)),
      [0, undefined],
    );
  });

  it('tries a full model again soon and quietly, and then only where nobody can choose another', () => {
    const options = { maxAttempts: 4, random: () => 0.5 };
    const full = { kind: 'capacity', message: '' } as const;
    const plans = (isPersistent: boolean) =>
      [1, 2, 3, 4].map(attempt => planRetry(full, attempt, { ...options, isPersistent })?.delayMs);
    assert.deepEqual(plans(false), [1000, 3000, undefined, undefined]);
    assert.deepEqual(plans(true), [1000, 3000, 20_000, undefined]);
    assert.equal(planRetry({ ...full, retryAfterMs: 2000 }, 1, options)?.delayMs, 2200);
    assert.equal(planRetry(full, 1, options)?.isQuiet, true);
  });

  it('does not ask again where a certificate is not trusted', () => {
    assert.equal(plan('network', 1, { isPermanent: true }), undefined);
  });

  it('does not repeat what would fail again', () => {
    const final: ModelFailureKind[] = [
      'auth',
      'forbidden',
      'notFound',
      'validation',
      'suspended',
      'quota',
      'badRequest',
      'tooLong',
      'blocked',
      'cancelled',
      'other',
    ];
    assert.deepEqual(
      final.map(kind => plan(kind, 1)),
      final.map(() => undefined),
    );
  });
});
