import type { Hooks } from '../agent/ports/hooks';
import type { NoteFact } from '../agent/ports/telemetry';

/** Wraps hooks so that every event that runs hooks is also reported to `note`. */
export function noticedHooks(hooks: Hooks, sessionId: string, note: NoteFact, now: () => number): Hooks {
  return {
    has: event => hooks.has(event),
    async fire(event, input, signal) {
      const at = now();
      const outcome = await hooks.fire(event, input, signal);
      const isBlocked = (outcome.blocked ?? outcome.stops) !== undefined;
      if (hooks.has(event)) note(sessionId, { type: 'hook', event, durationMs: Math.max(0, now() - at), isBlocked });
      return outcome;
    },
  };
}
