import { createContext, Script } from 'node:vm';

/** A pattern took longer on one portion of work than it may. */
export class TimedOut extends Error {}

const call = new Script('box.task()');
// Making a context takes a millisecond, so there is one; it holds a task only while that runs, which is synchronously.
const box: { task: () => unknown } = { task: () => undefined };
const context = createContext({ box });
const limitMs = 1000;

/**
 * Runs `task` and stops it after a second: an ordinary call can't be stopped, and a regular expression that backtracks
 * would block the process for hours. Meant for portions of work, since each call costs about 50 µs; not to be nested.
 * Throws `TimedOut`, or what `task` throws.
 */
export function timeBoxed<T>(task: () => T): T {
  box.task = task;
  try {
    return call.runInContext(context, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimedOut();
    throw error;
  } finally {
    box.task = () => undefined;
  }
}
