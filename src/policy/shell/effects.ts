import type { AffectedPath, Effects } from '../../shared/proposals';
import { baseName, isFlag, operandsOf, type SimpleCommand, type Word } from './command';
import { touchOfCmdlet } from './cmdletEffects';
import { shownByGit } from './gitFiles';
import { gitWords } from './git';
import { findLists, findPlaces, optionFiles, searchedFiles } from './optionFiles';
import { touchOfPacker } from './packers';
import { DELETERS, NETWORK, READERS, SEARCHERS, SILENT, WRITERS } from './programKinds';
import { isNothing } from './programs';
import { usedBy } from './used';
import { wrappedProgram } from './wrappers';

/** What one command does to files and the network, according to its words. */
interface Touch {
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
  readonly deletes: readonly Word[];
  /** Folders and files that decide what it runs. */
  readonly uses: readonly Word[];
  readonly network: readonly string[];
  readonly isKnown: boolean;
}

const NOTHING: Touch = { reads: [], writes: [], deletes: [], uses: [], network: [], isKnown: true };
const PACKAGE_VERBS =
  /^(?:install|i|ci|add|update|upgrade|publish|audit|view|info|outdated|login|dlx|exec|x|create|init|get|download|fetch|search)$/;
const GIT_SHOWS = /^(?:diff|blame|annotate|show|log|grep|cat-file|whatchanged|difftool|hash-object)$/;
const GIT_NETWORK = /^(?:push|pull|fetch|clone|ls-remote|submodule|remote)$/;

/** The combined effects of all commands of a line. `locate` returns where a path leads. */
export function effectsOf(
  commands: readonly SimpleCommand[],
  locate: (path: string, command: SimpleCommand) => AffectedPath,
): Effects {
  const touches = commands.map(touchOf);
  const paths = (of: (touch: Touch) => readonly Word[]) => {
    const known = commands.flatMap((command, i) => {
      const words = touches[i] ? of(touches[i]) : [];
      // The user is shown files, not letters of options that might be file names.
      return words
        .filter(word => word.value !== '' && !word.isGuessed && isKnownPath(word))
        .map(word => locate(word.value, command));
    });
    return [...new Map(known.map(each => [each.path, each])).values()];
  };
  const isWhole = (command: SimpleCommand) => command.words.every(word => word.isStatic) && command.risks.length === 0;
  return {
    reads: paths(touch => touch.reads),
    writes: paths(touch => touch.writes),
    deletes: paths(touch => touch.deletes),
    network: [...new Set(touches.flatMap(touch => touch.network))],
    isComplete: touches.every(touch => touch.isKnown) && commands.every(isWhole),
  };
}

/** What remains of a word without the values of its variables is another path. */
function isKnownPath({ isStatic, isFilePattern }: Word): boolean {
  return isStatic || isFilePattern === true;
}

/** What one command touches. */
export function touchOf(command: SimpleCommand): Touch {
  const { cmdlet, words } = command;
  const known = cmdlet === undefined ? undefined : touchOfCmdlet(cmdlet, words);
  const own = known ? { ...NOTHING, ...known } : touchOfProgram(words);
  const redirected = (kind: 'read' | 'write') =>
    command.redirections.filter(each => each.kind === kind).map(each => each.target);
  const inner = wrappedProgram(words);
  return {
    ...own,
    reads: [...own.reads, ...redirected('read')],
    writes: [...own.writes, ...redirected('write')],
    uses: [...own.uses, ...usedBy(words), ...(inner ? usedBy(inner) : [])],
  };
}

function touchOfProgram(words: readonly Word[]): Touch {
  const name = baseName(words[0]?.value ?? '');
  const operands = operandsOf(words.slice(1));
  const has = (option: RegExp) => words.some(word => option.test(word.value));
  if (name === '' || isNothing(words) || SILENT.has(name)) return NOTHING;
  if (DELETERS.has(name)) return { ...NOTHING, deletes: operands };
  if (name === 'find') {
    const places = findPlaces(words);
    return { ...NOTHING, reads: [...places, ...findLists(words)], deletes: has(/^-delete$/) ? places : [] };
  }
  if (READERS.has(name))
    return { ...NOTHING, reads: [...operands, ...optionFiles(words.slice(1), name)], writes: outputOf(words) };
  if (SEARCHERS.has(name)) {
    const files = searchedFiles(words);
    return name === 'sed' && has(/^-[a-zA-Z]*i|^--in-place/)
      ? { ...NOTHING, writes: files }
      : { ...NOTHING, reads: [...files, ...optionFiles(words.slice(1), name)] };
  }
  if (name === 'tar') return touchOfTar(words);
  // The destination comes last, or first with `-t`. A link makes the file it leads to writable under the link's name.
  const into = /^(?:cp|mv|ln|install)$/.test(name) ? targetsOf(words) : [];
  if (into.length > 0) return { ...NOTHING, deletes: name === 'mv' ? operands : [], writes: [...operands, ...into] };
  if (name === 'ln') return { ...NOTHING, writes: operands };
  if (name === 'mv') return { ...NOTHING, deletes: operands.slice(0, -1), writes: operands.slice(-1) };
  if (name === 'cp' || name === 'rsync') {
    return {
      ...NOTHING,
      reads: operands.slice(0, -1),
      writes: operands.slice(-1),
      network: name === 'rsync' ? hostsOf(operands, name) : [],
    };
  }
  const packed = touchOfPacker(name, operands, words);
  if (packed) return { ...NOTHING, ...packed };
  if (WRITERS.has(name)) return { ...NOTHING, writes: name.startsWith('ch') ? operands.slice(1) : operands };
  if (name === 'dd') return { ...NOTHING, reads: valued(words, 'if='), writes: valued(words, 'of=') };
  if (name === 'git') return touchOfGit(words);
  if (NETWORK.has(name))
    return {
      ...NOTHING,
      network: hostsOf(operands, name),
      writes: outputOf(words),
      isKnown: /^(?:curl|wget|ping|dig|nslookup|host)$/.test(name),
    };
  if (/^(?:npm|yarn|pnpm|bun|pip3?|cargo|go|gem|composer|poetry|uv)$/.test(name)) {
    return { ...NOTHING, network: PACKAGE_VERBS.test(operands[0]?.value ?? '') ? [name] : [], isKnown: false };
  }
  return { ...NOTHING, isKnown: false };
}

/** The values of `-t` or `--target-directory`; if the value is the next word, that word is listed as an operand too. */
function targetsOf(words: readonly Word[]): Word[] {
  return words.slice(1).flatMap((word, i) => {
    const value = /^(?:-[a-su-zA-Z]*t|--t[a-z-]*=?)(.*)$/s.exec(word.value)?.[1];
    return value === undefined ? [] : [value === '' ? (words[i + 2] ?? word) : { ...word, value }];
  });
}

/** Listing only reads the archive; any other action may write to every path that is named. */
function touchOfTar(words: readonly Word[]): Touch {
  const args = words.slice(1).filter(({ value }, i) => i > 0 || value.startsWith('-'));
  const places = args.flatMap(word => {
    const value = isFlag(word.value) ? /^(?:-C|--[a-z-]+=)(.+)$/s.exec(word.value)?.[1] : word.value;
    return value === undefined ? [] : [{ ...word, value }];
  });
  const isList = words
    .slice(1)
    .some(({ value }, i) => (i === 0 ? /^-?[a-zA-Z]*t/ : /^-[a-zA-Z]*t|^--list$/).test(value));
  return isList ? { ...NOTHING, reads: places } : { ...NOTHING, writes: places };
}

function touchOfGit(words: readonly Word[]): Touch {
  const [command = '', ...rest] = gitWords(words.slice(1).map(word => word.value));
  const files = words.slice(words.length - rest.length).filter(word => !isFlag(word.value));
  if (command === 'rm' || command === 'clean') return { ...NOTHING, deletes: files };
  if (GIT_NETWORK.test(command)) return { ...NOTHING, network: hostsOf(files, 'git') };
  const own = words.slice(words.length - rest.length);
  const shown = GIT_SHOWS.test(command) ? shownByGit(command, own) : [];
  return { ...NOTHING, reads: [...shown, ...optionFiles(own, `git ${command}`)] };
}

/** For these, names of packages or files contain dots too, so only full addresses count as hosts. */
const NAMES_PACKAGES = /^(?:npx|pip3?|gh|apt|apt-get|brew)$/;

/** Hosts in addresses, or the program's name if there are none. */
function hostsOf(operands: readonly Word[], name: string): string[] {
  const hosts = operands.flatMap(({ value }) => {
    const host =
      /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+(?::\d+)?)/i.exec(value)?.[1]?.replace(/:(?:80|443)$/, '') ??
      /^localhost:\d+/.exec(value)?.[0] ??
      (NAMES_PACKAGES.test(name) ? undefined : /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+)(?::|\/|$)/.exec(value)?.[1]);
    return host === undefined ? [] : [host];
  });
  return hosts.length > 0 ? hosts : [name];
}

/** The output file of a program: the word after `-o`, `-O` or `--output`. */
function outputOf(words: readonly Word[]): Word[] {
  return words.flatMap((word, i) => {
    const next = words[i + 1];
    if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/.test(word.value) && next) return [next];
    const value = /^--output=(.+)$/.exec(word.value)?.[1];
    return value === undefined ? [] : [{ ...word, value }];
  });
}

function valued(words: readonly Word[], prefix: string): Word[] {
  return words
    .filter(word => word.value.startsWith(prefix))
    .map(word => ({ ...word, value: word.value.slice(prefix.length) }));
}
