import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock';
import { userCache } from './paths';
import { run } from './processes';

/** The full path of a command on PATH. */
export function findCommand(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map(folder => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs packages of the system by apt. Throws, naming what to install, where that takes a password or another tool. */
export async function installPackages(...packages: string[]): Promise<void> {
  const apt = findCommand('apt-get');
  const isRoot = process.getuid?.() === 0;
  if (!apt || !(isRoot || (await canSudo()))) throw new Error(`Please install: ${packages.join(', ')}`);
  console.log(`Installing ${packages.join(', ')}…`);
  const aptGet = (...args: string[]) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', apt, '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args];
    return isRoot ? run(command[0]!, command.slice(1)) : run('sudo', ['-n', ...command]);
  };
  // Its lists have a lock that it does not wait for.
  mkdirSync(userCache(), { recursive: true });
  await withLock(join(userCache(), 'pollux-test-apt.lock'), async () => {
    await aptGet('update');
    await aptGet('install', '-y', ...packages);
  });
}

/** What the sandbox of commands runs in, where apt can bring it; its tests hold what is said without it otherwise. */
export async function installBubblewrap(): Promise<void> {
  if (process.platform !== 'linux' || findCommand('bwrap')) return;
  await installPackages('bubblewrap').catch((error: unknown) => console.error(String(error)));
}

async function canSudo(): Promise<boolean> {
  if (!findCommand('sudo')) return false;
  return run('sudo', ['-n', 'true']).then(
    () => true,
    () => false,
  );
}

/** Whether a window can be shown here. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
