// Which model a name stands for.
import { DEFAULT_MODEL, SMALL_MODEL } from './models';

/** Plans with the strongest model, and carries them out with the usual one. */
export const AUTO = 'auto';

const PRO = 'gemini-4-argon';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['pro', PRO],
  ['flash', DEFAULT_MODEL],
  ['flash-lite', SMALL_MODEL],
]);

/** The model behind a name or an alias; any other name is taken as it is. `isPlanning`: the mode is plan only. */
export function resolveModel(name: string, isPlanning: boolean): string {
  if (name === AUTO) return isPlanning ? PRO : DEFAULT_MODEL;
  return ALIASES.get(name) ?? name;
}
