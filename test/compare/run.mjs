// npm run compare: runs Gemini CLI, fetched from the registry into a cache folder, and Pollux on one folder that is set up for
// Gemini CLI, against the same loopback server, and prints what of it reached the model. It fails where they differ and nobody
// has said why. POLLUX_COMPARE_VERSION names another version of Gemini CLI, POLLUX_COMPARE_CACHE the folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, loadTypeScript } from '../support/vscode/dependencies.mjs';

const version = process.env.POLLUX_COMPARE_VERSION ?? '0.61.0';
const cache = process.env.POLLUX_COMPARE_CACHE ?? join(homedir(), '.cache', 'pollux-compare');
const folder = join(cache, version);
const program = join(folder, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js');
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true });
  // Scripts of packages are of no use to what is only compared.
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `@google/gemini-cli@${version}`,
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`Gemini CLI ${version} could not be fetched.`);
}

installDependencies();
const root = fileURLToPath(new URL('../..', import.meta.url));
const { status } = spawnSync(process.execPath, ['esbuild.js'], { cwd: root, stdio: 'ignore' });
if (status !== 0) throw new Error('Pollux could not be built.');
await import('tsx');
const { compare } = await loadTypeScript('../../compare/compare.ts');
process.exitCode = await compare({ geminiCli: program, version });
