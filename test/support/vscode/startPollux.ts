import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasCredentials } from './credentials';
import { userEnvironment } from './environment';
import { installVsCode } from './install';
import { launchServer } from './launchServer';
import { buildExtension, installExtension, packageExtension } from './packageExtension';
import { root } from './paths';
import { start } from './processes';
import { copySample } from './sample';
import { themeSettings, plainSettings, writeSettings } from './settings';
import { findCommand, hasDisplay } from './system';
import { useOwnTemporaryFolder } from './temporaryFolder';

const settings = { ...plainSettings, ...themeSettings('dark') };

/**
 * Opens Pollux in a real VS Code, on a copy of the sample workspace and with a profile of its own, until the person ends
 * it. With nothing to sign in by, Pollux plays its demo.
 */
export async function startPollux(): Promise<void> {
  const folder = useOwnTemporaryFolder();
  const workspace = join(folder, 'sample');
  const desktop = process.env.POLLUX_VSCODE ?? (hasDisplay() ? findCommand('code') : undefined);
  const isDemo = !hasCredentials();
  const env = userEnvironment(isDemo ? { POLLUX_DEMO: '1' } : {});
  await Promise.all([buildExtension(), copySample(workspace)]);

  if (isDemo) console.log('Nothing to sign in by was found, so this is a demo: set GEMINI_API_KEY to talk to Gemini.');
  console.log(`The workspace is ${workspace}, a copy to play with. Ctrl+C ends all.`);
  await (desktop ? openDesktop(desktop, folder, workspace, env) : openInBrowser(folder, workspace, env));
}

async function openDesktop(vsCode: string, folder: string, workspace: string, env: NodeJS.ProcessEnv): Promise<void> {
  const data = join(folder, 'data');
  writeSettings(join(data, 'User', 'settings.json'), settings);
  const args = [
    `--extensionDevelopmentPath=${root}`,
    `--user-data-dir=${data}`,
    `--extensions-dir=${join(folder, 'extensions')}`,
    ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--new-window', '--wait'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // VS Code does not start for root otherwise
    workspace,
  ];
  console.log(`Opening ${vsCode}`);
  const { child } = start(vsCode, args, { env, stdio: 'ignore', shell: process.platform === 'win32' });
  await once(child, 'exit');
}

async function openInBrowser(folder: string, workspace: string, env: NodeJS.ProcessEnv): Promise<void> {
  const data = join(folder, 'data');
  for (const level of ['User', 'Machine']) writeSettings(join(data, 'data', level, 'settings.json'), settings);
  const extensions = join(folder, 'extensions');
  const [vsCode, vsix] = await Promise.all([installVsCode(), packageExtension()]);
  await installExtension(vsCode, vsix, extensions);

  const token = randomUUID(); // keeps other people and other pages out
  const folders = ['--server-data-dir', data, '--extensions-dir', extensions];
  const args = [...folders, '--disable-workspace-trust', '--connection-token', token];
  const server = await launchServer(vsCode, args, env);
  const address = `http://127.0.0.1:${server.port}/?${new URLSearchParams({ tkn: token, folder: workspace })}`;
  console.log(`\nPollux is at ${address}\nOpen its icon, two stars, in the activity bar, and ask for anything.\n`);
  showAddress(address);
  await server.ended;
}

/** Opens the address in the person's browser, where there is one; it is printed anyway. */
function showAddress(address: string): void {
  if (!hasDisplay()) return;
  const commands: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' };
  const command = commands[process.platform];
  if (!command || !findCommand(command)) return;
  spawn(command, [address], { detached: true, stdio: 'ignore' }).unref(); // the browser outlives this process
}
