// Programs that can run, load or send something by an option or a word: the parts that are known to do no more than a
// rule for the program allows. Everything else is asked about.
import type { OptionGrammar } from './optionGrammar';

/** Options that are harmless for every program. */
export const COMMON = '--help --version --verbose --quiet --silent --no-color --color?';

/** One or more programs: their names, their possible first words, and their options (see `OptionGrammar`). */
export interface Row {
  readonly names: string;
  /** Subcommands that only look, or that a rule with the program's name must mean. Absent: any word may be first. */
  readonly first?: string;
  readonly options?: string;
  /**
   * The kind of the words: plain names, hosts, none, a `jq` filter and files, `one` file (a second would be written
   * to), or files of pictures and sound. Default: files inside the workspace.
   */
  readonly words?: 'names' | 'hosts' | 'none' | 'filter' | 'one' | 'pictures';
  readonly style?: OptionGrammar['style'];
}
