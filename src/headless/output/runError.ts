import type { ModelFailureKind } from '../../agent/ports/model';
import type { RunOutcome } from '../../agent/run/runOutcome';
import type { Repetition } from '../../agent/run/loopDetection';
import { overrunText, stoppedText } from '../../agent/run/notices';
import type { Session } from '../../agent/session';
import { redact } from '../../shared/redact';
import { EXIT } from './exitCodes';
import type { RunError } from './output';

/** The error and exit code for a run that failed; undefined if it succeeded. */
export function errorOf(outcome: RunOutcome, session: Session, maxTurns: number): RunError | undefined {
  const { reason, last, repetition, failure = last?.failure } = outcome;
  switch (reason) {
    case 'done':
      return undefined;
    case 'cancelled':
      return { type: 'Interrupted', message: 'Interrupted.', code: EXIT.interrupted };
    case 'turnLimit':
      return {
        type: 'TurnLimit',
        message: `Stopped after ${maxTurns} ${maxTurns === 1 ? 'turn' : 'turns'}.`,
        code: EXIT.turnLimit,
      };
    case 'budget': {
      const message = outcome.overrun ? overrunText(outcome.overrun) : '';
      return { type: 'BudgetExceeded', message, code: EXIT.turnLimit };
    }
    case 'hook':
      // A hook may end a run, which then counts as successful, but not if the hook could not be started.
      if (!outcome.hook?.isBroken) return undefined;
      return { type: 'StoppedByHook', message: stoppedText(outcome.hook), code: EXIT.failed };
    case 'loop':
      return { type: 'LoopDetected', message: repetition ? loopText(repetition) : 'Stopped.', code: EXIT.failed };
    case 'failed': {
      const notice = session.state.messages.findLast(message => message.role === 'notice');
      const message = [failure?.message ?? notice?.text, failure?.detail ?? notice?.detail, failure?.link]
        .filter((text, i, all) => text !== undefined && !all.slice(0, i).some(before => before?.includes(text)))
        .join(' ');
      return { type: failure?.kind ?? 'other', message: redact(message), code: codeOfFailure(failure?.kind) };
    }
    default:
      return reason satisfies never;
  }
}

function loopText({ kind, times, evidence }: Repetition): string {
  switch (kind) {
    case 'steps':
      return `Stopped: two models say of the last steps, after ${times} turns: ${evidence}`;
    case 'text':
      return `Stopped: an answer kept repeating itself for the second time: ${evidence}`;
    case 'calls': {
      const calls = evidence.split('\n').length;
      const what = calls === 1 ? 'the same call' : `the same ${calls} calls in turn`;
      return `Stopped: the model made ${what} ${times} times in a row, although it was told: ${evidence}`;
    }
    default:
      return kind satisfies never;
  }
}

function codeOfFailure(kind: ModelFailureKind | undefined): number {
  if (kind === 'auth') return EXIT.auth;
  return kind === 'unpriced' ? EXIT.turnLimit : EXIT.failed;
}
