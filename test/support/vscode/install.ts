import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { withLock } from './lock';
import { userCache } from './paths';
import { run } from './processes';
import { findCommand, installPackages } from './system';

/** Carries VS Code 1.139.1, complete, as a server. */
const codeServerVersion = '4.139.1';
/** What its extension for TypeScript and JavaScript runs, which the package names and does not bring. */
const typescriptVersion = '6.0.3';
/** What that server runs on. */
const nodeVersion = '24.21.0';
/** The server's modules that have to be compiled for this machine. Others could be, but it does well without them. */
const nativeModules = ['node-pty', '@vscode/spdlog', '@vscode/native-watchdog', '@parcel/watcher'];

/** An installed VS Code server: start `main` with `node`. */
export interface VsCode {
  node: string;
  main: string;
}

/** Installs the VS Code server into the user's cache folder, once; later calls return at once. */
export async function installVsCode(): Promise<VsCode> {
  const folder = join(userCache(), 'pollux-test', `code-server-${codeServerVersion}-node-${nodeVersion}`);
  if (!existsSync(folder)) {
    if (process.platform !== 'linux') {
      throw new Error('The VS Code server needs Linux. Here, set POLLUX_VSCODE to a desktop VS Code.');
    }
    mkdirSync(dirname(folder), { recursive: true });
    await withLock(`${folder}.lock`, async () => {
      if (!existsSync(folder)) await installInto(folder);
    });
  }
  if (!existsSync(typescriptIn(folder))) {
    await withLock(`${folder}.lock`, async () => {
      if (!existsSync(typescriptIn(folder))) await installTypeScript(folder);
    });
  }
  return { node: join(nodeIn(folder), 'bin', 'node'), main: join(folder, 'vscode', 'out', 'server-main.js') };
}

const nodePackage = `node-${process.platform}-${process.arch}`;
const nodeIn = (folder: string) => join(folder, 'node_modules', nodePackage);

/** Installs beside `folder` and renames, so that an interrupted installation is never used. */
async function installInto(folder: string): Promise<void> {
  console.log(`Installing a VS Code server into ${folder} (once, about a minute)…`);
  const partial = `${folder}.partial`;
  const vscode = join(partial, 'vscode');
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(vscode, { recursive: true });
  await installCompiler();

  const npm = (cwd: string, ...args: string[]) => {
    const node = nodeIn(partial);
    const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
    return run('npm', args, { cwd, env: { ...process.env, PATH, npm_config_nodedir: node } });
  };
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await npm(partial, 'install', '--prefix', partial, ...quietly, `${nodePackage}@${nodeVersion}`);
  await npm(partial, 'pack', '--silent', `code-server@${codeServerVersion}`);
  const archive = `code-server-${codeServerVersion}.tgz`;
  await run('tar', ['xzf', archive, '-C', vscode, '--strip-components=3', 'package/lib/vscode'], { cwd: partial });
  rmSync(join(partial, archive));
  await npm(vscode, 'install', '--omit=dev', ...quietly);
  await npm(vscode, 'rebuild', ...nativeModules);
  renameSync(partial, folder);
}

const extensionsIn = (folder: string) => join(folder, 'vscode', 'extensions');
const typescriptIn = (folder: string) => join(extensionsIn(folder), 'node_modules', 'typescript', 'lib', 'tsserver.js');

/** Without it, VS Code greets everybody with an error, and nothing in TypeScript or JavaScript is ever wrong. */
async function installTypeScript(folder: string): Promise<void> {
  const partial = join(folder, 'typescript.partial');
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  const args = ['install', '--prefix', partial, '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...args, `typescript@${typescriptVersion}`], { cwd: partial });
  rmSync(join(extensionsIn(folder), 'node_modules'), { recursive: true, force: true });
  renameSync(join(partial, 'node_modules'), join(extensionsIn(folder), 'node_modules'));
  rmSync(partial, { recursive: true, force: true });
}

async function installCompiler(): Promise<void> {
  const missing = ['python3', 'make', 'g++'].filter(name => !findCommand(name));
  if (missing.length > 0) await installPackages(...missing);
}
