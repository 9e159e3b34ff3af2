import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ChatView } from './chat/chatView';
import { registerCommands } from './chat/registerCommands';
import { followReview } from './chat/contextKeys';
import { SelectionActions } from './chat/selectionPrompts';
import { readEnvironment } from './config/environment';
import { commandEnvironmentOf } from './config/geminiSettings';
import { readSettings } from './config/settings';
import { createCompanion } from './extension/companion/companion';
import { createWindowServers } from './extension/mcpTools';
import { createWindowAccess } from './extension/windowAccess';
import { createWindowConfiguration } from './extension/windowConfiguration';
import { createWindowEgress } from './extension/windowEgress';
import { createWindowExtensions } from './extension/windowExtensions';
import { createWindowFiles, type WindowFiles } from './extension/windowFiles';
import { createWindowMemory } from './extension/windowMemory';
import { createWindowModels } from './extension/windowModels';
import { createWindowPanel, type WindowPanel } from './extension/windowPanel';
import { createWindowPolicy } from './extension/windowPolicy';
import { deleteOldChats, readWindowSettings } from './extension/windowSettings';
import { createWindowAgents } from './extension/windowAgents';
import { createWindowSandbox } from './extension/windowSandbox';
import { createWindowSkills } from './extension/windowSkills';
import { createWindowTelemetry } from './extension/windowTelemetry';
import { createWindowWeb } from './extension/windowWeb';
import { withoutAsking } from './gemini/routing';
import { once } from './node/once';
import { createDiskProcesses } from './node/process/backgroundProcesses';
import { createDayLedger, ledgerFolder } from './node/sessions/dayLedger';
import { VscodeEditorTools } from './vscode/editorTools';
import { VscodeChangeReview } from './vscode/changeReview';
import { ContextTree } from './vscode/contextTree';
import { createOutputLog } from './vscode/log';
import { createSettings } from './vscode/settings';
import { TerminalOutput } from './vscode/terminalOutput';
import { SettingsNotices } from './vscode/settingsNotices';
import { createVscodeTerminal } from './vscode/terminal';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** What has to be done before the extension host ends. */
let finish: (() => Promise<void>) | undefined;

/** Puts Pollux together, top to bottom: adapters, settings, models, policy, chats and panel, commands. */
export function activate(context: vscode.ExtensionContext): void {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const keep = <T extends vscode.Disposable>(disposable: T): T => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const { version, contributes } = context.extension.packageJSON as Manifest;
  const commandIds = contributes.commands.map(({ command }) => command);
  const userAgent = `Pollux/${version} (${platform()}; ${vscode.env.appHost})`;
  const { home = homedir() } = readEnvironment(process.env);
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const isTrusted = () => vscode.workspace.isTrusted;

  // What is set in the editor, and below it the files and the environment, which are read after activation.
  const log = keep(createOutputLog());
  const own = keep(createSettings('pollux', readSettings));
  const settings = () => own.current();
  const files: WindowFiles = keep(
    createWindowFiles({
      home,
      storage,
      settings,
      configuration: () => window.configuration,
      readableFolders: () => skills.shelf.folders(),
      log,
    }),
  );
  const { folders, workspace } = files;
  const window = keep(createWindowConfiguration({ home, folders, isTrusted, own: key => own.own(key) }));
  const { configuration } = window;
  const { egress, guard } = createWindowEgress({ home, folders, configuration, settings });
  const isAllowed = () => vscode.env.isTelemetryEnabled;
  const telemetry = createWindowTelemetry({ home, version, configuration, settings, egress, isAllowed, log });
  const extensions = createWindowExtensions({ home, folders, configuration, secrets: context.secrets, log });
  const skills = createWindowSkills({
    home,
    folders,
    isTrusted,
    configuration,
    settings,
    extensions: extensions.active,
    log,
  });
  const memory = createWindowMemory({
    home,
    folders,
    isTrusted,
    configuration,
    settings,
    extensions: extensions.memory,
    onChange: () => contextTree.refresh('memory'),
    log,
  });

  const agents = createWindowAgents({
    home,
    folders,
    isTrusted,
    configuration,
    settings,
    extensions: extensions.active,
    skills: skills.shelf,
    notices: new SettingsNotices(log, 'agent'),
    log,
  });

  // The models, and who may do what.
  const models = createWindowModels({ configuration, settings, log });
  const access = keep(
    createWindowAccess({
      context,
      home,
      settings,
      configuration,
      userAgent,
      egress,
      log,
      onChange: () => panel.view.changed(),
    }),
  );
  const mcp = createWindowServers({
    ...{ home, version, configuration, folders, isTrusted, egress, log },
    extensions: extensions.active,
    secrets: context.secrets,
    callbacks: access.callbacks,
    editorTools: new VscodeEditorTools(() => settings()['mcp.editorTools']),
    onChange: () => contextTree.refresh('mcp'),
  });
  const sandbox = createWindowSandbox({
    folders,
    settings,
    configuration,
    storage: [storage, context.globalStorageUri.fsPath],
  });
  const policy = createWindowPolicy({
    home,
    storage,
    folders,
    isTrusted,
    workspace,
    configuration,
    extensions,
    trustedServers: mcp.trusted,
    sandbox,
  });
  const allHooks = async () => [...configuration.hooks, ...(await extensions.hooks())];
  const hooks = once(async () => {
    const { createWindowHooks } = await import('./extension/windowHooks');
    return createWindowHooks({
      home,
      configuration,
      hooks: allHooks,
      folders,
      sessions: join(storage, 'sessions'),
      log,
    });
  });
  // What runs before the first mention counts as well.
  const terminalOutput = keep(new TerminalOutput());
  const slash = once(async () => {
    const { createWindowSlash } = await import('./extension/slash/windowSlash');
    const notices = new SettingsNotices(log, 'command');
    return createWindowSlash({
      home,
      folders,
      isTrusted,
      extensions,
      memory,
      agents,
      configuration,
      settings,
      mcp,
      shelf: skills.shelf,
      notices,
      workspace,
      terminals: terminalOutput,
      keep,
    });
  });
  const discovery = once(async () => {
    const { createWindowDiscovery } = await import('./extension/windowDiscovery');
    return createWindowDiscovery({ home, configuration, folders, log });
  });
  const reports = once(async () => {
    const { createWindowReports } = await import('./extension/windowReports');
    const events = async () => {
      await panel.chats.save();
      return (await files.store.load(panel.chats.active.id))?.events ?? [];
    };
    const model = () => models.resolve(withoutAsking(panel.chats.active.model, panel.chats.active.mode)).model;
    const extensionId = context.extension.id;
    const parts = { home, folders, configuration, settings, access, model, events };
    return createWindowReports({ version, extensionId, log, ...parts });
  });
  const onBug = (error: unknown) => void reports().then(all => all.tell(error));
  const review = keep(new VscodeChangeReview({ openDiff: () => settings().openDiff, log }));
  const terminals = context.environmentVariableCollection;
  const companion = createCompanion({ version, review, workspace, folders, isTrusted, terminals, settings, log });
  const reading = readWindowSettings({
    window,
    policy,
    notices: new SettingsNotices(log, 'setting', context.globalState),
    ruleNotices: new SettingsNotices(log, 'rule'),
    onRead: () => {
      extensions.refresh();
      return panel.view.changed();
    },
    log,
  });

  // The chats, and the panel that shows them.
  const panel: WindowPanel = keep(
    createWindowPanel({
      openView: hostOf => new ChatView(context.extensionUri, hostOf),
      chat: {
        ...files,
        ...skills,
        memory: memory.memory,
        systemTemplate: memory.systemTemplate,
        access,
        models,
        configuration,
        settings,
        review,
        policy,
        extensions,
        agents: agents.agents,
        guard,
        web: createWindowWeb({ settings, egress, userAgent }),
        openTerminal: () =>
          createVscodeTerminal({
            inactivityMs: () => configuration.settings['tools.shell.inactivityTimeout'] * 1000,
            environment: () => ({ ...commandEnvironmentOf(configuration), folders: folders() }),
            confine: sandbox.confine,
          }),
        openProcesses: () =>
          createDiskProcesses(() => ({ ...commandEnvironmentOf(configuration), folders: folders() }), sandbox.confine),
        sandboxNote: sandbox.note,
        ledger: createDayLedger(ledgerFolder(home), () => new Date(), log),
        hooks: async sessionId => ((await allHooks()).length > 0 ? (await hooks()).open(sessionId) : undefined),
        mcp: mcp.source,
        telemetry,
        discovered: async () => (configuration.settings['tools.discoveryCommand'] ? discovery() : undefined),
        log,
        onBug,
      },
      files,
      models,
      access,
      settings,
      configuration,
      configured: reading.configured,
      slash,
      review,
      log,
    }),
  );
  void reading.configured.then(() => files.changes.resume());
  void Promise.all([panel.restored, reading.configured]).then(() =>
    deleteOldChats({ window, files, settings: own, openChats: () => panel.chats.all, log }),
  );

  // Commands and menus.
  const contextTree: ContextTree = keep(
    new ContextTree([memory.section, skills.section, agents.section, extensions.section, mcp.section]),
  );
  const commands = once(async () => {
    const { windowCommands } = await import('./extension/windowCommands');
    return windowCommands({
      home,
      panel,
      files,
      models,
      access,
      review,
      hooks,
      companion,
      mcp,
      readAgain: () => reading.readAgain(),
      context: contextTree,
      memory,
      egress,
      configuration,
      extensions,
      reports,
      secrets: context.secrets,
      log,
      showLog: () => log.show(),
      keep,
    });
  });
  keep(registerCommands(commandIds, commands, panel.focus, onBug));
  const { metadata } = SelectionActions;
  keep(vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new SelectionActions(), metadata));

  // What the panel shows follows what changes elsewhere.
  keep(
    own.onDidChange(() => {
      configuration.refresh();
      void panel.view.changed();
    }),
  );
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => reading.readAgain()));
  keep(vscode.workspace.onDidChangeWorkspaceFolders(() => mcp.opened()?.servers.rootsChanged()));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(() => reading.readAgain()));
  keep(followReview(review, panel.keys));
  finish = async () => {
    await Promise.all([panel.chats.end(), companion.close(), mcp.close()]);
    await telemetry.close();
    await sandbox.dispose();
  };
}

/** Nothing that was shown may be lost when the window closes. */
export async function deactivate(): Promise<void> {
  await finish?.();
}
