import * as l10n from '@vscode/l10n';
import { estimateText } from '../../agent/context/contextMeter';
import type { ImportNode } from '../../context/memory/expandImports';
import type { MemoryFile, MemoryFound, WaitingMemory } from '../../context/memory/memoryFile';
import { relativeTo } from '../../context/memory/paths';
import { reasonFor, waitingReasonFor, weightOf } from '../../context/memory/reasons';
import type { ContextEntry } from '../../vscode/views/contextTree';
import { problemEntry } from './problemEntry';

/** The window's memory files as rows: where each applies, its tokens and its imports. */
export function memoryEntries(
  { files, problems, waiting = [] }: MemoryFound,
  near: readonly MemoryFile[],
  folders: readonly string[],
  home: string,
): ContextEntry[] {
  const known = new Set(files.map(({ path }) => path));
  const others = near.filter(({ path }) => !known.has(path));
  const read = new Set(near.map(({ path }) => path));
  const shown = (path: string) => shownPath(path, folders, home);
  return [
    ...[...files, ...others].map(file => entryOf(file, shown)),
    ...waiting.filter(({ candidate }) => !read.has(candidate.path)).map(each => waitingEntry(each, shown)),
    ...problems.map((problem, i) => problemEntry(`memory/problem/${i}`, shown(problem.file), problem)),
  ];
}

function entryOf(file: MemoryFile, shown: (path: string) => string): ContextEntry {
  const { path, tree, isLeftOut } = file;
  const id = `memory/${path}`;
  return {
    id,
    label: shown(path),
    description: `${reasonFor(file)}, ${weightOf(file, estimateText)}`,
    tooltip: path,
    icon: isLeftOut ? 'circle-slash' : 'book',
    contextValue: isLeftOut ? 'memory.leftOut' : 'memory.counts',
    file: path,
    ...(tree.imports.length > 0 && { children: () => importsOf(tree, id, shown) }),
  };
}

function waitingEntry(waiting: WaitingMemory, shown: (path: string) => string): ContextEntry {
  const { path } = waiting.candidate;
  return {
    id: `memory/${path}`,
    label: shown(path),
    description: waitingReasonFor(waiting),
    tooltip: path,
    icon: 'circle-outline',
    contextValue: 'memory.waiting',
    file: path,
  };
}

/** A file that is imported twice is listed twice. */
function importsOf({ imports }: ImportNode, id: string, shown: (path: string) => string): ContextEntry[] {
  return imports.map((node, i) => {
    const own = `${id}/${i}`;
    return {
      id: own,
      label: shown(node.path),
      description: l10n.t('imported'),
      tooltip: node.path,
      icon: 'references',
      file: node.path,
      ...(node.imports.length > 0 && { children: () => importsOf(node, own, shown) }),
    };
  });
}

/** Returns a path as it is shown: relative to the first workspace folder, relative to home, or absolute. */
export function shownPath(path: string, folders: readonly string[], home: string): string {
  const [folder] = folders;
  const seen = folder === undefined ? path : relativeTo(folder, path);
  if (!seen.startsWith('..') && seen !== path) return seen;
  const ofHome = relativeTo(home, path);
  return ofHome.startsWith('..') || ofHome === path ? path : `~/${ofHome}`;
}
