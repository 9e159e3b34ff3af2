import { isSecretFile } from '../../secretFiles';
import { BUILD_ROWS } from './buildRows';
import { INSTALLER_ROWS } from './installerRows';
import { INTERPRETER_ROWS } from './interpreterRows';
import { isInsidePath, READS_MORE, type OptionGrammar } from './optionGrammar';
import { COMMON, type Row } from './row';
import { SYSTEM_ROWS } from './systemRows';

const isPlainName = (value: string) =>
  /^@?[\w.+-]+(?:[/@][\w.+-]+)?$/.test(value) && !/^\.|\.\.|\.(?:rb|gem|deb|rpm|sh|py|js)$/.test(value);
/** A name of a machine that says no more than that: data may be sent out by the names that are asked for. */
const isPlainHost = (value: string) =>
  /^(?:@[\d.:]+|\+short|[\w.-]+)$/.test(value) &&
  value.split('.').length <= 5 &&
  value.split('.').every(label => label.length <= 20 && (label.match(/\d/g)?.length ?? 0) <= 4);
const isFileInside = (value: string) =>
  isInsidePath(value) && !isSecretFile(value) && !/^[@!|/]|^-|[=]|^\.(?![\w/]|$)|\$\(|`/.test(value);

const isFilter = (value: string, index: number) => (index === 0 ? !READS_MORE.test(value) : isFileInside(value));

const WORDS = {
  filter: isFilter,
  names: isPlainName,
  hosts: isPlainHost,
  none: () => false,
} as const;

/** By the name of the program. */
export const UNLISTED: Readonly<Record<string, OptionGrammar>> = Object.fromEntries(
  [...INTERPRETER_ROWS, ...BUILD_ROWS, ...INSTALLER_ROWS, ...SYSTEM_ROWS].flatMap(row =>
    row.names.split(' ').map(name => [name, grammarOf(row)] as const),
  ),
);

/** For what a rule names of a program that is known, but not this part of it. */
export const NAMED_PART: OptionGrammar = { options: COMMON, operand: isFileInside };

function grammarOf({ first, options = '', words, style }: Row): OptionGrammar {
  const isWord = words ? WORDS[words] : isFileInside;
  const firsts = new Set(first?.split(' '));
  return {
    options: `${COMMON} ${options}`,
    ...(style && { style }),
    operand: (value, index) => (index === 0 && first !== undefined ? firsts.has(value) : isWord(value, index)),
  };
}
