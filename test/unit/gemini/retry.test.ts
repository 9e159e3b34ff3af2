import assert from 'node:assert/strict';
import type { ModelFailure, ModelFailureKind } from '../../../src/agent/ports';
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

  it('does not repeat what would fail again', () => {
    const final: ModelFailureKind[] = [
      'auth',
      'forbidden',
      'notFound',
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
