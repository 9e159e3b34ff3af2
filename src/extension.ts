import { randomUUID } from 'node:crypto';
import { homedir, platform, release } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Session } from './agent/session';
import { Attachments } from './chat/attachments';
import { createChatHost, submitPrompt } from './chat/chatHost';
import { ChatView } from './chat/chatView';
import { createChatCommands } from './chat/commands';
import { ContextKeys } from './chat/contextKeys';
import { CurrentChat } from './chat/currentChat';
import { createRestoreCommands, tellOfMissingCheckpoints } from './chat/restore';
import { createHistoryCommands, tellOfUnsavedChat } from './chat/history';
import { createReviewCommands } from './chat/reviewCommands';
import { createSelectionPrompts, SelectionActions } from './chat/selectionPrompts';
import { eventForView, isShown } from './chat/viewEvents';
import { ViewState } from './chat/viewState';
import { readEnvironment } from './config/environment';
import { readSettings } from './config/settings';
import { createApiKeyGenerator } from './gemini/apiKeyGenerator';
import { DEFAULT_MODEL, MODELS } from './gemini/models';
import { withRetry } from './gemini/retry';
import { createUtilityModel } from './gemini/utilityModel';
import { createDiskProcesses } from './node/backgroundProcesses';
import { CHECKPOINT_LIMITS, DiskCheckpoints } from './node/checkpoints';
import { DemoModel } from './node/demo/demoModel';
import { createDiskFileWriter } from './node/diskFileWriter';
import { createKeptValues } from './node/keptValues';
import { listRecordings, readRecordingFile } from './node/geminiRecordings';
import { once } from './node/once';
import { appendRule, RuleFiles, rulePlaces, savedRulesFile } from './node/ruleFiles';
import { createSessionFiles } from './node/sessionFiles';
import { grammarFilesIn, loadBashParser } from './node/shellGrammar';
import { waitFor } from './node/wait';
import { createWeb } from './node/web/web';
import { createPolicy } from './policy/engine';
import { RuleSet } from './policy/ruleSet';
import { createRecordings } from './sessions/geminiRecording';
import { withCheckpoints } from './sessions/checkpointing';
import { deleteExpired } from './sessions/retention';
import type { ChatState } from './shared/chatState';
import type { ChatEvent } from './shared/protocol';
import { builtinTools } from './tools/index';
import { VscodeChangeReview } from './vscode/changeReview';
import { createVscodeFileWriter } from './vscode/fileWriter';
import { createOutputLog } from './vscode/log';
import { createApiKeyStore } from './vscode/secrets';
import { createSettings } from './vscode/settings';
import { createVscodeTerminal } from './vscode/terminal';
import { createVscodeWorkspace } from './vscode/workspace';

/** What has to be done before the extension host ends. */
let finish: (() => Promise<void>) | undefined;

/** Puts Pollux together, top to bottom: adapters, model, session, panel, commands. */
export function activate(context: vscode.ExtensionContext): void {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const { subscriptions, extensionUri, globalState } = context;
  const keep = <T extends vscode.Disposable>(disposable: T): T => {
    subscriptions.push(disposable);
    return disposable;
  };

  // Adapters: what the agent needs of the editor.
  const log = keep(createOutputLog());
  const settings = keep(createSettings('pollux', readSettings));
  const apiKey = keep(createApiKeyStore(context.secrets));
  const review = keep(new VscodeChangeReview({ openDiff: () => settings.current().openDiff, log }));
  const workspace = keep(createVscodeWorkspace());
  const files = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
  const terminal = keep(
    createVscodeTerminal({ inactivityMs: () => settings.current()['shell.inactivityTimeout'] * 1000 }),
  );
  const processes = createDiskProcesses();
  const storage = context.storageUri ?? context.globalStorageUri;
  const store = createSessionFiles(join(storage.fsPath, 'sessions'), log, tellOfUnsavedChat);
  const kept = createKeptValues(join(storage.fsPath, 'state.json'), log);

  const recordings = createRecordings(() => listRecordings(home, folders()), readRecordingFile);
  const checkpoints = new DiskCheckpoints({
    folder: join(storage.fsPath, 'checkpoints'),
    workspace,
    log,
    newId: randomUUID,
    now: Date.now,
    limits: CHECKPOINT_LIMITS,
    onTrouble: tellOfMissingCheckpoints,
  });

  // The model: the person's key, else the environment's; or the demo.
  const demo = keep(new DemoModel({ isOn: globalState.get('pollux.demo', process.env.POLLUX_DEMO === '1') }));
  const environment = readEnvironment(process.env);
  const userAgent = `Pollux/${(context.extension.packageJSON as { version: string }).version} (${platform()}; ${vscode.env.appHost})`;
  const web = createWeb({ allowedHosts: () => settings.current()['webFetch.allowedHosts'], userAgent, now: Date.now });
  const direct = createApiKeyGenerator({
    apiKey: async () => (demo.isOn ? (await demo.start()).apiKey : ((await apiKey.get()) ?? environment.apiKey)),
    baseUrl: () => (demo.isOn ? demo.url : settings.current().baseUrl || environment.baseUrl),
    userAgent,
    newId: randomUUID,
  });
  const retries = () => ({ maxAttempts: settings.current().maxAttempts, wait: waitFor, random: Math.random });
  const model = () => settings.current().model || environment.model || DEFAULT_MODEL;

  // Who may do what: rules of files and of answers, and the mode of this window.
  const home = environment.home ?? homedir();
  const folders = () => workspace.folders().map(folder => folder.path);
  const folderRules = join(storage.fsPath, 'rules.toml');
  const ruleFiles = new RuleFiles(() =>
    rulePlaces({ home, folders: vscode.workspace.isTrusted ? folders() : [], saved: folderRules }),
  );
  const rules = new RuleSet({
    read: () => ruleFiles.read(),
    fixed: () => [],
    append: (scope, toml) => appendRule(scope === 'user' ? savedRulesFile(home) : folderRules, toml),
    now: () => new Date(),
  });
  const policy = createPolicy({
    mode: () => view.mode,
    isTrusted: () => vscode.workspace.isTrusted,
    canAsk: () => true,
    rules: () => rules.rules(),
    saveRule: choice => rules.save(choice),
    parser: once(() => loadBashParser(grammarFilesIn(__dirname))),
    shell: platform() === 'win32' ? 'powershell' : 'bash',
    folders,
    home: homedir(),
    ignoresCase: platform() !== 'linux',
  });

  // The conversation and what the panel shows beside it.
  const createSession = (restored?: ChatState) => {
    const generator = withRetry(direct, retries());
    const session: Session = new Session(
      {
        generator,
        utilityModel: createUtilityModel({ generator, model, newId: randomUUID, now: Date.now }),
        tools: builtinTools,
        workspace,
        ...withCheckpoints({ files, terminal, processes }, checkpoints, () => session.state),
        web,
        review,
        policy,
        mode: () => view.mode,
        setMode: mode => void view.setMode(mode),
        canAsk: true,
        model,
        maxTurns: settings.current().maxTurns,
        environment: () => ({ date: new Date(), platform: `${platform()} ${release()}` }),
        log,
        newId: randomUUID,
        now: Date.now,
      },
      restored,
    );
    return session;
  };
  const send = (events: readonly ChatEvent[]) => chatView.send(events);
  const sendSettings = () => send([{ type: 'settings', settings: view.settings() }]);
  const attachments = new Attachments(sendSettings);
  const view = new ViewState({
    kept,
    signIn: async () =>
      demo.isOn
        ? 'demo'
        : (await apiKey.get()) !== undefined
          ? 'key'
          : environment.apiKey !== undefined
            ? 'environment'
            : 'none',
    model,
    models: MODELS,
    saveModel: async name =>
      vscode.workspace.getConfiguration('pollux').update('model', name, vscode.ConfigurationTarget.Global),
    initialMode: () => settings.current().approvalMode,
    attachments: () => attachments.views(),
    sendWithModifier: () => settings.current().sendWithModifier,
    onChange: sendSettings,
  });
  const keys = new ContextKeys();
  const showProgress = () => {
    const { isRunning, approvals } = chat.session.state;
    keys.set('isRunning', isRunning);
    chatView.setWaiting(approvals.length);
  };
  const chat = keep(
    new CurrentChat({
      store,
      kept,
      createSession,
      newId: randomUUID,
      now: Date.now,
      wait: delay,
      onEvents: events => {
        send(events.filter(event => event.type !== 'message' || isShown(event.message)).map(eventForView));
        showProgress();
      },
      onSwitch: () => {
        void chatHost.ready();
        showProgress();
      },
    }),
  );
  const restored = chat
    .restore()
    .catch((error: unknown) => log.error('The last chat could not be taken up again', error));
  void restored
    .then(() => {
      const { 'sessions.maxAgeDays': maxAgeDays, 'sessions.maxCount': maxCount } = settings.current();
      return deleteExpired(store, { maxAgeDays, maxCount }, chat.session.state.sessionId, Date.now());
    })
    .then(deleted => Promise.all(deleted.map(id => checkpoints.forget(id))))
    .then(() => checkpoints.prune(settings.current()['checkpoints.maxSizeMb'] * 1024 * 1024))
    .catch((error: unknown) => log.error('Old chats could not be deleted', error));

  // The panel.
  const chatHost = createChatHost({
    chat: () => chat,
    restored,
    view,
    attachments,
    send,
    review,
    run: async command => vscode.commands.executeCommand(command),
    report: message => log.error(`The panel reports: ${message}`),
  });
  const chatView = keep(new ChatView(extensionUri, chatHost));
  const compose = async () => {
    await chatView.reveal();
    send([{ type: 'compose' }]);
  };

  // Commands and menus.
  const setDemo = async (isOn: boolean) => {
    demo.isOn = isOn;
    await globalState.update('pollux.demo', isOn);
    await view.changed();
  };
  const commands = {
    ...createChatCommands({
      chat,
      view,
      apiKey,
      models: MODELS,
      compose,
      startDemo: () => setDemo(true),
      endDemo: () => setDemo(false),
      showLog: () => log.show(),
    }),
    ...createHistoryCommands({ chat, store, checkpoints, recordings, compose, send }),
    ...createRestoreCommands({ chat, checkpoints, workspace, send }),
    ...createReviewCommands(review, () => chat.session),
    ...createSelectionPrompts({
      attachments,
      compose,
      send: async prompt => {
        await chatView.reveal();
        await submitPrompt({ chat: () => chat, attachments, view }, prompt);
      },
    }),
  };
  for (const [name, run] of Object.entries(commands)) {
    keep(vscode.commands.registerCommand(`pollux.${name}`, run));
  }
  keep(
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new SelectionActions(), SelectionActions.metadata),
  );

  // What the panel shows follows what changes elsewhere.
  const changed = () => void view.changed();
  keep(apiKey.onDidChange(changed));
  keep(settings.onDidChange(changed));
  keep(vscode.workspace.onDidChangeWorkspaceFolders(changed));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(changed));
  keep(review.onDidChange(() => keys.set('hasPendingEdits', review.pending().length > 0)));
  finish = async () => {
    await Promise.all([chat.end(), processes.dispose()]);
  };
}

/** Nothing that was shown may be lost when the window closes. */
export async function deactivate(): Promise<void> {
  await finish?.();
}
