import { createContext, Script } from 'node:vm';

/** Thrown if a pattern took too long on one portion of work. */
export class TimedOut extends Error {}

const call = new Script('box.task()');
// Creating a context takes a millisecond, so one is shared; it has a task only while that runs, synchronously.
const box: { task: () => unknown } = { task: () => undefined };
const context = createContext({ box });
const LIMIT_MS = 1000;

/**
 * Runs `task` and stops it after a second: an ordinary call can't be stopped, and a backtracking regular expression
 * would block the process for hours. Use it for portions of work, because each call costs about 50 µs. Must not be
 * nested. Throws `TimedOut`, or the error that `task` throws.
 */
export function timeBoxed<T>(task: () => T): T {
  box.task = task;
  try {
    return call.runInContext(context, { timeout: LIMIT_MS }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimedOut();
    throw error;
  } finally {
    box.task = () => undefined;
  }
}
