import * as l10n from '@vscode/l10n';
import type { ModelFailure, ModelRequest } from '../agent/ports/model';
import type { Part } from '../shared/messages';
import { cutText, mayPass } from './finishReasons';

/** What an answer has contained so far. */
export class StreamSummary {
  hasCall = false;
  hasText = false;
  hasThought = false;
  finishReason: string | undefined;
  /** The service's message for the finish reason. */
  finishMessage: string | undefined;

  add(part: Part): void {
    this.hasCall ||= part.type === 'toolCall';
    this.hasThought ||= part.type === 'thought';
    this.hasText ||= part.type === 'text' && isVisible(part.text);
  }
}

/** Tells the model what its last answer lacked; added when the request is repeated. */
export const REMINDER =
  'Your last answer was empty or malformed. Answer with visible text or with a well-formed function call.';

/**
 * Why a stream that ended without an error is not a valid answer; undefined if it is. After tool results, an empty
 * answer is valid: the model has nothing to add. An answer with a call is always valid here: a truncated call isn't
 * run.
 */
export function badStream(request: ModelRequest, answer: StreamSummary): ModelFailure | undefined {
  const { finishReason } = answer;
  if (answer.hasCall) return undefined;
  if (finishReason === 'MALFORMED_FUNCTION_CALL' || finishReason === 'UNEXPECTED_TOOL_CALL') {
    return bad(l10n.t('The model made a malformed tool call.'), finishReason);
  }
  const isAfterTools = request.messages.at(-1)?.role === 'tool';
  if (finishReason === undefined) {
    return isAfterTools ? undefined : bad(l10n.t('The answer was cut off.'), 'no finish reason');
  }
  if (answer.hasText || isAfterTools) return undefined;
  if (finishReason === 'MAX_TOKENS') {
    return bad(l10n.t('Cut off: the answer reached the length limit of the model.'), finishReason);
  }
  if (finishReason !== 'STOP') {
    const kind = mayPass(finishReason) ? 'badStream' : 'blocked';
    return { kind, message: cutText(finishReason, answer.finishMessage), detail: finishReason };
  }
  return bad(l10n.t('The model returned nothing.'), answer.hasThought ? 'only thoughts' : 'empty');
}

function bad(message: string, detail: string): ModelFailure {
  return { kind: 'badStream', message, detail };
}

/** Zero-width characters and HTML comments aren't visible text. */
function isVisible(text: string): boolean {
  return /\S/.test(text.replace(/<!--[^]*?-->/g, '').replace(/[\u200b-\u200f\u2060\ufeff]/g, ''));
}
