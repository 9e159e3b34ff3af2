import { randomUUID } from 'node:crypto';
import { homedir, platform, release } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Session } from './agent/session';
import { Attachments } from './chat/attachments';
import { createChatHost, submitPrompt } from './chat/chatHost';
import { ChatView } from './chat/chatView';
import { createChatCommands } from './chat/commands';
import { ContextKeys } from './chat/contextKeys';
import { CurrentChat } from './chat/currentChat';
import { createReviewCommands } from './chat/reviewCommands';
import { createSelectionPrompts, SelectionActions } from './chat/selectionPrompts';
import { eventForView, isShown } from './chat/viewEvents';
import { ViewState } from './chat/viewState';
import { readEnvironment } from './config/environment';
import { readOAuthClient, readSettings } from './config/settings';
import { createContentGenerator } from './gemini/contentGenerator';
import { findAccess, type AccessSources, type FoundAccess, type SignInMethod } from './gemini/findAccess';
import { describeHops, diagnoseSignIn } from './gemini/diagnosis';
import { ModelFallback } from './gemini/fallback';
import { DEFAULT_MODEL, fallbacksOf, MODELS } from './gemini/models';
import { withRetry } from './gemini/retry';
import { createUtilityModel } from './gemini/utilityModel';
import { createDiskProcesses } from './node/backgroundProcesses';
import { DemoModel } from './node/demo/demoModel';
import { ApplicationDefault } from './node/credentials/applicationDefault';
import { GOOGLE_ENDPOINTS } from './node/credentials/credentials';
import { readGeminiCliCredentials } from './node/credentials/geminiCli';
import { GoogleAccount } from './node/credentials/googleAccount';
import { createDiskFileWriter } from './node/diskFileWriter';
import { createKeptValues } from './node/keptValues';
import { once } from './node/once';
import { appendRule, RuleFiles, rulePlaces, savedRulesFile } from './node/ruleFiles';
import { createSessionFiles } from './node/sessionFiles';
import { grammarFilesIn, loadBashParser } from './node/shellGrammar';
import { waitFor } from './node/wait';
import { createWeb } from './node/web/web';
import { createPolicy } from './policy/engine';
import { RuleSet } from './policy/ruleSet';
import type { ChatState } from './shared/chatState';
import type { ChatEvent } from './shared/protocol';
import { builtinTools } from './tools/index';
import { GoogleAuthenticationProvider, PROVIDER } from './vscode/authentication/authenticationProvider';
import { createGoogleSignIn } from './vscode/authentication/googleSignIn';
import { createGoogleStore } from './vscode/authentication/googleStore';
import { VscodeChangeReview } from './vscode/changeReview';
import { askFallback } from './vscode/fallbackQuestion';
import { createVscodeFileWriter } from './vscode/fileWriter';
import { createOutputLog } from './vscode/log';
import { redact } from './vscode/redact';
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
  const googleStore = keep(createGoogleStore(context.secrets));
  const review = keep(new VscodeChangeReview({ openDiff: () => settings.current().openDiff, log }));
  const workspace = keep(createVscodeWorkspace());
  const files = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
  const terminal = keep(
    createVscodeTerminal({ inactivityMs: () => settings.current()['shell.inactivityTimeout'] * 1000 }),
  );
  const processes = createDiskProcesses();
  const storage = context.storageUri ?? context.globalStorageUri;
  const store = createSessionFiles(join(storage.fsPath, 'sessions'), log);
  const kept = createKeptValues(join(storage.fsPath, 'state.json'), log);

  // The model: as the person signed in, else as the environment says; or the demo.
  const demo = keep(new DemoModel({ isOn: globalState.get('pollux.demo', process.env.POLLUX_DEMO === '1') }));
  const environment = readEnvironment(process.env);
  const userAgent = `Pollux/${(context.extension.packageJSON as { version: string }).version} (${platform()}; ${vscode.env.appHost})`;
  const web = createWeb({ allowedHosts: () => settings.current()['webFetch.allowedHosts'], userAgent, now: Date.now });
  const home = environment.home ?? homedir();
  const oauthClient = () => readOAuthClient(settings.current(), environment);
  const google = new GoogleAccount({
    read: async () => (await googleStore.read()) ?? readGeminiCliCredentials(home),
    // What belongs to Gemini CLI stays there: a copy would outlive a sign-out.
    save: async credentials => {
      if (await googleStore.read()) await googleStore.save(credentials);
    },
    client: oauthClient,
    endpoints: GOOGLE_ENDPOINTS,
    now: Date.now,
  });
  const googleSignIn = createGoogleSignIn(googleStore, oauthClient, GOOGLE_ENDPOINTS);
  const applicationDefault = new ApplicationDefault();
  const accessSources = (): AccessSources => ({
    environment,
    chosen: globalState.get<SignInMethod>('pollux.signIn'),
    storedKey: () => apiKey.get(),
    google,
    applicationDefault,
    settings: {
      baseUrl: settings.current().baseUrl,
      project: settings.current()['google.project'],
      location: settings.current()['google.location'],
    },
  });
  const findModels = async (): Promise<FoundAccess> => {
    if (!demo.isOn) return findAccess(accessSources());
    const { apiKey: demoKey, url } = await demo.start();
    return { access: { via: 'apiKey', apiKey: demoKey, baseUrl: url }, from: 'demo' };
  };
  const direct = createContentGenerator({
    access: async () => (await findModels()).access,
    userAgent,
    newId: randomUUID,
    wait: waitFor,
  });
  const retries = () => ({ maxAttempts: settings.current().maxAttempts, wait: waitFor, random: Math.random });
  const model = () => settings.current().model || environment.model || DEFAULT_MODEL;
  const fallback = new ModelFallback({
    fallbacksOf,
    onFallback: async (_from, to, failure) => {
      const { fallback: setting } = settings.current();
      if (setting !== 'ask') return setting === 'automatic' ? 'switch' : 'stop';
      return askFallback(MODELS.find(({ id }) => id === to)?.label ?? to, failure);
    },
    now: Date.now,
  });

  // Who may do what: rules of files and of answers, and the mode of this window.
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
    const generator = fallback.wrap(withRetry(direct, retries()));
    fallback.reset();
    return new Session(
      {
        generator,
        utilityModel: createUtilityModel({ generator, model, newId: randomUUID, now: Date.now }),
        tools: builtinTools,
        workspace,
        files,
        terminal,
        processes,
        web,
        review,
        policy,
        mode: () => view.mode,
        setMode: mode => void view.setMode(mode),
        canAsk: true,
        model: () => fallback.modelFor(model()),
        maxTurns: settings.current().maxTurns,
        environment: () => ({ date: new Date(), platform: `${platform()} ${release()}` }),
        log,
        newId: randomUUID,
        now: Date.now,
      },
      restored,
    );
  };
  const send = (events: readonly ChatEvent[]) => chatView.send(events);
  const sendSettings = () => send([{ type: 'settings', settings: view.settings() }]);
  const attachments = new Attachments(sendSettings);
  const view = new ViewState({
    kept,
    signIn: async () => {
      if (demo.isOn) return 'demo';
      return findAccess(accessSources()).then(
        ({ from }) => from,
        () => 'none', // the reason is said when a prompt is sent
      );
    },
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
  const choose = async (method: SignInMethod | undefined) => {
    await globalState.update('pollux.signIn', method);
    await view.changed();
  };
  const diagnose = async () => {
    const hops = await diagnoseSignIn(
      { find: findModels, generator: direct, model: model() },
      AbortSignal.timeout(30_000),
    );
    const detail = redact(describeHops(hops));
    log.info(`Diagnosis of the sign-in:\n${detail}`);
    await vscode.window.showInformationMessage(l10n.t('Diagnosis of the sign-in'), { modal: true, detail });
  };
  const commands = {
    ...createChatCommands({
      chat,
      view,
      apiKey,
      google: googleSignIn,
      choose,
      diagnose,
      models: MODELS,
      compose,
      startDemo: () => setDemo(true),
      endDemo: () => setDemo(false),
      showLog: () => log.show(),
    }),
    resetModel: async () => fallback.reset(),
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

  const provider = keep(
    new GoogleAuthenticationProvider({
      store: googleStore,
      signIn: async () => {
        const credentials = await googleSignIn.signIn();
        if (credentials) await choose('google');
        return credentials;
      },
      signOut: async () => {
        await googleSignIn.signOut();
        await choose(undefined);
      },
    }),
  );
  keep(vscode.authentication.registerAuthenticationProvider(PROVIDER, 'Google (Pollux)', provider));

  // What the panel shows follows what changes elsewhere.
  const changed = () => void view.changed();
  keep(apiKey.onDidChange(changed));
  keep(googleStore.onDidChange(changed));
  keep(settings.onDidChange(changed));
  keep(vscode.workspace.onDidChangeWorkspaceFolders(changed));
  keep(vscode.workspace.onDidGrantWorkspaceTrust(changed));
  keep(review.onDidChange(() => keys.set('hasPendingEdits', review.pending().length > 0)));
  finish = async () => {
    await Promise.all([chat.save(), processes.dispose()]);
  };
}

/** Nothing that was shown may be lost when the window closes. */
export async function deactivate(): Promise<void> {
  await finish?.();
}
