import type { PolicyReason } from '../decision';
import { locate, type Ground } from '../paths';
import { baseName, isFlag, type SimpleCommand, type Word } from './command';
import { searchedFiles } from './optionFiles';

/** Options with which a program goes through the links that it meets on its way, by its name. */
const FOLLOWING: Readonly<Record<string, RegExp>> = {
  grep: /^(?:-[a-zA-Z]*R|--deref)/,
  egrep: /^(?:-[a-zA-Z]*R|--deref)/,
  fgrep: /^(?:-[a-zA-Z]*R|--deref)/,
  rg: /^(?:-[a-zA-Z.]*L|--follow$)/,
  find: /^-(?:L|follow)$/,
  tree: /^-[a-zA-Z]*l/,
  du: /^(?:-[a-zA-Z]*L|--deref[a-z]*$)/,
  diff: /^(?:-[a-zA-Z]*r|--rec)/,
};
const RECURSIVE = /^(?:-[a-zA-Z]*[rR]|--(?:deref|rec))/;
const HIDDEN_TOO = /^(?:-[a-zA-Z.]*(?:\.|uu)|--hid)/;

/** True for a command that looks into whatever links lead to, which its words do not tell. */
export function followsLinks(words: readonly Word[]): boolean {
  const name = baseName(words[0]?.value ?? '');
  const options = Object.hasOwn(FOLLOWING, name) ? FOLLOWING[name] : undefined;
  return options !== undefined && words.slice(1).some(({ value }) => isFlag(value) && options.test(value));
}

/** The absolute paths of the folders that a command searches with all that is in them. */
export function foldersOf({ words }: SimpleCommand, ground: Ground): string[] {
  return searchedBelow(words).folders.map(({ value }) => locate(value, ground).absolute);
}

/** A reason to ask about a search: of the `secrets` below each folder, one that it comes across. */
export function secretBelow(
  command: SimpleCommand,
  grounds: readonly Ground[],
  secrets: ReadonlyMap<string, readonly string[]> = new Map(),
): PolicyReason | null {
  const { hidden } = searchedBelow(command.words);
  for (const ground of grounds) {
    for (const folder of foldersOf(command, ground)) {
      const isSeen = (file: string) => hidden || !/[\\/]\./.test(file.slice(folder.length));
      const file = secrets.get(folder)?.find(isSeen);
      if (file !== undefined) return { kind: 'secretBelow', detail: locate(file, ground).path };
    }
  }
  return null;
}

/** The folders of which a command shows what is in the files below; `hidden` ones among them. */
function searchedBelow(words: readonly Word[]): { readonly folders: readonly Word[]; readonly hidden: boolean } {
  const name = baseName(words[0]?.value ?? '');
  const has = (option: RegExp) => words.slice(1).some(({ value }) => isFlag(value) && option.test(value));
  const isSearch = name === 'rg' || (/^[ef]?grep$/.test(name) && has(RECURSIVE));
  if (!isSearch) return { folders: [], hidden: false };
  const named = searchedFiles(words);
  const here: Word = { value: '.', isStatic: true, isQuoted: false };
  return { folders: named.length > 0 ? named : [here], hidden: name !== 'rg' || has(HIDDEN_TOO) };
}
