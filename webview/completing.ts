import type { Completion, CompletionKind } from '../src/shared/protocol';

/** The text being typed for which completions can be offered. */
export interface Trigger {
  readonly kind: CompletionKind;
  /** Offset of the `/` or `@`; for an argument, the offset where its word begins. */
  readonly start: number;
  /** The text typed after that, up to the caret; for an argument, everything after the `/`. */
  readonly typed: string;
}

const COMMAND = /^\/([^\s/*]*)$/;
/** A command and the word of its arguments that is being typed; its value may be in quotes. */
const ARGUMENT = /^\/[^\s/*]+\s(?:.*\s)?((?:--[\w.-]*(?:=(?:"(?:[^"\\]|\\.)*|'[^']*|[^\s"']*))?)?)$/;
/** Same rules as `findMentions`: which characters may precede an `@`, and which may follow it. */
const MENTION = /(?:^|[\s*([{<"'“”‘’«»‹›„‚,;:=|>—–、。，：；「『（【])@((?:\\.|[^\s@"“”„«»<>|])*)$/;

/** Returns undefined if the caret is neither after a `/` that begins the text nor after an `@`. */
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

/**
 * Returns the range that the completion replaces; for a command, this includes the rest of the word after the caret.
 */
export function placeOfCompletion(text: string, caret: number, { start, kind }: Trigger): readonly [number, number] {
  const rest = /^[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0;
  const end = kind === 'command' ? caret + rest : caret;
  // The completion ends with a space, but the text may already contain one there.
  return [start, end];
}

/** Whether the typed text is already equal to the item, so that there is nothing left to complete. */
export function isTyped(item: Completion, { typed, kind, start }: Trigger): boolean {
  if (kind === 'argument') return item.insert.trimEnd() === typed.slice(start - 1);
  const whole = `${kind === 'command' ? '/' : '@'}${typed}`;
  return item.insert.trimEnd() === whole;
}
