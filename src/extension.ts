import { platform } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ChatViewProvider } from './chat/surfaces/chatViewProvider';
import { ContextKeys, followReview } from './chat/commands/contextKeys';
import { registerCommands } from './chat/commands/registerCommands';
import { SelectionActions } from './chat/commands/selectionPrompts';
import { createCompanion } from './extension/companion/companion';
import { createLazyReports } from './extension/lazyReports';
import { LazyRuns } from './extension/runs/lazyRuns';
import { createWindowAccess } from './extension/models/windowAccess';
import { createWindowBasics } from './extension/windowBasics';
import { createWindowControls } from './extension/models/windowControls';
import { createWindowModels } from './extension/models/windowModels';
import type { WindowPanel } from './extension/panel/windowPanel';
import { createWindowPolicy } from './extension/windowPolicy';
import { createWindowSandbox } from './extension/windowSandbox';
import { readWindowSettings } from './extension/windowSettings';
import { createWindowSources } from './extension/sources/windowSources';
import { createWindowTelemetry } from './extension/windowTelemetry';
import { once } from './node/once';
import { VscodeChangeReview } from './vscode/review/changeReview';
import { ContextTree } from './vscode/views/contextTree';
import { SettingsNotices } from './vscode/settingsNotices';
import { windowStorage } from './vscode/windowStorage';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Cleanup that must finish before the extension host exits; set by `activate`. */
let finish: (() => Promise<void>) | undefined;

/** Assembles Pollux, in this order: log, settings and files, models, what users set up, policy, panel, commands. */
export function activate(context: vscode.ExtensionContext): void {
  const began = performance.now();
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const keep = <T extends { dispose(): unknown }>(disposable: T): T => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const { version, contributes } = context.extension.packageJSON as Manifest;
  const { secrets, extensionUri, globalState } = context;
  const globalStorage = context.globalStorageUri.fsPath;
  const basics = createWindowBasics({
    version,
    userAgent: `Pollux/${version} (${platform()}; ${vscode.env.appHost})`,
    storage: windowStorage(context),
    globalStorage,
    isTrusted: () => vscode.workspace.isTrusted,
    readableFolders: () => sources.skills.registry.folders(),
    restores: () => policy.restores,
    note: fact => telemetry.note(openedPanel?.chats.active.id ?? '', fact),
    keep,
  });
  const { log, settings, files, configuration } = basics;
  /** Called when something that the panel shows has changed; does nothing before the panel is loaded. */
  const changed = async () => openedPanel?.view.changed();

  const telemetry = createWindowTelemetry({ ...basics, isAllowed: () => vscode.env.isTelemetryEnabled });

  // The models, what users set up, and the policy.
  const models = createWindowModels(basics);
  const access = keep(createWindowAccess({ ...basics, context, onChange: changed }));
  const controls = keep(createWindowControls({ ...basics, access, onChange: () => void settingsChanged() }));
  const sandbox = createWindowSandbox(basics);
  const sources = createWindowSources(basics, {
    access,
    secrets,
    confine: sandbox.confineProgram,
    admit: () => controls.check(),
    refresh: section => contextTree.refresh(section),
  });
  const { extensions, mcp } = sources;
  const settingsChanged = () => {
    extensions.refresh();
    contextTree.refresh('forced');
    return changed();
  };
  const policy = createWindowPolicy({ ...basics, extensions, trustedServers: mcp.trusted, sandbox });
  const review = keep(new VscodeChangeReview({ openDiff: () => settings().openDiff, log }));
  const companion = createCompanion({ ...basics, review, terminals: context.environmentVariableCollection });
  const reading = readWindowSettings({
    ...basics,
    policy,
    notices: new SettingsNotices(log, 'setting', globalState),
    ruleNotices: new SettingsNotices(log, 'rule'),
    onRead: () => settingsChanged(),
  });
  void reading.configured.then(() => files.changes.resume());

  // The chats, and the panel that shows them.
  const keys = new ContextKeys();
  const { configured } = reading;
  let openedPanel: WindowPanel | undefined;
  const panel: () => Promise<WindowPanel> = once(async () => {
    const { openWindowPanel } = await import('./extension/panel/openWindowPanel');
    const { view: chatView } = provider;
    const parts = { basics, sources, access, models, policy, sandbox, review, telemetry, configured, onBug, startupMs };
    return (openedPanel = keep(openWindowPanel({ ...parts, admit: () => controls.check(), chatView, keys })));
  });
  const provider: ChatViewProvider = keep(new ChatViewProvider(extensionUri, panel));
  const runs = keep(new LazyRuns({ ...basics, panel }));
  const { id: extensionId } = context.extension;
  const reports = createLazyReports({ ...basics, access, models, panel, configured, extensionId });
  const onBug = (error: unknown) => void reports().then(all => all.tell(error));

  // Commands and menus.
  const contextTree: ContextTree = keep(new ContextTree(sources.sections));
  const commands = once(async () => {
    const { windowCommands } = await import('./extension/windowCommands');
    const parts = { ...basics, ...sources, models, access, review, companion };
    const actions = { readAgain: () => reading.readAgain(), showLog: () => log.show() };
    return windowCommands({ ...parts, ...actions, panel: await panel(), context: contextTree, reports, runs, secrets });
  });
  const commandIds = contributes.commands.map(({ command }) => command);
  keep(registerCommands(commandIds, commands, async () => (await panel()).focus(), onBug));
  const { metadata } = SelectionActions;
  keep(vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new SelectionActions(), metadata));

  // Keep what is shown in sync with changes elsewhere.
  keep(
    basics.own.onDidChange(() => {
      configuration.refresh();
      void changed();
    }),
  );
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => reading.readAgain()));
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => mcp.opened()?.servers.rootsChanged()));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(() => reading.readAgain()));
  keep(followReview(review, keys));
  const startupMs = Math.round(performance.now() - began);
  finish = async () => {
    await Promise.all([openedPanel?.chats.end(), companion.close(), mcp.close()]);
    await telemetry.close();
    await sandbox.dispose();
  };
}

/** Finishes pending work, so that nothing the user has seen is lost when the window closes. */
export async function deactivate(): Promise<void> {
  await finish?.();
}
