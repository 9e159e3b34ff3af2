import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps, each of which is an event. */
const SETTLE_MS = 100;

/** Ends a watch. */
export interface FileWatch {
  dispose(): void;
}

/**
 * Calls `onChange` once changes to any of the files (created, written, replaced or removed) have settled. Their
 * directories may be missing if the parents exist. Where watching isn't possible, nothing is reported.
 */
export function watchFiles(files: readonly string[], onChange: () => void): FileWatch {
  const namesByFolder = new Map<string, Set<string>>();
  for (const file of files) {
    const names = namesByFolder.get(dirname(file)) ?? new Set();
    namesByFolder.set(dirname(file), names.add(basename(file)));
  }
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  // Directories may have appeared or gone, so watch again after every change, before the files are re-read.
  const settled = () => {
    arm();
    onChange();
  };
  const touched = () => {
    clearTimeout(timer);
    timer = setTimeout(settled, SETTLE_MS).unref();
  };
  const arm = () => {
    close();
    watchers = [...namesByFolder].flatMap(([folder, names]) => {
      const watcher =
        tryWatch(folder, names, touched) ?? tryWatch(dirname(folder), new Set([basename(folder)]), touched);
      return watcher ? [watcher] : [];
    });
  };
  arm();
  return {
    dispose: () => {
      clearTimeout(timer);
      close();
    },
  };
}

function tryWatch(folder: string, names: ReadonlySet<string>, touched: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      // An event with the directory's own name means that it is gone.
      if (name === null || names.has(name) || name === basename(folder)) touched();
    });
    return watcher.on('error', touched);
  } catch {
    return undefined;
  }
}
