import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const stamp = `${root}node_modules/.pollux-installed`;

const changedAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Runs `npm ci` where node_modules is missing, half installed or older than the lock file. Throws when that fails. */
export function installDependencies() {
  // The stamp is ours; npm's own, written last, tells of an installation done by hand.
  const installedAt = Math.max(changedAt(stamp), changedAt(`${root}node_modules/.package-lock.json`));
  if (installedAt >= changedAt(`${root}package-lock.json`)) return;
  console.log('Installing dependencies…');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed', { cause: error });
  writeFileSync(stamp, '');
}

/** Loads a module written in TypeScript, and all that it imports; `path` is relative to this file. */
export async function loadTypeScript(path) {
  await import('tsx/cjs');
  return createRequire(import.meta.url)(path);
}
