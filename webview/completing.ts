import type { Completion, CompletionKind } from '../src/shared/protocol';

/** What is being typed that could be completed. */
export interface Trigger {
  readonly kind: CompletionKind;
  /** Where its `/` or `@` is; of an argument, where its word begins. */
  readonly start: number;
  /** What is typed behind that, up to the caret; of an argument, all that is behind the `/`. */
  readonly typed: string;
}

const COMMAND = /^\/([^\s/*]*)$/;
/** A command, and the word of its arguments that is being typed, whose value may be in quotes. */
const ARGUMENT = /^\/[^\s/*]+\s(?:.*\s)?((?:--[\w.-]*(?:=(?:"(?:[^"\\]|\\.)*|'[^']*|[^\s"']*))?)?)$/;
/** As `findMentions` has it: what may stand before an `@`, and what behind it. */
const MENTION = /(?:^|[\s*([{<"'“”‘’«»‹›„‚,;:=|>—–、。，：；「『（【])@((?:\\.|[^\s@"“”„«»<>|])*)$/;

/** Undefined where the caret is not behind a `/` that begins the text, nor behind an `@`. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before)?.[1];
  if (command !== undefined) return { kind: 'command', start: 0, typed: command };
  const mention = MENTION.exec(before.slice(-1000))?.[1];
  if (mention !== undefined) return { kind: 'mention', start: caret - mention.length - 1, typed: mention };
  const argument = ARGUMENT.exec(before)?.[1];
  return argument === undefined
    ? undefined
    : { kind: 'argument', start: caret - argument.length, typed: before.slice(1) };
}

/** Where the text goes that stands for what is typed: the rest of the word behind the caret is part of it. */
export function placeOfCompletion(text: string, caret: number, { start, kind }: Trigger): readonly [number, number] {
  const rest = /^[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0;
  const end = kind === 'command' ? caret + rest : caret;
  // The blank that is put behind it may be there already.
  return [start, end];
}

/** Whether there is nothing left to complete: what is typed is the item. */
export function isTyped(item: Completion, { typed, kind, start }: Trigger): boolean {
  if (kind === 'argument') return item.insert.trimEnd() === typed.slice(start - 1);
  const whole = `${kind === 'command' ? '/' : '@'}${typed}`;
  return item.insert.trimEnd() === whole;
}
