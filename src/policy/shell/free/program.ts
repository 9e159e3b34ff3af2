// The format of the tables that say which programs run without asking, and with which options.

/**
 * The kind of a value or an operand:
 * - `path`: a file or folder to look at; `file`: one that must not be a folder; `place`: one whose content is not
 *   shown
 * - `text`: anything that is neither a path nor a program
 * - `commit`: what git takes for a commit, or for a path if it knows no such commit
 * - a regular expression: only values that match it completely
 */
export type Kind = 'path' | 'file' | 'place' | 'text' | 'commit' | RegExp;

export interface Operand {
  readonly kind: Kind;
  /** `optional`: it may be left out. `any`: it may occur any number of times, even as a pattern of files. */
  readonly count?: 'optional' | 'any';
}

/** One program or subcommand, as its manual describes it. Anything not listed here is asked about. */
export interface Program {
  /** One-letter options without a value. They may be combined: `-la`. */
  readonly flags?: string;
  /** Long options without a value, without their dashes, separated by spaces. */
  readonly long?: string;
  /** Options with a value: `-n 5`, `-n5`, `--lines 5`, `--lines=5`. Keys are the letter, or the name without dashes. */
  readonly values?: Readonly<Record<string, Kind>>;
  /** Options with an optional value, which must be attached: `-M50`, `--color=always`. */
  readonly optional?: Readonly<Record<string, Kind>>;
  /** Long options that take two words, neither of which is a path. */
  readonly pairs?: readonly string[];
  /** `-20` gives a number of lines or items. */
  readonly takesNumber?: true;
  /** One-letter options can't be combined. */
  readonly isSingle?: true;
  /** It takes everything after its first operand for operands, even what looks like an option. */
  readonly isOrdered?: true;
  /** It finds its options among its operands on every system; others do so only on some. */
  readonly findsOptions?: true;
  /** Every word is text, even if it looks like an option. */
  readonly takesAnything?: true;
  /** In order; if absent, there may be no operands. */
  readonly operands?: readonly Operand[];
  /** With one of these options, the first operand is omitted. */
  readonly givenBy?: readonly string[];
  /** It only looks if run in the restricted environment for such commands (see `lookingEnvironment`). */
  readonly isQuieted?: true;
  /** How far below the given folders, or its working directory, it tells what is behind links; null if it doesn't. */
  readonly looksThrough?: (use: Use) => Levels | null;
  /** A further condition on options and operands. */
  readonly holds?: (use: Use) => boolean;
  /** Which files it shows below the given folders, or below its working directory; null if it doesn't search. */
  readonly searches?: (use: Use) => Seen | null;
}

/** How many levels of folders, `Infinity` for all, and whether names that begin with a dot are among them. */
export interface Levels {
  readonly count: number;
  readonly hidden: boolean;
}

/** The files below a folder that are searched: all, those without a dot at the beginning, or only source files. */
export type Seen = 'all' | 'unhidden' | 'sources';

export type Programs = Readonly<Record<string, Program>>;

/** The use of a program in a command. */
export interface Use {
  /** Names of the given options, without dashes. */
  readonly options: ReadonlySet<string>;
  /** Values of the options that take one, by option name. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** Everything it looks at: operands and values of options; `isPattern` for patterns of files. */
  readonly paths: readonly UsedPath[];
  /** The paths that are operands, which are searched. */
  readonly places: readonly UsedPath[];
}

export interface UsedPath {
  readonly value: string;
  readonly isPattern: boolean;
  /** `absent`: a pattern that must match nothing. */
  readonly kind: 'path' | 'file' | 'place' | 'commit' | 'absent';
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
/** File name endings of source files and web pages, as part of an expression. */
export const SOURCES = '(?:[cm]?[jt]sx?|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|md|html?|s?css|vue|svelte|sql)';
export const WHEN = /always|never|auto/;
