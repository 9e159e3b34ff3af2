import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isServerName } from '../../mcp/config/readServerRow';
import { setSetting } from '../../node/config/editSettings';
import { userSettingsFile } from '../../node/config/settingsFiles';
import {
  showErrorMessage,
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
} from '../../vscode/plainWindow';
import { isCancelledSignIn, offerSignIn } from '../../vscode/authentication/mcpBrowser';
import { showEditorServers } from '../../vscode/editorTools';
import { openTextFile } from '../../vscode/settingsNotices';
import { stateText, type McpEntry } from './mcpSection';
import type { WindowMcp } from './windowMcp';
import { messageOf } from '../../shared/messageOf';

export interface McpCommandsOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly open: () => Promise<WindowMcp>;
  /** Reads the settings again. */
  readonly reread: () => Promise<void>;
}

/** The `pollux.mcp.…` commands; when not run from a row of the view, they ask for the server. */
export function createMcpCommands({ home, folders, open, reread }: McpCommandsOptions) {
  const on = (run: (mcp: WindowMcp, name: string) => Promise<unknown>) => async (entry?: McpEntry) => {
    const mcp = await open();
    await mcp.servers.load();
    const name = entry?.server ?? (await pickServer(mcp));
    if (name === undefined) return;
    try {
      await run(mcp, name);
    } catch (error) {
      if (!isCancelledSignIn(error)) await showErrorMessage(messageOf(error));
    }
  };
  const setTool = (isEnabled: boolean) => async (entry?: McpEntry) => {
    if (entry?.tool !== undefined) (await open()).setToolEnabled(entry.server, entry.tool, isEnabled);
  };
  return {
    'mcp.signIn': on(async (mcp, name) => {
      await mcp.signIn(name);
      void showInformationMessage(l10n.t('You’re signed in to “{0}”.', name));
    }),
    'mcp.signOut': on(async (mcp, name) => {
      const wasIn = await mcp.signOut(name);
      void showInformationMessage(
        wasIn ? l10n.t('You’re signed out of “{0}”.', name) : l10n.t('You weren’t signed in to “{0}”.', name),
      );
    }),
    'mcp.restart': on((mcp, name) => mcp.servers.restart(name)),
    'mcp.enable': on((mcp, name) => mcp.servers.setEnabled(name, true)),
    'mcp.disable': on((mcp, name) => mcp.servers.setEnabled(name, false)),
    'mcp.approve': on(async (mcp, name) => {
      if (!(await mcp.askAgain(name)))
        void showInformationMessage(l10n.t('“{0}” doesn’t wait for your approval.', name));
    }),
    'mcp.approveTool': async (entry?: McpEntry) => {
      if (entry?.tool !== undefined) await (await open()).askAgain(entry.server, entry.tool);
    },
    'mcp.enableTool': setTool(true),
    'mcp.disableTool': setTool(false),
    'mcp.try': on(tryServer),
    'mcp.showLog': on(async (mcp, name) => mcp.showLog(name)),
    'mcp.edit': on(async (mcp, name) => {
      if (isEditor(mcp, name)) return showEditorServers();
      const { file, line } = mcp.servers.get(name)?.config.origin ?? {};
      if (file !== undefined) await openTextFile({ file, ...(line !== undefined && { line }) });
    }),
    'mcp.remove': on(async (mcp, name) => {
      if (isEditor(mcp, name)) return showEditorServers();
      const { file = '' } = mcp.servers.get(name)?.config.origin ?? {};
      const isOurs = /[\\/]\.gemini[\\/]settings\.json$/.test(file);
      if (!isOurs) return openTextFile({ file });
      const remove = l10n.t('Remove');
      const detail = l10n.t('It will be removed from {0}.', file);
      const question = l10n.t('Remove the MCP server “{0}”?', name);
      if ((await showWarningMessage(question, { modal: true, detail }, remove)) !== remove) return;
      await setSetting(file, ['mcpServers', name], undefined);
      await reread();
    }),
    'mcp.add': async () => {
      const file = await askWhere(home, folders());
      const row = file === undefined ? undefined : await askRow();
      if (file === undefined || row === undefined) return;
      const mcp = await open();
      const { servers, approvals } = mcp;
      await servers.load();
      const name = await askName(new Set(servers.all.map(each => each.name)));
      if (name === undefined) return;
      await setSetting(file, ['mcpServers', name], row);
      await reread();
      await servers.load();
      const config = servers.get(name)?.config;
      // The user has just typed what would be asked about.
      if (config?.origin.file === file) approvals.pending(config)?.approve();
      await tryServer(mcp, name);
    },
  };
}

function isEditor({ servers }: WindowMcp, name: string): boolean {
  return servers.get(name)?.config.transport.kind === 'editor';
}

async function pickServer({ servers }: WindowMcp): Promise<string | undefined> {
  const items = servers.all.map(server => ({ label: server.name, description: stateText(server), name: server.name }));
  if (items.length === 0) {
    void showInformationMessage(l10n.t('No MCP servers are configured.'));
    return undefined;
  }
  return (await showQuickPick(items, { placeHolder: l10n.t('Which MCP server?') }))?.name;
}

/** Connects to a server, and says how that ended. */
async function tryServer(mcp: WindowMcp, name: string): Promise<void> {
  const { servers, showLog } = mcp;
  await servers.restart(name);
  const server = servers.get(name);
  if (!server) return;
  const { tools, prompts, resources } = server.offer;
  if (server.state === 'connected') {
    const counts = [tools.length, prompts.length, resources.length] as const;
    void showInformationMessage(
      l10n.t('“{0}” is connected. Tools: {1}, prompts: {2}, resources: {3}.', name, ...counts),
    );
    return;
  }
  if (server.state === 'needsSignIn') {
    const report = (error: unknown) => void showErrorMessage(messageOf(error));
    return offerSignIn(name, server.error ?? '', () => mcp.signIn(name), report);
  }
  const show = l10n.t('Show Log');
  const why = server.error ?? stateText(server);
  // Most errors name the server themselves.
  const text = why.includes(`“${name}”`) ? why : l10n.t('“{0}” can’t be used: {1}', name, why);
  if ((await showWarningMessage(text, show)) === show) showLog(name);
}

async function askWhere(home: string, [folder]: readonly string[]): Promise<string | undefined> {
  const own = { label: l10n.t('For you, in every folder'), file: userSettingsFile(home) };
  if (folder === undefined) return own.file;
  const here = { label: l10n.t('For this folder'), file: join(folder, '.gemini', 'settings.json') };
  return (await showQuickPick([own, here], { placeHolder: l10n.t('Where should the MCP server be stored?') }))?.file;
}

async function askRow(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await showInputBox({
    title: l10n.t('Add an MCP server'),
    prompt: l10n.t('The command that starts it, or its address'),
    placeHolder: 'npx -y @modelcontextprotocol/server-memory',
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === '') return undefined;
  if (/^https?:\/\//i.test(text.trim())) return { url: text.trim() };
  const [command = '', ...args] = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
  return { command, ...(args.length > 0 && { args }) };
}

async function askName(taken: ReadonlySet<string>): Promise<string | undefined> {
  const name = await showInputBox({
    title: l10n.t('Add an MCP server'),
    prompt: l10n.t('A name for it'),
    validateInput: text => {
      const given = text.trim();
      if (given === '') return l10n.t('It needs a name.');
      if (taken.has(given)) return l10n.t('{0} already exists.', given);
      return isServerName(given) ? undefined : l10n.t('No server can have this name.');
    },
    ignoreFocusOut: true,
  });
  return name?.trim() || undefined;
}
