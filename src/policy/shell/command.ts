import type { ReasonKind } from '../decision';

/** One word of a command as the shell would pass it to the program. */
export interface Word {
  /** Without quotes and escapes; parts that are known only at run time are left out. */
  readonly value: string;
  /** False if any part is known only at run time: variables, substitutions, patterns. */
  readonly isStatic: boolean;
  /** True if any of it was quoted or escaped. */
  readonly isQuoted: boolean;
  /** It expands to exactly one word. */
  readonly isOne?: true;
  /** A pattern of files that begins with a literal name, so no matching file can be taken for an option. */
  readonly isFilePattern?: true;
  /** Letters after an option's letter: probably more options, but possibly a file name. */
  readonly isGuessed?: true;
}

export interface Redirection {
  readonly kind: 'read' | 'write';
  readonly target: Word;
}

/** A reason why a command can't be evaluated by its words alone. */
export interface Risk {
  readonly kind: ReasonKind;
  readonly detail: string;
}

/** One program that a command line would start. */
export interface SimpleCommand {
  /** As written. */
  readonly text: string;
  /** Program name first; empty if there are only assignments and redirections. */
  readonly words: readonly Word[];
  /** The cmdlet that PowerShell runs for that name, in lower case; absent for other shells. */
  readonly cmdlet?: string;
  /** Assignments in front of the command, or on their own. */
  readonly assignments: readonly string[];
  readonly redirections: readonly Redirection[];
  readonly risks: readonly Risk[];
  /** Its standard input comes from another part of the line. */
  readonly isFed: boolean;
  /** It only starts another command, which decides for both. */
  readonly isCarrier?: boolean;
  /** Commands that it may start, if it can't be determined which one. */
  readonly mayStart?: readonly SimpleCommand[];
}

export interface ShellAnalysis {
  readonly commands: readonly SimpleCommand[];
  /** Risks of the line as a whole. */
  readonly risks: readonly Risk[];
}

/** The name of a program without its directory, for either kind of separator. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

export function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/** The arguments that are not options: everything after `--`, and quoted words even if they look like options. */
export function operandsOf(args: readonly Word[]): Word[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter((word, i) => (end >= 0 && i > end) || !isFlag(word.value) || word.isQuoted);
}
