// Old tool outputs make up most of a long conversation and are its least useful part, so they are shortened first.
import type { Message, ToolMessage, ToolResult } from '../../shared/messages';
import { sizeOfResult } from './contextMeter';

/** How many characters of an output are left at each end. */
const PREVIEW = 250;

export interface MaskOptions {
  /** Tokens of the latest outputs that stay complete; those of the last step stay complete whatever their size. */
  readonly keep: number;
  /** Tokens that must be saved, or nothing is changed, because a change invalidates the service's cache. */
  readonly worth: number;
}

/** The id of the last message whose outputs should be shortened; undefined: it is not worthwhile. */
export function maskPoint(messages: readonly Message[], { keep, worth }: MaskOptions): string | undefined {
  const steps = messages.filter(message => message.role === 'tool');
  let whole = steps.length - 1;
  for (let kept = total(steps[whole]); whole > 0; whole--) {
    kept += total(steps[whole - 1]);
    if (kept > keep) break;
  }
  const old = steps.slice(0, Math.max(whole, 0));
  const won = old.reduce((tokens, step) => tokens + total(step) - total(masked(step)), 0);
  return won >= worth ? old.at(-1)?.id : undefined;
}

/** The messages with outputs shortened up to the message `through`; unchanged if that message is not among them. */
export function withMaskedOutputs(messages: readonly Message[], through: string): readonly Message[] {
  const end = messages.findIndex(({ id }) => id === through);
  return messages.map((message, i) => (i <= end && message.role === 'tool' ? masked(message) : message));
}

function masked(message: ToolMessage): ToolMessage {
  const results = message.results.map(maskedResult);
  return results.every((result, i) => result === message.results[i]) ? message : { ...message, results };
}

function maskedResult(result: ToolResult): ToolResult {
  const { content, images, isLasting, ...rest } = result;
  if (isLasting || (content.length <= 4 * PREVIEW && !images)) return result;
  const left = content.length - 2 * PREVIEW;
  const note = `\n[… ${left} characters of this old output were taken out to save space; make the call again if you need them …]\n`;
  const preview = content.length <= 4 * PREVIEW ? content : content.slice(0, PREVIEW) + note + content.slice(-PREVIEW);
  return { ...rest, content: images ? `${preview}\n[An image was taken out to save space.]` : preview };
}

function total(step: ToolMessage | undefined): number {
  return step?.results.reduce((tokens, result) => tokens + sizeOfResult(result), 0) ?? 0;
}
