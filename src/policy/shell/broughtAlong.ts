// Files that a command copies, packs or unpacks without a word that names them.
import { changesScripts, isProtected, runsByItself } from '../protectedFiles';
import { touchOfCmdlet } from './cmdletEffects';
import { baseName, isFlag, type SimpleCommand, type Word } from './command';
import { gitWords } from './git';

export interface BroughtAlong {
  /** Folders whose files it shows, packs or copies. */
  readonly folders: readonly string[];
  /** Files whose names begin with a dot are left out, as ripgrep does. */
  readonly skipsHidden: boolean;
  /** Files keep their names at the destination, where they may run or govern. */
  readonly copies: boolean;
  /** It writes files that an archive or a patch names. */
  readonly unpacks: boolean;
}

const NOTHING: BroughtAlong = { folders: [], skipsHidden: false, copies: false, unpacks: false };
/** Programs that unpack or patch, and the arguments with which they only look. */
const UNPACKS: readonly (readonly [program: RegExp, does: RegExp, not: RegExp])[] = [
  [/^(?:bsd|g)?tar$/, /^(?:-?[a-zA-Z]*x[a-zA-Z]*|--extract|--get|--ext.*)$/, /^--list$/],
  [/^(?:unzip|bsdunzip|funzip)$/, /^/, /^-[a-zA-Z]*[ltvzZp]/],
  [/^(?:7z[az]?|unrar|rar|jar|unar|arj|lha)$/, /^-?[xe][a-zA-Z]*$/, /^\b$/],
  [/^(?:cpio|pax)$/, /^-[a-zA-Z]*[ir]|^--extract/, /^-[a-zA-Z]*t/],
  [/^g?patch$/, /^/, /^--dry-run$/],
];
const GIT_PATCH = /^(?:apply|am)$/;
const ONLY_SAYS = /^--(?:check|stat|numstat|summary|abort|quit|show-current-patch.*)$/;
const DEEP = /^(?:-[a-zA-Z]*[rRa]|--(?:recursive|archive|rec\w*|dereference-recursive|directories=recurse))/;

/** What the known programs bring along. Words that are not folders do no harm in `folders`. */
export function broughtAlong({ words, cmdlet }: SimpleCommand): BroughtAlong {
  if (cmdlet !== undefined && !/^(?:git|docker|podman|rg|tar|bsdtar)$/.test(cmdlet)) return ofCmdlet(cmdlet, words);
  const name = baseName(words[0]?.value ?? '');
  const args = words.slice(1).map(({ value }) => value);
  const operands = args.filter(arg => !isFlag(arg));
  const isDeep = args.some(arg => DEEP.test(arg));
  const all = (folders: readonly string[]) => ({ ...NOTHING, folders: folders.length > 0 ? folders : ['.'] });
  if (isUnpacking(name, args)) return { ...NOTHING, unpacks: true };
  switch (name) {
    case 'tar':
    case 'bsdtar':
    case 'gtar':
    case 'zip':
    case '7z':
    case 'jar':
    case 'gzip':
    case 'diff':
      return /^(?:gzip|diff)$/.test(name) && !isDeep ? NOTHING : all([...operands, ...filled(args)]);
    case 'docker':
    case 'podman':
      return { ...NOTHING, folders: sentToBuild(operands, args) };
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return isDeep || args.includes('recurse') ? all(operands.slice(1)) : NOTHING;
    case 'rg':
    case 'ag':
    case 'ack': {
      // A glob includes everything that it matches, hidden or not.
      const isAll = args.some(arg => /^-[a-zA-Z]*[uU.g]|^--(?:hidden|unrestricted|no-ignore|i?glob)/.test(arg));
      return { ...all(operands.slice(1)), skipsHidden: !isAll };
    }
    case 'cp':
    case 'mv':
    case 'rsync':
    case 'scp':
    case 'gcp':
    case 'gmv': {
      const places = operands.length > 1 && !args.some(arg => /^(?:-t|--target-directory)/.test(arg)) ? -1 : undefined;
      if (/^(?:rsync|scp)$/.test(name) && operands.slice(0, -1).some(source => fetchesMore(source, isDeep)))
        return { ...NOTHING, unpacks: true };
      return isDeep || name.endsWith('mv') ? { ...all(operands.slice(0, places)), copies: true } : NOTHING;
    }
    default:
      return NOTHING;
  }
}

/** The folders that a cmdlet copies or moves whole. PowerShell accepts any prefix of `-Recurse`. */
function ofCmdlet(cmdlet: string, words: readonly Word[]): BroughtAlong {
  const isDeep = words.some(({ value }) => /^-r/i.test(value)) || cmdlet === 'move-item';
  const folders = touchOfCmdlet(cmdlet, words);
  if (!isDeep || !folders || !/^(?:copy|move)-item$/.test(cmdlet)) return NOTHING;
  return { ...NOTHING, folders: [...folders.reads, ...folders.deletes].map(({ value }) => value), copies: true };
}

/** True if files of another machine are fetched that are not all named, or one of them would run or govern here. */
function fetchesMore(source: string, isDeep: boolean): boolean {
  if (!/^(?:[\w.@[\]-]{2,}:|\w:(?![\\/])|rsync:)/.test(source)) return false;
  const file = baseName(source.replace(/^[^:]*:/, ''));
  const runs = isProtected(file) || runsByItself(file) || changesScripts(file, null, undefined);
  return isDeep || /^\.*$|[*?[]/.test(file) || runs;
}

function isUnpacking(name: string, args: readonly string[]): boolean {
  if (name === 'git') {
    const [first = ''] = gitWords(args);
    return GIT_PATCH.test(first) && !args.some(arg => ONLY_SAYS.test(arg));
  }
  const row = UNPACKS.find(([program]) => program.test(name));
  if (!row) return false;
  const [, does, not] = row;
  const isOld = /tar$|^(?:7z|rar|unrar|jar)/.test(name);
  const read = isOld ? args.filter((arg, i) => i === 0 || arg.startsWith('-')) : args;
  return (args.length === 0 || read.some(arg => does.test(arg))) && !args.some(arg => not.test(arg));
}

/** The folder sent to the image builder: its files may end up in the image. */
function sentToBuild(operands: readonly string[], args: readonly string[]): readonly string[] {
  const at = operands.findIndex(word => word === 'build');
  const isBuild = at === 0 || (at === 1 && /^(?:buildx|image|builder)$/.test(operands[0] ?? ''));
  return isBuild && !args.includes('--help') ? operands.slice(at + 1) : [];
}

/** The values of options that are attached to the option itself. */
function filled(args: readonly string[]): string[] {
  return args.flatMap(arg => /^(?:--[\w-]+=|-C)(.+)$/.exec(arg)?.[1] ?? []);
}
