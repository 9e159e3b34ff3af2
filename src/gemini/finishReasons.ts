// The service's reasons for ending an answer or refusing a prompt, and their meanings.
import * as l10n from '@vscode/l10n';
import type { AnswerEnd } from '../shared/messages';

/** Reasons for an answer without text that may not recur: the request is repeated, as after an empty answer. */
const PASSING = ['SAFETY', 'RECITATION', 'OTHER'];

/** Whether repeating the request may produce an answer. */
export function mayPass(reason: string): boolean {
  return PASSING.includes(reason);
}

/**
 * The meaning of a finish reason; unknown ones count as blocked, so that a cut answer isn't taken for a complete one.
 */
export function endOf(reason: string): AnswerEnd {
  if (reason === 'STOP') return 'stop';
  return reason === 'MAX_TOKENS' ? 'maxTokens' : 'blocked';
}

/** One sentence about an answer that was cut off; `said`: the service's own message. */
export function cutText(reason: string, said?: string): string {
  return l10n.t('The Gemini service cut off the answer ({0}).', describeReason(reason, said));
}

/** The service's reason for ending an answer or refusing a prompt, with its meaning. */
export function describeReason(reason: string, said?: string): string {
  return [reason, meaningOf(reason), said].filter(each => each !== undefined && each !== '').join(': ');
}

/** Returns undefined if the reason is self-explanatory. */
function meaningOf(reason: string): string | undefined {
  switch (reason) {
    case 'SAFETY':
      return l10n.t('it was stopped by the safety filters');
    case 'RECITATION':
      return l10n.t('it’s too similar to a published text');
    case 'LANGUAGE':
      return l10n.t('its language isn’t supported');
    case 'BLOCKLIST':
      return l10n.t('it contains a forbidden word');
    case 'PROHIBITED_CONTENT':
      return l10n.t('it may contain prohibited content');
    case 'SPII':
      return l10n.t('it may contain protected personal data');
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
    case 'IMAGE_OTHER':
      return l10n.t('an image wasn’t allowed');
    case 'NO_IMAGE':
      return l10n.t('no image was generated');
    case 'MODEL_ARMOR':
      return l10n.t('it violates a rule of your organization');
    case 'JAILBREAK':
      return l10n.t('it looks like an attempt to bypass the rules');
    case 'MALFORMED_FUNCTION_CALL':
    case 'UNEXPECTED_TOOL_CALL':
      return l10n.t('a tool call was malformed');
    case 'OTHER':
      return l10n.t('no reason given');
    default:
      return undefined;
  }
}
