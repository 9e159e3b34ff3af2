import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { explainDecision, ruleAt } from './agent/calls/explainDecision';
import { createChatHost, type ChatHostOptions } from './chat/chatHost';
import { beginEdit, sendQueued, submitPrompt } from './chat/sendPrompt';
import { ChatView } from './chat/chatView';
import { createChatCommands } from './chat/commands';
import { ContextKeys } from './chat/contextKeys';
import { ChatRegistry } from './chat/chatRegistry';
import { PolicyExplainer } from './chat/explainPolicy';
import { PromptEditing } from './chat/promptEditing';
import { PanelFocus } from './chat/panelFocus';
import { createRestoreCommands, tellOfMissingCheckpoints } from './chat/restore';
import { createHistoryCommands, tellOfUnreadChat, tellOfUnsavedChat } from './chat/history';
import { createReviewCommands } from './chat/reviewCommands';
import { createSelectionPrompts, SelectionActions } from './chat/selectionPrompts';
import { eventForView, isShown } from './chat/viewEvents';
import { ViewState } from './chat/viewState';
import type { Configuration } from './config/configuration';
import { readEnvironment } from './config/environment';
import { commandEnvironmentOf, ignoringOf, skillSettingsOf } from './config/geminiSettings';
import { readSettings, retentionOf } from './config/settings';
import { SkillShelf } from './context/skills';
import { editorProxyAuthorization, editorProxyFor } from './extension/editorProxy';
import { createModelAccess, type ModelAccess } from './extension/modelAccess';
import { createWindowCheckpoints } from './extension/windowCheckpoints';
import { createWindowConfiguration } from './extension/windowConfiguration';
import { createWindowModels, type WindowModels } from './extension/windowModels';
import { withoutAsking } from './gemini/routing';
import { createWindowPolicy } from './extension/windowPolicy';
import { createChatParts, type WindowChatOptions } from './extension/windowChat';
import { createDiskProcesses } from './node/process/backgroundProcesses';
import { createDiskFileWriter } from './node/files/diskFileWriter';
import { createFileLocks, lockFolders } from './node/files/fileLocks';
import { createDayLedger, ledgerFolder } from './node/sessions/dayLedger';
import { createKeptValues } from './node/config/storedValues';
import { listRecordings, readRecordingFile } from './node/sessions/geminiRecordings';
import { createOutputFiles } from './node/process/outputFiles';
import { once } from './node/once';
import { recordingStore } from './node/sessions/recordingStore';
import { createSessionFiles } from './node/sessions/sessionFiles';
import { ensureUserSettings } from './node/config/settingsFiles';
import { findSkills, listSkill, readSkill, skillPlaces } from './node/config/skillFiles';
import { createWeb } from './node/web/web';
import { createRecordings } from './sessions/geminiRecording';
import { deleteExpired } from './sessions/retention';
import { addressOf } from './shared/callAddress';
import type { Verdict } from './shared/proposals';
import type { ChatEvent } from './shared/protocol';
import { PROVIDER } from './vscode/authentication/authenticationProvider';
import { EditorCallbacks } from './vscode/authentication/editorCallbacks';
import { createGoogleStore } from './vscode/authentication/googleStore';
import { VscodeChangeReview } from './vscode/changeReview';
import { PartialReview } from './vscode/partialReview';
import { VscodeDiagnostics } from './vscode/diagnostics';
import { createVscodeFileWriter } from './vscode/fileWriter';
import { VscodeLanguageFeatures } from './vscode/languageFeatures';
import { createOutputLog } from './vscode/log';
import { createApiKeyStore } from './vscode/secrets';
import { createHttpSettings, createSettings } from './vscode/settings';
import { openTextFile, SettingsNotices } from './vscode/settingsNotices';
import { createVscodeTerminal } from './vscode/terminal';
import { createVscodeWorkspace } from './vscode/workspace';
import { showInformationMessage } from './vscode/plainWindow';

/** What has to be done before the extension host ends. */
let finish: (() => Promise<void>) | undefined;

/** The events after which the model's window is another fraction full. */
const CHANGES_CONTEXT: ReadonlySet<string> = new Set([
  'message-finished',
  'compressed',
  'uncompressed',
  'run-finished',
]);

/** The commands that ask something about the chat, after which the focus is where it was. */
const ASKS: ReadonlySet<string> = new Set([
  'deleteChat',
  'exportChat',
  'fork',
  'history',
  'newChat',
  'renameChat',
  'restoreCheckpoint',
  'rewind',
  'selectMode',
  'selectModel',
  'setApiKey',
  'signIn',
  'signOut',
]);

/** Puts Pollux together, top to bottom: adapters, model, session, panel, commands. */
export function activate(context: vscode.ExtensionContext): void {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const { subscriptions, extensionUri } = context;
  const keep = <T extends vscode.Disposable>(disposable: T): T => {
    subscriptions.push(disposable);
    return disposable;
  };

  // Adapters: what the agent needs of the editor.
  const log = keep(createOutputLog());
  const settings = keep(createSettings('pollux', readSettings));
  const review = keep(new VscodeChangeReview({ openDiff: () => settings.current().openDiff, log }));
  const { home = homedir() } = readEnvironment(process.env);
  const storage = context.storageUri ?? context.globalStorageUri;
  const outputFiles = keep(createOutputFiles({ parent: join(storage.fsPath, 'outputs') }));
  const workspace = keep(
    createVscodeWorkspace(undefined, {
      memoryFile: join(home, '.gemini', 'GEMINI.md'),
      readableFolders: () => [...outputFiles.folders(), ...shelf.folders()],
      ignoring: () => ignoringOf(configuration.settings),
    }),
  );
  const locks = createFileLocks({ folders: lockFolders(home) });
  const files = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
  const diagnostics = keep(new VscodeDiagnostics(log));
  const features = new VscodeLanguageFeatures({ workspace, diagnostics });
  const store = recordingStore(createSessionFiles(join(storage.fsPath, 'sessions'), log, tellOfUnsavedChat), {
    home,
    folder: () => folders()[0],
    isOn: () => settings.current()['sessions.geminiCliFormat'],
    newRecords: async () => new (await import('./sessions/recordForGemini')).GeminiRecords(),
    log,
  });
  const stored = createKeptValues(join(storage.fsPath, 'state.json'), log);

  // Settings of files and the environment, and above them what is set in the editor. Files are read after activation.
  const folders = () => workspace.folders().map(folder => folder.path);
  const isTrusted = () => vscode.workspace.isTrusted;
  const window = keep(createWindowConfiguration({ home, folders, isTrusted, own: key => settings.own(key) }));
  const configuration: Configuration = window.configuration;
  const shelf: SkillShelf = new SkillShelf({
    find: () => findSkills(skillPlaces({ home, folders: isTrusted() ? folders() : [] })),
    reread: ({ place, file }) => readSkill(place, file),
    list: ({ place, file }) => listSkill(place, file),
    settings: () => skillSettingsOf(configuration.settings),
  });
  const skillNotices = new SettingsNotices(log, 'skill');
  const startMode = () => {
    const mode = configuration.settings['general.defaultApprovalMode'];
    return mode === 'auto_edit' ? 'autoEdit' : mode;
  };

  const recordings = createRecordings(() => listRecordings(home, folders()), readRecordingFile);
  // Kept where headless runs keep those of the same folder.
  const checkpoints = createWindowCheckpoints({
    home,
    place: folders(),
    workspace,
    locks,
    log,
    newId: randomUUID,
    now: Date.now,
    onTrouble: tellOfMissingCheckpoints,
  });
  const forget = async (sessionId: string) => {
    await Promise.all([checkpoints.forget(sessionId), outputFiles.forget(sessionId)]);
  };

  // The model.
  const userAgent = `Pollux/${(context.extension.packageJSON as { version: string }).version} (${platform()}; ${vscode.env.appHost})`;
  const http = createHttpSettings();
  const web = createWeb({
    allowedHosts: () => settings.current()['webFetch.allowedHosts'],
    userAgent,
    proxyFor: editorProxyFor(process.env, http),
    proxyAuthorization: editorProxyAuthorization(http),
    now: Date.now,
  });
  const callbacks = new EditorCallbacks(context.extension.id, log);
  keep(vscode.window.registerUriHandler(callbacks));
  const access: ModelAccess = keep(
    createModelAccess({
      apiKey: keep(createApiKeyStore(context.secrets)),
      googleStore: keep(createGoogleStore(context.secrets)),
      memory: context.globalState,
      callbacks,
      register: provider => vscode.authentication.registerAuthenticationProvider(PROVIDER, 'Google (Pollux)', provider),
      showDiagnosis: detail => showInformationMessage(l10n.t('Diagnosis of the sign-in'), { modal: true, detail }),
      home,
      settings: () => settings.current(),
      configuration,
      userAgent,
      log,
      onChange: async (): Promise<void> => view.changed(),
    }),
  );
  const models: WindowModels = createWindowModels({
    configuration,
    settings: () => settings.current(),
    log,
  });
  const ledger = createDayLedger(ledgerFolder(home), () => new Date(), log);

  // Who may do what.
  const policy = createWindowPolicy({
    home,
    storage: storage.fsPath,
    folders,
    isTrusted,
    workspace,
    configuration,
  });

  const hooks = once(async () => {
    const { createWindowHooks } = await import('./extension/windowHooks');
    return createWindowHooks({ home, configuration, folders, sessions: join(storage.fsPath, 'sessions'), log });
  });

  // The chats and what the panel shows beside them.
  const chatOptions: WindowChatOptions = {
    access,
    models,
    configuration,
    settings: () => settings.current(),
    shelf,
    tellOfSkills: problems => void skillNotices.tell(problems),
    workspace,
    files,
    locks,
    checkpoints,
    features,
    diagnostics,
    review,
    web,
    outputFiles,
    policy,
    openTerminal: () =>
      createVscodeTerminal({
        inactivityMs: () => configuration.settings['tools.shell.inactivityTimeout'] * 1000,
        environment: () => commandEnvironmentOf(configuration),
      }),
    openProcesses: () => createDiskProcesses(() => commandEnvironmentOf(configuration)),
    ledger,
    hooks: async sessionId => (configuration.hooks.length > 0 ? (await hooks()).open(sessionId) : undefined),
    log,
    onAttachments: () => sendSettings(),
  };
  const send = (events: readonly ChatEvent[]) => chatView.send(events);
  const sendSettings = () => send([{ type: 'settings', settings: view.settings() }]);
  const save = async (key: 'model' | 'models', value: unknown) =>
    vscode.workspace.getConfiguration('pollux').update(key, value, vscode.ConfigurationTarget.Global);
  const mayAllowAll = () => !configuration.settings['security.disableYoloMode'];
  const view = new ViewState({
    chat: () => chats.active,
    signIn: () => access.from(),
    models: models.all,
    saveModel: name => save('model', name),
    saveModels: names => save('models', names),
    mayAllowAll,
    editing: () => editing.view(),
    sendWithModifier: () => settings.current().sendWithModifier,
    onChange: sendSettings,
  });
  const editing: PromptEditing = new PromptEditing({
    chats: () => chats,
    checkpoints,
    onChange: sendSettings,
  });
  const keys = new ContextKeys();
  const showProgress = () => {
    keys.set('isRunning', chats.active.session.state.isRunning);
    chatView.setWaiting(chats.all.reduce((sum, { session }) => sum + session.state.approvals.length, 0));
  };
  const chats: ChatRegistry = new ChatRegistry({
    store,
    stored,
    createParts: (choices, start) => createChatParts(chatOptions, choices, start),
    initialMode: startMode,
    mayAllowAll,
    defaultModel: models.chosen,
    newId: randomUUID,
    now: Date.now,
    wait: delay,
    onEvents: (chat, events) => {
      if (chat === chats.active) {
        send(events.filter(event => event.type !== 'message' || isShown(event.message)).map(eventForView));
        if (events.some(({ type }) => CHANGES_CONTEXT.has(type))) sendSettings();
      }
      showProgress();
      // After anything else, the user says whether it still makes sense.
      const isDone = events.some(event => event.type === 'run-finished' && event.reason === 'done');
      if (isDone) void sendQueued(sending, chat);
    },
    onSwitch: () => {
      void createChatHost(hostOptions).ready();
      showProgress();
    },
  });
  const sending = { chats: () => chats, view, send };
  const restored = chats
    .restore()
    .then(unread => unread !== undefined && tellOfUnreadChat(unread))
    .catch((error: unknown) => log.error('The last chat could not be opened again', error));

  // What is configured, read when nothing else waits, and again whenever it changes.
  const notices = new SettingsNotices(log, 'setting', context.globalState);
  const ruleNotices = new SettingsNotices(log, 'rule');
  const configure = async () => {
    await configuration.load();
    void notices.tell(configuration.problems);
    void notices.tellUnused(configuration.unused);
    void ruleNotices.tell((await policy.problems()).map(problem => ({ ...problem, severity: 'error' })));
    await view.changed();
  };
  const configured = new Promise(resolve => setImmediate(resolve))
    .then(configure)
    .catch((error: unknown) => log.error('The settings could not be read', error));
  // Not before the settings are read, and not while a file of the person's can't be: it may say that chats are to be kept.
  void Promise.all([restored, configured])
    .then(() => {
      if (window.isInDoubt()) return [];
      const retention = retentionOf(settings.current(), configuration.settings, key => settings.own(key));
      return deleteExpired(store, retention, new Set(chats.all.map(({ id }) => id)), Date.now(), error =>
        log.error('An old chat could not be deleted', error),
      );
    })
    .then(deleted => Promise.all(deleted.map(forget)))
    .then(() => checkpoints.prune(settings.current()['checkpoints.maxSizeMb'] * 1024 * 1024, true))
    .catch((error: unknown) => log.error('Old chats could not be deleted', error));
  const follow = () => window.follow(() => void configure());
  void configured.then(follow);
  const reconfigure = () => {
    follow();
    void configure();
  };

  // The panel.
  const focus = keep(new PanelFocus({ reveal: () => chatView.reveal(), send }));
  const hostOptions: ChatHostOptions = {
    chats: () => chats,
    restored: Promise.all([restored, configured]).then(() => undefined),
    view,
    editing,
    send,
    focus,
    compose: () => compose(),
    review,
    run: async (command, ...argument) => vscode.commands.executeCommand(command, ...argument),
    report: message => log.error(`The panel reports: ${message}`),
  };
  const chatView = keep(new ChatView(extensionUri, chat => createChatHost(hostOptions, chat)));
  const compose = async () => {
    await chatView.reveal();
    send([{ type: 'compose' }]);
  };

  // Commands and menus.
  const explainer = keep(
    new PolicyExplainer(async command => {
      const proposal = { kind: 'command', command, cwd: folders()[0] ?? homedir() } as const;
      const decision = await chats.active.session.judge({
        toolName: 'run_shell_command',
        args: { command },
        proposal,
      });
      const { file, line = 1 } = decision.rule ?? {};
      const toml = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
      return explainDecision(command, decision, toml && ruleAt(toml, line));
    }),
  );
  const decide = (key: string, verdict: Verdict) => {
    const { sessionId, callId } = addressOf(key);
    return chats.get(sessionId)?.session.decide(callId, verdict) ?? false;
  };
  const commands = {
    ...createChatCommands({
      chats,
      view,
      access,
      diagnose: () => access.diagnose(models.resolve(withoutAsking(chats.active.model, chats.active.mode)).model),
      models: models.all,
      compose,
      showLog: () => log.show(),
    }),
    explainPolicy: (command?: unknown) => explainer.run(command),
    openSettingsFile: async () => openTextFile({ file: await ensureUserSettings(home) }),
    showHooks: async () => (await hooks()).show(),
    resetModel: async () => chats.active.resetModel(),
    ...createHistoryCommands({
      chats,
      store,
      forget,
      recordings,
      compose,
      edit: id => beginEdit({ editing }, chats.active, id),
      send,
    }),
    ...createRestoreCommands({ chats, checkpoints, workspace, send }),
    ...createReviewCommands(review, new PartialReview(review), decide),
    ...createSelectionPrompts({
      attachments: () => chats.active.attachments,
      compose,
      send: async prompt => {
        await chatView.reveal();
        await submitPrompt(sending, chats.active, prompt);
      },
    }),
  };
  for (const [name, run] of Object.entries(commands)) {
    const command = (...args: never[]) => (run as (...args: never[]) => Promise<unknown>)(...args);
    const asks = ASKS.has(name) ? (...args: never[]) => focus.around(() => command(...args)) : command;
    keep(vscode.commands.registerCommand(`pollux.${name}`, asks));
  }
  keep(
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new SelectionActions(), SelectionActions.metadata),
  );

  // What the panel shows follows what changes elsewhere.
  keep(
    settings.onDidChange(() => {
      configuration.refresh();
      void view.changed();
    }),
  );
  keep(vscode.workspace.onDidChangeWorkspaceFolders(reconfigure));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(reconfigure));
  const showReview = () => {
    keys.set('hasPendingEdits', review.pending().length > 0);
    keys.set('isReviewingFiles', review.isReviewingFiles());
  };
  keep(review.onDidChange(showReview));
  keep(vscode.window.tabGroups.onDidChangeTabs(showReview));
  keep(vscode.window.tabGroups.onDidChangeTabGroups(showReview));
  finish = async () => {
    await chats.end();
  };
}

/** Nothing that was shown may be lost when the window closes. */
export async function deactivate(): Promise<void> {
  await finish?.();
}
