// Why the service ends an answer, or takes no prompt: its own words for it, and what they mean.
import * as l10n from '@vscode/l10n';
import type { AnswerEnd } from '../shared/messages';

/** Reasons of an answer without text that may not come again: the request is repeated, as after an empty answer. */
const PASSING = ['SAFETY', 'RECITATION', 'OTHER'];

/** Whether asking once more may bring an answer where there was none. */
export function mayPass(reason: string): boolean {
  return PASSING.includes(reason);
}

/** What a finish reason means for the answer; unknown ones count as blocked, so that nothing cut passes as whole. */
export function endOf(reason: string): AnswerEnd {
  if (reason === 'STOP') return 'stop';
  return reason === 'MAX_TOKENS' ? 'maxTokens' : 'blocked';
}

/** One sentence about an answer that was cut; `said`: what the service adds. */
export function cutText(reason: string, said?: string): string {
  return l10n.t('The Gemini service cut off the answer ({0}).', describeReason(reason, said));
}

/** A reason of the service's, for an answer or a prompt, with what it means. */
export function describeReason(reason: string, said?: string): string {
  return [reason, meaningOf(reason), said].filter(each => each !== undefined && each !== '').join(': ');
}

/** Undefined where the word says all that there is to say. */
function meaningOf(reason: string): string | undefined {
  switch (reason) {
    case 'SAFETY':
      return l10n.t('it was stopped by the safety filters');
    case 'RECITATION':
      return l10n.t('it’s too similar to a published text');
    case 'LANGUAGE':
      return l10n.t('its language is not supported');
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
      return l10n.t('an image was not allowed');
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
