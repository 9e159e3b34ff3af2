import type { Completion, CompletionKind } from '../src/shared/protocol';

/** What is being typed that could be completed. */
export interface Trigger {
  readonly kind: CompletionKind;
  /** Where its `/` or `@` is. */
  readonly start: number;
  /** What is typed behind that, up to the caret. */
  readonly typed: string;
}

const COMMAND = /^\/([^\s/*]*)$/;
/** As `findMentions` has it: what may stand before an `@`, and what behind it. */
const MENTION = /(?:^|[\s*([{<"'“”‘’«»‹›„‚,;:=|>—–、。，：；「『（【])@((?:\\.|[^\s@"“”„«»<>|])*)$/;

/** Undefined where the caret is not behind a `/` that begins the text, nor behind an `@`. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before)?.[1];
  if (command !== undefined) return { kind: 'command', start: 0, typed: command };
  const mention = MENTION.exec(before.slice(-1000))?.[1];
  return mention === undefined ? undefined : { kind: 'mention', start: caret - mention.length - 1, typed: mention };
}

/** Where the text goes that stands for what is typed: the rest of the word behind the caret is part of it. */
export function placeOfCompletion(text: string, caret: number, { start, kind }: Trigger): readonly [number, number] {
  const rest = /^[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0;
  const end = kind === 'command' ? caret + rest : caret;
  // The blank that is put behind it may be there already.
  return [start, end];
}

/** Whether there is nothing left to complete: what is typed is the item. */
export function isTyped(item: Completion, { typed, kind }: Trigger): boolean {
  const whole = `${kind === 'command' ? '/' : '@'}${typed}`;
  return item.insert.trimEnd() === whole;
}
