// Programs that run, load or send something by an option or a word: what of them is known to do no more than the rule
// says that allows them. Everything else of them asks.
import type { OptionGrammar } from './optionGrammar';

/** What every program takes without doing more. */
export const COMMON = '--help --version --verbose --quiet --silent --no-color --color?';

/** One or more programs: their names, what their first word may be, and their options (see `OptionGrammar`). */
export interface Row {
  readonly names: string;
  /** Subcommands that only look, or do what a rule with the program's name must mean. Without it any word inside may stand. */
  readonly first?: string;
  readonly options?: string;
  /** What the words are: files inside (the default), plain names, none, or a filter of `jq` and files. */
  readonly words?: 'names' | 'hosts' | 'none' | 'filter';
  readonly style?: OptionGrammar['style'];
}
