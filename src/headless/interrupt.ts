import { EXIT } from './output/exitCodes';

export interface Interrupt {
  readonly isAsked: () => boolean;
  /** From now on, a signal calls `stop`, and the caller is responsible for the exit code. */
  readonly leaveTo: (stop: () => void) => void;
}

/** Until `leaveTo` is called, a signal ends the process immediately, with the exit code that scripts rely on. */
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

/** Exits explicitly, because open connections would keep the process alive, but only after the output is flushed. */
export function endWith(code: number): void {
  process.stdout.write('', () => process.exit(code));
}
