import { locate, type Ground } from '../paths';
import type { SimpleCommand } from './command';

const MOVES = /^(?:cd|chdir|pushd|sl|set-location|push-location)$/i;
/** With more possible folders, the result is treated as unknown. */
const MAX_FOLDERS = 16;

/**
 * The working directories each command may run in, the most likely last; null if they can't be determined beforehand.
 */
export function groundsOf(
  commands: readonly SimpleCommand[],
  start: Ground,
  repeats: boolean,
): ReadonlyMap<SimpleCommand, readonly Ground[] | null> {
  const places = new Map<SimpleCommand, readonly Ground[] | null>();
  let grounds: readonly Ground[] | null = [start];
  for (const command of commands) {
    places.set(command, grounds);
    if (MOVES.test(command.cmdlet ?? command.words[0]?.value ?? '')) grounds = moved(grounds, command);
  }
  // Commands in a loop or function may also run after those that follow them.
  const last = grounds;
  return repeats ? new Map(commands.map(command => [command, last])) : places;
}

/** Changing the folder may fail, so the previous one remains possible. */
function moved(grounds: readonly Ground[] | null, { words }: SimpleCommand): readonly Ground[] | null {
  const [target, ...more] = words.slice(1).filter(({ value }) => !/^(?:-[LPe@]+|--|-path)$/i.test(value));
  const isTold = target?.isStatic === true && more.length === 0 && /^(?!-$|[-+]\d*$)./.test(target.value);
  if (!grounds || !isTold) return null;
  const reached = grounds.map(ground => ({ ...ground, cwd: locate(target.value, ground).absolute }));
  const all = [...new Map([...grounds, ...reached].map(each => [each.cwd, each])).values()];
  return all.length > MAX_FOLDERS ? null : all;
}
