import { EXIT } from './exitCodes';

export interface Interrupt {
  readonly isAsked: () => boolean;
  /** From now on the signal is for `stop`, and the exit code for whoever calls this. */
  readonly leaveTo: (stop: () => void) => void;
}

/** Until somebody else takes care of it, a signal ends the process at once, with the code that scripts rely on. */
export function listenForInterrupt(): Interrupt {
  let isAsked = false;
  let stop = (): void => endWith(EXIT.interrupted);
  const take = () => {
    isAsked = true;
    stop();
  };
  process.once('SIGINT', take);
  process.once('SIGTERM', take);
  return { isAsked: () => isAsked, leaveTo: next => (stop = next) };
}

/** Connections that are kept open would hold the process; what was printed still has to get out. */
export function endWith(code: number): void {
  process.stdout.write('', () => process.exit(code));
}
