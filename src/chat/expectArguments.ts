// Arguments from a webview are untrusted: each is checked, and anything unexpected is refused.
import * as l10n from '@vscode/l10n';
import type { Verdict } from '../shared/proposals';

/** Longer drafts are cut, in characters. */
const MAX_DRAFT = 1_000_000;
/** The longest line of input for a command, in characters. */
const MAX_LINE = 65_536;

export function expectText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new TypeError(l10n.t('{0} must be a string', name));
  return value;
}

/** A text of the message box. */
export function expectDraft(value: unknown, name: string): string {
  return expectText(value, name).slice(0, MAX_DRAFT);
}

export function expectTexts(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value)) throw new TypeError(l10n.t('{0} must be a list of strings', name));
  return value.map(each => expectText(each, name));
}

/** The error never repeats the text, which may be a password. */
export function expectLine(value: unknown, name: string): string {
  const text = expectText(value, name);
  if (text.length > MAX_LINE || /[\r\n\0]/.test(text)) throw new TypeError(l10n.t('{0} must be a single line', name));
  return text;
}

export function expectChoice<T extends string>(value: unknown, choices: readonly T[]): T {
  const choice = choices.find(each => each === value);
  if (choice === undefined) throw new TypeError(l10n.t('{0} isn’t a decision', String(value)));
  return choice;
}

/** Copies only what a verdict may contain; anything else is not an acceptance. */
export function expectVerdict(value: unknown): Verdict {
  const { decision, reason, remember, edited, answers, mode, merge } = value as Partial<Record<string, unknown>>;
  if (decision === 'accept') {
    return {
      decision,
      ...(typeof remember === 'string' && { remember }),
      ...(typeof edited === 'string' && { edited }),
      ...(merge === true && { merge }),
      ...((mode === 'default' || mode === 'autoEdit') && { mode }),
      ...(Array.isArray(answers) && { answers: answers.map(String) }),
    };
  }
  if (decision !== 'reject') throw new TypeError(l10n.t('{0} isn’t a decision', String(decision)));
  return { decision, ...(typeof reason === 'string' && reason.trim() !== '' && { reason: reason.trim() }) };
}
