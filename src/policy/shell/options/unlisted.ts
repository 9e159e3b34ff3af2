import { BUILD_ROWS } from './buildRows';
import { INSTALLER_ROWS } from './installerRows';
import { INTERPRETER_ROWS } from './interpreterRows';
import { READS_MORE, type OptionGrammar } from './optionGrammar';
import { COMMON, type Row } from './row';
import { SYSTEM_ROWS } from './systemRows';
import { isFileInside, isWorkWord } from './workWords';

const isPlainName = (value: string) =>
  /^@?[\w.+-]+(?:[/@][\w.+-]+)?$/.test(value) && !/^\.|\.\.|\.(?:rb|gem|deb|rpm|sh|py|js)$/.test(value);
/** An ordinary host name: a name could be crafted so that looking it up sends out data. */
const isPlainHost = (value: string) =>
  /^(?:@[\d.:]+|\+short|[\w.-]+)$/.test(value) &&
  value.split('.').length <= 5 &&
  value.split('.').every(label => label.length <= 20 && (label.match(/\d/g)?.length ?? 0) <= 4);
const isFilter = (value: string, index: number) => (index === 0 ? !READS_MORE.test(value) : isFileInside(value));

const WORDS = {
  filter: isFilter,
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
