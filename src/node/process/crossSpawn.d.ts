declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process';
  /** `spawn` that finds programs on Windows as its shell would, `npx.cmd` for `npx`, without a shell in between. */
  // eslint-disable-next-line no-restricted-syntax -- as the package has it
  export default function crossSpawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}
