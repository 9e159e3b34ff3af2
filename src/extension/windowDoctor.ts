import * as l10n from '@vscode/l10n';
import type { Configuration } from '../config/configuration';
import { checkKeys, checkProxies, checkSettings } from '../config/settingsChecks';
import { settingsAsServerFiles } from '../mcp/namesServers';
import { checkServers } from '../mcp/serverChecks';
import { readMcpFiles } from '../node/config/mcpFiles';
import { checkFolders } from '../node/doctor/folderChecks';
import { checkMachine, thisMachine } from '../node/doctor/machineChecks';
import { checkSandbox, probeSandbox } from '../node/doctor/sandboxCheck';
import { readPackage } from '../node/package';
import { runChecks, type Check } from '../shared/check';
import { editorRipgrep } from '../vscode/editorRipgrep';
import { editorVersion } from '../vscode/editorVersion';
import { createHttpSettings } from '../vscode/settings';
import { editorNamedProxyFor } from './editorProxy';
import type { ModelAccess } from './modelAccess';

export interface WindowDoctorOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  readonly access: Pick<ModelAccess, 'apiKey' | 'check'>;
  /** The one that the chat would ask. */
  readonly model: () => string;
}

/** What `pollux doctor` checks, for this window. */
export async function windowChecks(options: WindowDoctorOptions): Promise<readonly Check[]> {
  const { home, folders, configuration, access, model } = options;
  const { version } = await readPackage(__dirname);
  const machine = thisMachine(editorRipgrep(), editorVersion());
  const servers = async () => [
    ...settingsAsServerFiles(configuration.texts),
    ...(configuration.isTrusted ? await readMcpFiles(folders()) : []),
  ];
  const stored = async () =>
    (await access.apiKey.get()) === undefined ? [] : [l10n.t('secret storage of the editor')];
  return runChecks([
    { name: 'Pollux', run: async () => [{ name: 'Pollux', status: 'ok', detail: version }] },
    { name: 'Programs', run: () => checkMachine(machine) },
    { name: 'Sandbox', run: async () => [await checkSandbox(probeSandbox(machine.patienceMs))] },
    { name: 'Folders', run: () => checkFolders({ home, workspace: folders() }) },
    { name: 'Proxy', run: async () => [checkProxies(editorNamedProxyFor(process.env, createHttpSettings()))] },
    { name: 'Settings', run: async () => checkSettings(configuration) },
    { name: 'Keys', run: async () => [checkKeys(configuration.variables, await stored())] },
    { name: 'Model', run: () => access.check(model()) },
    { name: 'MCP servers', run: async () => [checkServers(await servers())] },
  ]);
}
