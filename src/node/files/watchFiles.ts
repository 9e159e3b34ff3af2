import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** An editor writes a file in several steps, each of which is an event. */
const SETTLE_MS = 100;

/** Stops the watching. */
export interface FileWatch {
  dispose(): void;
}

/**
 * Calls `onChange` once what happens to any of the files has settled: made, written, replaced or removed. Their folders may
 * be missing, if the folders above them are there. Where nothing can be watched, nothing is told.
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
  // A folder may have come or gone, so every change begins the watching anew, and that before the files are read again.
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
      // The name of the folder itself tells that it is gone.
      if (name === null || names.has(name) || name === basename(folder)) touched();
    });
    return watcher.on('error', touched);
  } catch {
    return undefined;
  }
}
