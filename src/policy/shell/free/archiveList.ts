import type { PlainWord } from './plainLine';
import type { UsedPath } from './program';

/** `t` with compatible letters and the archive option last: `-tzf`, `tvf`. */
const LISTS = /^-?(?=[vzjJ]*t)[tvzjJ]{1,4}f$/;

/** The archive that `tar` lists, for the few accepted forms; null for anything else. */
export function readTarList(args: readonly PlainWord[]): readonly UsedPath[] | null {
  const [how, archive, ...members] = args;
  if (!how || !archive || !LISTS.test(how.value) || !isFile(archive)) return null;
  // A colon in the name would mean an archive on another machine.
  const isPlain = !archive.value.includes(':') && members.every(each => !each.isPattern && !each.value.startsWith('-'));
  return isPlain ? [{ value: archive.value, isPattern: false, kind: 'path' }] : null;
}

/** The archive that `unzip -l` lists; null for anything else. Unzip would try other files if the name had no ending. */
export function readZipList(args: readonly PlainWord[]): readonly UsedPath[] | null {
  const [how, archive, ...more] = args;
  if (!how || !archive || more.length > 0 || !/^-(?:l|v|Z1)$/.test(how.value) || !isFile(archive)) return null;
  const isWhole = /^[\w./ -]+\.(?:zip|jar|whl|vsix|war)$/.test(archive.value);
  return isWhole ? [{ value: archive.value, isPattern: false, kind: 'path' }] : null;
}

function isFile({ value, isPattern }: PlainWord): boolean {
  return !isPattern && value !== '' && !/^-|[\\\n]/.test(value);
}
