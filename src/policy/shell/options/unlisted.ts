import { BUILD_ROWS } from './buildRows';
import { INSTALLER_ROWS } from './installerRows';
import { INTERPRETER_ROWS } from './interpreterRows';
import { READS_MORE, type OptionGrammar } from './optionGrammar';
import { COMMON, type Row } from './row';
import { SYSTEM_ROWS } from './systemRows';
import { isFileInside, isWorkWord } from './workWords';

const isPlainName = (value: string) =>
  /^@?[\w.+-]+(?:[/@][\w.+-]+)?$/.test(value) &&
  !/^\.|\.\.|^[^/@]*\.[^/]*\/|\.(?:rb|gem|deb|rpm|sh|py|js)$|-$/.test(value);
/** An ordinary host name: a name could be crafted so that looking it up sends out data. */
const isPlainHost = (value: string) =>
  /^(?:@[\d.:]+|\+short|[\w.-]+)$/.test(value) &&
  value.split('.').length <= 5 &&
  value.split('.').every(label => label.length <= 20 && (label.match(/\d/g)?.length ?? 0) <= 4);
/** Where the filter stands depends on words and options before it. */
const isFilter = (value: string, index: number) => !READS_MORE.test(value) && (index === 0 || isFileInside(value));
/** A file of only pictures or sound: others may be scripts, or name further files. */
const isPicture = (value: string) =>
  isFileInside(value) && /\.(?:bmp|gif|ico|jpe?g|mov|mp[34]|png|tiff?|wav|web[mp])$/i.test(value);

const WORDS = {
  filter: isFilter,
  one: (value: string, index: number) => index === 0 && isFileInside(value),
  pictures: isPicture,
  names: isPlainName,
  hosts: isPlainHost,
  none: () => false,
} as const;

/** Grammars by program name. */
export const UNLISTED: Readonly<Record<string, OptionGrammar>> = Object.fromEntries(
  [...INTERPRETER_ROWS, ...BUILD_ROWS, ...INSTALLER_ROWS, ...SYSTEM_ROWS].flatMap(row =>
    row.names.split(/\s+/).map(name => [name, grammarOf(row)] as const),
  ),
);

/** Groups of subcommands and their last word may be anything, but after these words, names follow. */
const VERB =
  /^(?:add|build|check|deps|devices|info|install|list|logs|outdated|pull|remove|restart|rm|run|search|show|start|status|stop|test|uninstall|update|upgrade|use)$/;
const FIRST_WORDS = new Map(
  [...BUILD_ROWS, ...INSTALLER_ROWS, ...SYSTEM_ROWS].flatMap(({ names, first, words }) =>
    first !== undefined && words === 'names'
      ? names.split(/\s+/).map(name => [name, new Set(first.split(' '))] as const)
      : [],
  ),
);

/** True if the words of a rule, without the program, end before the subcommand: `podman system`, `uv tool`. */
export function namesGroup(program: string, words: readonly string[]): boolean {
  const [first = '-', last = first] = [words[0], words.at(-1)];
  const known = FIRST_WORDS.get(program);
  return known !== undefined && !first.startsWith('-') && !known.has(first) && !VERB.test(last);
}

/** For a subcommand that a rule names, of a known program, if the subcommand itself isn't listed. */
export const NAMED_PART: OptionGrammar = { options: COMMON, operand: isWorkWord };

function grammarOf({ first, options = '', words, style }: Row): OptionGrammar {
  const isWord = words ? WORDS[words] : isFileInside;
  const firsts = new Set(first?.split(' '));
  return {
    options: `${COMMON} ${options}`,
    ...(style && { style }),
    operand: (value, index) => (index === 0 && first !== undefined ? firsts.has(value) : isWord(value, index)),
  };
}
