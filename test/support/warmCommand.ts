import { fork, type ChildProcess } from 'node:child_process';
import { builtScript } from './builtScript';

/** A run of the built command as it is sent to the process that does many of them. */
export interface WarmRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
}

export interface WarmEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const RUNS_OF_A_PROCESS = 100;

/** A process that runs the built command many times, one run after another. */
export class WarmCommand {
  private process: ChildProcess | undefined;
  private runs = 0;
  private isBusy = false;

  constructor(private readonly dist: string) {}

  /** Undefined while another run is going on, which the process can't do two of. */
  run(run: WarmRun): Promise<WarmEnd> | undefined {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    const child = this.started();
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('The process that runs pollux ended'));
      child.once('exit', lost);
      child.once('message', (end: WarmEnd) => {
        this.isBusy = false;
        child.off('exit', lost);
        resolve(end);
      });
      child.send(run);
    });
  }

  private started(): ChildProcess {
    if (this.runs++ % RUNS_OF_A_PROCESS === 0) {
      this.process?.kill();
      this.process = undefined;
    }
    if (this.process) return this.process;
    this.process = fork(builtScript('warmRunner'), [this.dist], { cwd: this.dist, execArgv: ['--single-threaded-gc'] });
    this.process.unref();
    this.process.channel?.unref();
    return this.process;
  }
}
