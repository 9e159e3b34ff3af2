import * as l10n from '@vscode/l10n';
import type { ChatState } from '../../shared/chatState';
import { sourceOf } from '../calls/changeTracking';
import type { ChangeTracking } from '../ports/changes';
import { originOf, type Checkpoints } from '../ports/checkpoints';
import type { HookEvent, Hooks } from '../ports/hooks';

export interface RecordedHooksOptions {
  readonly state: () => ChatState;
  readonly now: () => number;
  /** Absent: nothing comes under review. */
  readonly tracking?: ChangeTracking | undefined;
  readonly record: Checkpoints['record'];
}

/** `SessionEnd` may outlast the host, and comparing the whole workspace for each request would cost too much. */
const UNRECORDED: ReadonlySet<HookEvent> = new Set(['SessionEnd', 'BeforeModel', 'AfterModel', 'BeforeToolSelection']);

/** Wraps hooks so that their file changes are recorded, can be restored, and come under review. */
export function recordedHooks(hooks: Hooks, { state, now, tracking, record }: RecordedHooksOptions): Hooks {
  let count = 0;
  return {
    has: event => hooks.has(event),
    async fire(event, input, signal) {
      const fire = () => hooks.fire(event, input, signal);
      if (!hooks.has(event) || UNRECORDED.has(event)) return fire();
      const label = l10n.t('Hook {0}', event);
      // A call id of its own: a hook may run before or after a call of the model's, or without any.
      const callId = `hook:${event}:${now()}.${++count}`;
      const { reason: _, ...source } = sourceOf({ state, now }, label);
      const end = await tracking?.following({ ...source, callId, title: label, author: 'hook' });
      try {
        return await record({ ...originOf(state(), label), callId }, null, fire, signal);
      } finally {
        end?.();
      }
    },
  };
}
