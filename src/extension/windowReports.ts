import { platform, release } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { secretsIn, settingsForReport } from '../config/reportSettings';
import type { PolluxSettings } from '../config/settings';
import { checkKeys, checkProxies, checkSettings } from '../config/settingsChecks';
import { settingsAsServerFiles } from '../mcp/config/namesServers';
import { mcpSettingsOf } from '../mcp/config/mcpSettings';
import { checkServers } from '../mcp/config/serverChecks';
import { readMcpFiles } from '../node/config/mcpFiles';
import { checkFolders } from '../node/doctor/folderChecks';
import { checkMachine, thisMachine } from '../node/doctor/machineChecks';
import { checkSandbox } from '../node/doctor/sandboxCheck';
import { writeReport } from '../node/report/writeReport';
import { runChecks, type Check } from '../shared/check';
import { errorReport } from '../shared/errorReport';
import { outlineOf } from '../shared/eventOutline';
import type { AgentEvent } from '../shared/events';
import { messageOf } from '../shared/messageOf';
import { redact } from '../shared/redact';
import { editorRipgrep } from '../vscode/documents/editorRipgrep';
import { editorVersion } from '../vscode/editorVersion';
import { showErrorMessage, showInformationMessage } from '../vscode/plainWindow';
import { runCommand } from '../vscode/runCommand';
import { openTextFile } from '../vscode/settingsNotices';
import { createHttpSettings } from '../vscode/settings';
import { editorNamedProxyFor } from './editorProxy';
import { openIssueReporter } from './issueReporter';
import type { ModelAccess } from './models/modelAccess';

export interface WindowReportsOptions {
  /** Pollux's version. */
  readonly version: string;
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  /** Settles once the settings have been read: a check may be what starts Pollux. */
  readonly configured: Promise<unknown>;
  readonly settings: () => PolluxSettings;
  readonly access: Pick<ModelAccess, 'apiKey' | 'check'>;
  /** The model of the chat that is shown. */
  readonly model: () => string;
  /** All events of that chat. */
  readonly events: () => Promise<readonly AgentEvent[]>;
  /** This extension's id in the issue reporter. */
  readonly extensionId: string;
  readonly log: Log;
}

export type WindowReports = ReturnType<typeof createWindowReports>;

const EVENTS = 200;

/** Helps to diagnose problems: the setup checks, error reports and issues. */
export function createWindowReports(options: WindowReportsOptions) {
  /** Errors already reported, so that a recurring bug shows one notice only. */
  const told = new Set<string>();
  const write = async (error?: unknown) => {
    const { home, configuration, configured } = options;
    await configured;
    const stored = await options.access.apiKey.get();
    const at = new Date();
    const report = errorReport({
      at,
      versions: versions(options.version),
      ...(error !== undefined && { error }),
      settings: settingsForReport(configuration, options.settings()),
      checks: await windowChecks(options, true),
      events: (await options.events()).slice(-EVENTS).map(outlineOf),
      home,
      secrets: [...secretsIn(configuration.variables), ...(stored === undefined ? [] : [stored])],
    });
    return { path: await writeReport(home, at, report), report };
  };
  const openIssue = ({ path, report }: { readonly path: string; readonly report: string }, title = '') =>
    openIssueReporter({
      openForm: () =>
        runCommand('workbench.action.openIssueReporter', {
          extensionId: options.extensionId,
          issueTitle: title,
          issueBody: issueBody(path),
          extensionData: report,
        }),
      openReport: () => openTextFile({ file: path }),
      // The palette shows nothing of what a command returns.
      tell: text => void showInformationMessage(text),
      log: options.log,
    });
  return {
    check: () => windowChecks(options, false),
    /** Writes a report and opens it. */
    async show(): Promise<void> {
      const { path } = await write();
      await openTextFile({ file: path });
    },
    /** Returns what was done. */
    reportIssue: async () => openIssue(await write()),
    /** Reports a bug to the user, once per message. */
    async tell(error: unknown): Promise<void> {
      options.log.error('A bug', error);
      const message = messageOf(error);
      if (told.has(message)) return;
      told.add(message);
      const written = await write(error);
      const [open, issue] = [l10n.t('Open Report'), l10n.t('Report an Issue')];
      const text = l10n.t('Pollux ran into a bug: {0}', redact(message));
      const answer = await showErrorMessage(text, open, issue);
      if (answer === open) await openTextFile({ file: written.path });
      if (answer === issue) await openIssue(written, redact(message));
    },
  };
}

function versions(pollux: string): Readonly<Record<string, string>> {
  const system = `${platform()} ${release()} ${process.arch}`;
  return { pollux, vscode: editorVersion(), node: process.versions.node, system };
}

function issueBody(path: string): string {
  const asked = [l10n.t('What did you do?'), l10n.t('What happened, and what did you expect?')];
  const report = l10n.t(
    'A report is in {0}. It contains no keys, and no text from chats or files. Read it before you attach it.',
    path,
  );
  return [...asked.map(each => `**${each}**\n\n`), report].join('\n');
}

/** The checks of `pollux doctor`, for this window. */
async function windowChecks(options: WindowReportsOptions, isOffline: boolean): Promise<readonly Check[]> {
  const { version, home, folders, configuration, configured, access, model } = options;
  await configured;
  const machine = thisMachine(editorRipgrep(), editorVersion());
  const servers = async () => [
    ...settingsAsServerFiles(configuration.texts),
    ...(configuration.isTrusted ? await readMcpFiles(folders()) : []),
  ];
  const stored = async () =>
    (await access.apiKey.get()) === undefined ? [] : [l10n.t('secret storage of the editor')];
  const sandboxUse = options.settings().sandbox === 'off' ? l10n.t('turned off by {0}', 'pollux.sandbox') : undefined;
  return runChecks([
    { name: 'Pollux', run: async () => [{ name: 'Pollux', status: 'ok', detail: version }] },
    { name: 'Programs', run: () => checkMachine(machine) },
    { name: 'Sandbox', run: async () => [await checkSandbox(sandboxUse)] },
    { name: 'Folders', run: () => checkFolders({ home, workspace: folders() }) },
    { name: 'Proxy', run: async () => [checkProxies(editorNamedProxyFor(process.env, createHttpSettings()))] },
    { name: 'Settings', run: async () => checkSettings(configuration) },
    { name: 'Keys', run: async () => [checkKeys(configuration.variables, await stored())] },
    ...(isOffline ? [] : [{ name: 'Model', run: () => access.check(model()) }]),
    { name: 'MCP servers', run: async () => [checkServers(await servers(), mcpSettingsOf(configuration.settings))] },
  ]);
}
