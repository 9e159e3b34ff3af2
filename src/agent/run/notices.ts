// What the user is told when a run did not end normally.
import * as l10n from '@vscode/l10n';
import type { NoticeAction, NoticeMessage, Usage } from '../../shared/messages';
import { messageOf } from '../../shared/messageOf';
import type { Overrun } from './budget';
import type { CompressionResult } from '../context/compression';
import type { RunOutcome } from './runOutcome';
import type { Repetition } from './loopDetection';
import type { HookReason } from '../ports/hooks';
import type { ModelFailure, ModelFailureKind, Replaced } from '../ports/model';
import type { Routed } from '../ports/router';
import { withReason } from '../hooks/withReason';

export type Notice = Pick<NoticeMessage, 'level' | 'text' | 'format' | 'answers' | 'detail' | 'actions' | 'citations'>;

export function noticeForOutcome({ reason, last, repetition, overrun, failure, hook }: RunOutcome): Notice | undefined {
  const failed = failure ?? last?.failure;
  if (reason === 'failed' && failed) return noticeForFailure(failed);
  if (reason === 'turnLimit') {
    return warning(l10n.t('Pollux stopped: this prompt reached the limit of steps.'), ['continue']);
  }
  if (reason === 'budget' && overrun) return warning(overrunText(overrun), ['continue']);
  if (reason === 'loop' && repetition) {
    return noticeForLoop(repetition);
  }
  // Without an answer, nothing was sent that could be continued.
  if (reason === 'hook' && hook) return warning(stoppedText(hook), last ? ['continue'] : []);
  if (reason !== 'done' || !last) return undefined;
  if (last.message.end === 'maxTokens') {
    return warning(l10n.t('Cut off: the answer reached the length limit of the model.'), ['continue']);
  }
  if (last.message.end === 'blocked') {
    return warning(last.detail ?? l10n.t('The Gemini service cut off the answer.'), ['retry']);
  }
  return undefined;
}

function noticeForLoop({ kind, times, evidence }: Repetition): Notice {
  const isStuck = kind === 'steps';
  const text = isStuck
    ? l10n.t('Pollux stopped: the model isn’t making progress.')
    : l10n.t('Pollux stopped: the model keeps repeating itself.');
  const how = isStuck ? l10n.t('After {0} turns, two models say:', times) : l10n.t('{0} times in a row:', times);
  return { ...warning(text, ['continue']), detail: `${how}\n${evidence}` };
}

/** Without it, an answer that was cut off for repeating itself would look as if the user had stopped it. */
export function noticeForCutAnswer(): Notice {
  const text = l10n.t('The answer kept repeating itself and was cut off. Gemini was asked to continue in another way.');
  return { level: 'info', text };
}

/** One sentence that says which hook ended a run, with the hook's reason. */
export function stoppedText({ by, reason, isBroken }: HookReason): string {
  const sentence = isBroken
    ? l10n.t('The hook {0} couldn’t be started, so nothing was sent.', by)
    : l10n.t('The hook {0} stopped this.', by);
  return withReason(sentence, reason);
}

/** One sentence that says which budget is used up, and the amount. */
export function overrunText({ scope, unit, used, limit, choosing = 0 }: Overrun): string {
  const counted = amountOf(unit, used, limit);
  const amount = choosing > 0 ? l10n.t('{0}, {1} of them to choose the model', counted, choosing) : counted;
  switch (scope) {
    case 'prompt':
      return l10n.t('Pollux stopped: the budget of this prompt is used up ({0}).', amount);
    case 'session':
      return l10n.t('Pollux stopped: the budget of this chat is used up ({0}).', amount);
    case 'day':
      return l10n.t('Pollux stopped: the budget of today is used up ({0}).', amount);
    default:
      return scope satisfies never;
  }
}

function amountOf(unit: Overrun['unit'], exact: number, limit: number): string {
  const used = Math.round(exact);
  switch (unit) {
    case 'money':
      return l10n.t('about ${0} of ${1}', exact.toFixed(2), limit.toFixed(2));
    case 'tokens':
      return l10n.t('{0} of {1} tokens', used, limit);
    case 'requests':
      return l10n.t('{0} of {1} requests', used, limit);
    case 'minutes':
      return l10n.t('{0} of {1} minutes', Number(exact.toFixed(2)), limit);
    default:
      return unit satisfies never;
  }
}

/** Which model was chosen, why, and the cost of choosing: one line. */
export function noticeForRouting({ model, why }: Routed, before: Usage, after: Usage): Notice {
  const tokens = after.total - before.total;
  const cost = (after.cost ?? 0) - (before.cost ?? 0);
  const text =
    cost > 0
      ? l10n.t('Model: {0} ({1}; choosing took {2} tokens, about ${3})', model, why, tokens, cost.toFixed(4))
      : l10n.t('Model: {0} ({1}; choosing took {2} tokens)', model, why, tokens);
  return { level: 'info', text };
}

/** Reports that another model did a job outside the conversation. */
export function noticeForReplaced({ by, failure }: Replaced): Notice {
  return { level: 'info', text: l10n.t('{0} Continuing with {1}.', failure.message, by) };
}

/** The notice for a compression's result. */
export function noticeForCompression(result: CompressionResult): Notice | undefined {
  switch (result.kind) {
    case 'compressed': {
      const [before, after] = [result.before, result.after].map(tokens => Math.ceil(tokens / 1000));
      const text = l10n.t(
        'The conversation was compressed for the model: {0}K → {1}K tokens.',
        before ?? 0,
        after ?? 0,
      );
      return { level: 'info', text, detail: result.snapshot, actions: ['restoreOriginal'] };
    }
    case 'nothing':
      return { level: 'info', text: l10n.t('There is nothing to compress yet.') };
    case 'refused':
      return warning(l10n.t('The conversation wasn’t compressed: the summary was empty or no shorter.'), []);
    case 'declined':
      return { level: 'info', text: l10n.t('The summary wasn’t used. The model still sees the conversation itself.') };
    case 'failed':
      return noticeForFailure(result.failure);
    default:
      return result satisfies never;
  }
}

/** The conversation can't be made to fit, so it was not sent. */
export function tooLong(): ModelFailure {
  return { kind: 'tooLong', message: l10n.t('The conversation is too long for this model.') };
}

/** The answer is not everything that the model said. */
export function noticeForPartial(): Notice {
  return warning(l10n.t('Part of the answer couldn’t be read and is missing.'), []);
}

/** A bug of Pollux. */
export function noticeForBug(error: unknown): Notice {
  const detail = messageOf(error);
  return { level: 'error', text: l10n.t('Something went wrong in Pollux.'), detail, actions: ['retry', 'showLog'] };
}

function noticeForFailure(failure: ModelFailure): Notice | undefined {
  const { kind, message, link } = failure;
  if (kind === 'cancelled') return undefined;
  const detail = [failure.detail, link].filter(each => each !== undefined && !message.includes(each)).join('\n');
  return { level: 'error', text: message, ...(detail !== '' && { detail }), actions: ACTIONS[kind] };
}

const ACTIONS: Readonly<Record<Exclude<ModelFailureKind, 'cancelled'>, readonly NoticeAction[]>> = {
  auth: ['setApiKey', 'retry'],
  forbidden: ['setApiKey', 'selectModel', 'retry'],
  notFound: ['selectModel', 'retry'],
  validation: ['retry'],
  suspended: ['setApiKey'],
  quota: ['selectModel', 'retry'],
  rateLimit: ['retry', 'selectModel'],
  capacity: ['selectModel', 'retry'],
  overloaded: ['retry', 'selectModel'],
  badRequest: ['retry', 'newChat', 'showLog'],
  tooLong: ['newChat'],
  blocked: ['newChat'],
  network: ['retry', 'showLog'],
  silent: ['retry', 'showLog'],
  badStream: ['retry', 'selectModel'],
  ledger: ['retry'],
  unpriced: ['selectModel', 'changeBudget', 'retry'],
  held: ['retry'],
  other: ['retry', 'showLog'],
};

function warning(text: string, actions: readonly NoticeAction[]): Notice {
  return { level: 'warning', text, actions };
}
