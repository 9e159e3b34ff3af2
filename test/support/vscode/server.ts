import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fewExtensions } from './builtInExtensions';
import { testEnvironment } from './environment';
import type { VsCode } from './install';
import { launchServer } from './launchServer';
import { testSettings, writeSettings, type Settings } from './settings';

export interface ServerOptions {
  /** Where extensions are installed; none are by default. */
  extensionsDir?: string;
  /** Whether VS Code's own extensions are the few that most tests can do with: no TypeScript, for one. */
  hasFewExtensions?: boolean;
  settings?: Settings;
  /** Reaches the extension host. */
  env?: NodeJS.ProcessEnv;
  /** Folders open in restricted mode, until the person trusts them; by default every folder is trusted. */
  isRestricted?: boolean;
  /** Lets a page load extensions under development and offers it `window.driver`. Notifications are then never shown. */
  hasDriver?: boolean;
}

/** A VS Code server for tests, with a home, settings and data of its own. */
export interface Server {
  /** Such as `127.0.0.1:4000`; also the authority of its `vscode-remote` URIs. */
  host: string;
  home: string;
  /** The folder where the server, its extension hosts and their extensions log. */
  logs: string;
  /** Replaces the settings of the machine, which an open window follows. It reads those of the user only as it opens. */
  configure(settings: Settings): void;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<unknown>;
  /** Ends the server and all that it started, and removes its home and data. */
  stop(): Promise<void>;
}

export async function startServer(vsCode: VsCode, options: ServerOptions = {}): Promise<Server> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vscode-')));
  const [home, data] = [join(folder, 'home'), join(folder, 'data')];
  const write = (level: 'User' | 'Machine', settings: Settings = {}) => {
    writeSettings(join(data, 'data', level, 'settings.json'), { ...testSettings, ...settings });
  };
  mkdirSync(home);
  write('User', options.settings);
  write('Machine', options.settings);

  const args = [
    '--without-connection-token',
    '--enable-remote-auto-shutdown', // after five minutes without a window, should whoever started it be killed
    ...['--server-data-dir', data],
    ...['--extensions-dir', options.extensionsDir ?? join(folder, 'extensions')],
    ...(options.hasFewExtensions ? ['--builtin-extensions-dir', fewExtensions(vsCode)] : []),
    ...(options.isRestricted ? [] : ['--disable-workspace-trust']),
    ...(options.hasDriver ? ['--enable-smoke-test-driver'] : []),
  ];
  const server = await launchServer(vsCode, args, testEnvironment(home, options.env));
  return {
    host: `127.0.0.1:${server.port}`,
    home,
    logs: join(data, 'data', 'logs'),
    configure: settings => {
      write('Machine', settings);
    },
    ended: server.ended,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
