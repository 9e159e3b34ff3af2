import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VsCode } from './install';
import { out, root } from './paths';
import { run } from './processes';

/** Builds the extension and the headless command into `dist/`. */
export const buildExtension = () => run(process.execPath, ['esbuild.js'], { cwd: root });

/** Where the package goes. */
export const vsix = () => out('pollux.vsix');

/** Packages what was built, exactly as it is released. */
export async function packageExtension(): Promise<string> {
  const file = vsix();
  mkdirSync(out(), { recursive: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const args = [
    'package',
    '--follow-symlinks',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    file,
  ];
  // Of the packages in node_modules, only the plugin is part of it; looking through all others takes seconds.
  const env = { ...process.env, npm_config_workspace: 'pollux-typescript' };
  await run(process.execPath, [vsce, ...args], { cwd: root, env });
  return file;
}

/** Installs a .vsix, and nothing else, into a folder. */
export async function installExtension(vsCode: VsCode, vsix: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const scratch = mkdtempSync(join(tmpdir(), 'install-'));
  const folders = ['--extensions-dir', folder, '--server-data-dir', scratch];
  await run(vsCode.node, [vsCode.main, '--accept-server-license-terms', '--install-extension', vsix, ...folders]);
  rmSync(scratch, { recursive: true, force: true });
}
