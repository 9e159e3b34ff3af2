declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process';
  /** `spawn` that finds programs on Windows like the shell (`npx.cmd` for `npx`), but without a shell. */
  export default function crossSpawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}
