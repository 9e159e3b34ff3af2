import type { ReasonKind } from '../decision';

/** One word of a command as the shell would pass it on. */
export interface Word {
  /** Without quotes and escapes. What is only known when it runs is left out. */
  readonly value: string;
  /** False if any of it is only known when it runs: variables, substitutions, patterns. */
  readonly isStatic: boolean;
  /** True if any of it was quoted or escaped. */
  readonly isQuoted: boolean;
  /** It stays one word, whatever it stands for. */
  readonly isOne?: true;
  /** A pattern of files that begins with a name, so that no file makes an option of it. */
  readonly isFilePattern?: true;
}

export interface Redirection {
  readonly kind: 'read' | 'write';
  readonly target: Word;
}

/** Something that keeps a command from being taken at its word. */
export interface Risk {
  readonly kind: ReasonKind;
  readonly detail: string;
}

/** One program that a command line would start. */
export interface SimpleCommand {
  /** As written. */
  readonly text: string;
  /** Name first; empty for assignments and redirections alone. */
  readonly words: readonly Word[];
  /** What PowerShell runs by that name, in lower case; absent for other shells. */
  readonly cmdlet?: string;
  /** Assigned in front of it, or alone. */
  readonly assignments: readonly string[];
  readonly redirections: readonly Redirection[];
  readonly risks: readonly Risk[];
  /** Its standard input comes from another part of the line. */
  readonly isFed: boolean;
  /** It only starts another command, which decides for both. */
  readonly isCarrier?: boolean;
  /** What it may start, of which it can't be told which it is. */
  readonly mayStart?: readonly SimpleCommand[];
}

export interface ShellAnalysis {
  readonly commands: readonly SimpleCommand[];
  /** About the line as a whole. */
  readonly risks: readonly Risk[];
}

/** The name of a program without its folder, in the spelling of its platform. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

export function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/** The arguments that are no options: all behind `--`, and those in quotes, which may be named like one. */
export function operandsOf(args: readonly Word[]): Word[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter((word, i) => (end >= 0 && i > end) || !isFlag(word.value) || word.isQuoted);
}
