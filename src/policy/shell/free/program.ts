// The words in which the tables say which programs run without a question, and with which of their options.

/**
 * What a value or an operand is:
 * - `path`: a file or folder that is looked at; `file`: one that must be no folder; `place`: one of which nothing that is
 *   in it is shown
 * - `text`: anything, which is neither a path nor a program
 * - `commit`: what git takes for a commit, or for a path where it knows no such commit
 * - a regular expression: only what it matches as a whole
 */
export type Kind = 'path' | 'file' | 'place' | 'text' | 'commit' | RegExp;

export interface Operand {
  readonly kind: Kind;
  /** It may be left out; it may be given as often as wanted, also by a pattern of files. */
  readonly count?: 'optional' | 'any';
}

/** One program, or one subcommand, as its manual describes it. What is not said here asks. */
export interface Program {
  /** Options of one letter that take no value. They may stand together: `-la`. */
  readonly flags?: string;
  /** Long options that take no value, without their dashes, parted by blanks. */
  readonly long?: string;
  /** Options that take a value: `-n 5`, `-n5`, `--lines 5`, `--lines=5`. One letter, or the name without its dashes. */
  readonly values?: Readonly<Record<string, Kind>>;
  /** Options whose value may be left out, and otherwise stands right behind: `-M50`, `--color=always`. */
  readonly optional?: Readonly<Record<string, Kind>>;
  /** Long options that take two words, of which neither is a path. */
  readonly pairs?: readonly string[];
  /** `-20` says how many. */
  readonly takesNumber?: true;
  /** Letters can't stand together. */
  readonly isSingle?: true;
  /** Every word is text, whatever it looks like. */
  readonly takesAnything?: true;
  /** In the order in which they stand; none if absent. */
  readonly operands?: readonly Operand[];
  /** With one of these options, the first operand is left out. */
  readonly givenBy?: readonly string[];
  /** It does no more only in the environment of commands that look (see `lookingEnvironment`). */
  readonly isQuieted?: true;
  /** What the options and operands have to be besides. */
  readonly holds?: (use: Use) => boolean;
  /** It shows what is in the files below the folders that it is given, or below where it runs. */
  readonly searches?: (use: Use) => Seen | null;
}

/** Of the files below a folder: all, those whose names begin with no dot, or only those with the names of sources. */
export type Seen = 'all' | 'unhidden' | 'sources';

export type Programs = Readonly<Record<string, Program>>;

/** How a program is used in a command. */
export interface Use {
  /** Names of the options that are there, without dashes. */
  readonly options: ReadonlySet<string>;
  /** Values of the options that take one, by their names. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** What it looks at: operands and values of options; `isPattern` for patterns of files. */
  readonly paths: readonly UsedPath[];
  /** Those of the paths that are operands, and so are searched. */
  readonly places: readonly UsedPath[];
}

export interface UsedPath {
  readonly value: string;
  readonly isPattern: boolean;
  readonly kind: 'path' | 'file' | 'place' | 'commit';
}

export const PATH: Operand = { kind: 'path' };
export const PLACE: Operand = { kind: 'place' };
export const PLACES: Operand = { kind: 'place', count: 'any' };
export const PATHS: Operand = { kind: 'path', count: 'any' };
export const MAYBE_PATH: Operand = { kind: 'path', count: 'optional' };
export const TEXT: Operand = { kind: 'text' };
export const TEXTS: Operand = { kind: 'text', count: 'any' };
export const NUMBER = /\d{1,15}/;
export const SIGNED = /[+-]?\d{1,15}[kKMGb]?/;
/** The ends of names that sources of programs and pages have, as part of an expression. */
export const SOURCES = '(?:[cm]?[jt]sx?|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|md|html?|s?css|vue|svelte|sql)';
export const WHEN = /always|never|auto/;
