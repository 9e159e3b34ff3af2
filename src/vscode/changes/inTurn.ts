/**
 * Returns a function that runs tasks one at a time, in the order of the calls; the caller gets a task's error. `onBusy` is
 * called with true before the first of them, and with false after the last.
 */
export function createTurns(onBusy: (isBusy: boolean) => void = () => undefined) {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (waiting++ === 0) onBusy(true);
    const done = turn.then(task);
    turn = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      if (--waiting === 0) onBusy(false);
    }
  };
}
