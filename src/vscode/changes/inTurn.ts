/** Returns a function that runs tasks one at a time, in the order of the calls; the caller gets a task's error. */
export function createTurns() {
  let turn: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = turn.then(task);
    turn = done.catch(() => undefined);
    return done;
  };
}
