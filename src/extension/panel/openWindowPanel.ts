import { commandEnvironmentOf } from '../../config/settingsByPurpose';
import { createDiskProcesses } from '../../node/process/backgroundProcesses';
import { createDayLedger, ledgerFolder } from '../../node/sessions/dayLedger';
import type { LazySandbox } from '../../sandbox/lazySandbox';
import { commentSource } from '../../tools/answerComment';
import type { VscodeChangeReview } from '../../vscode/review/changeReview';
import { createVscodeTerminal } from '../../vscode/terminal/terminal';
import type { ModelAccess } from '../models/modelAccess';
import { notePanelFacts } from './panelFacts';
import type { WindowChatOptions } from '../windowChat';
import type { WindowBasics } from '../windowBasics';
import type { WindowModels } from '../models/windowModels';
import { createWindowPanel, type WindowPanel } from './windowPanel';
import type { WindowPanelOptions } from './windowPanelOptions';
import type { WindowPolicy } from '../windowPolicy';
import { deleteOldChats } from '../windowSettings';
import type { WindowSources } from '../sources/windowSources';
import { createWindowWeb } from '../windowWeb';

export interface OpenPanelOptions extends Pick<WindowPanelOptions, 'chatView' | 'keys' | 'configured' | 'admit'> {
  readonly basics: WindowBasics;
  readonly sources: WindowSources;
  readonly access: ModelAccess;
  readonly models: WindowModels;
  readonly policy: WindowPolicy;
  readonly sandbox: LazySandbox;
  readonly review: VscodeChangeReview;
  readonly telemetry: WindowChatOptions['telemetry'];
  readonly onBug: (error: unknown) => void;
  /** How long the window took to be ready, in milliseconds. */
  readonly startupMs: number;
}

/** Opens the window's chats and panel. Loaded when the panel is first shown or a command needs it. */
export function openWindowPanel({
  basics,
  sources,
  sandbox,
  policy,
  onBug,
  startupMs,
  ...options
}: OpenPanelOptions): WindowPanel {
  const { access, models, review, telemetry, configured } = options;
  const { files, folders, settings, configuration, guard, log, window, own } = basics;
  const { memory, agents, extensions, mcp } = sources;
  const environment = () => ({ ...commandEnvironmentOf(configuration), folders: folders() });
  const shared = { files, models, access, settings, configuration, review, log };
  const panel = createWindowPanel({
    ...options,
    ...shared,
    chat: {
      ...shared,
      ...files,
      ...sources.skills,
      memory: memory.memory,
      systemTemplate: memory.systemTemplate,
      guard,
      policy,
      extensions,
      agents: agents.agents,
      web: createWindowWeb({ ...basics, note: telemetry.note }),
      openTerminal: onLeft =>
        createVscodeTerminal({
          onLeft,
          inactivityMs: () => configuration.settings['tools.shell.inactivityTimeout'] * 1000,
          environment,
          confine: sandbox.confine,
        }),
      openProcesses: () => createDiskProcesses(environment, sandbox.confine),
      sandboxNote: sandbox.note,
      ledger: createDayLedger(ledgerFolder(basics.home), () => new Date(), log),
      hooks: async sessionId =>
        (await sources.allHooks()).length > 0 ? (await sources.hooks()).open(sessionId) : undefined,
      mcp: mcp.source,
      followAgain: mcp.followAgain,
      comments: sessionId => commentSource(() => files.changes.opened?.comments, sessionId),
      telemetry,
      openFiles: () => sources.openFiles.current(),
      discovered: async () => (configuration.settings['tools.discoveryCommand'] ? sources.discovery() : undefined),
      onBug,
    },
    slash: sources.slash,
  });
  // Proposed changes can be commented on as well.
  review.onDidChange(() => void files.changes.open().catch((error: unknown) => log.error('No comments', error)));
  notePanelFacts({
    subscribe: panel.subscribe,
    setup: async () => ({
      authType: await access.from(),
      extensions: extensions.current().length,
      hasHooks: (await sources.allHooks()).length > 0,
    }),
    startupMs,
    note: telemetry.note,
  });
  void Promise.all([panel.restored, configured]).then(() =>
    deleteOldChats({ window, files, settings: own, openChats: () => panel.chats.all, log }),
  );
  void configured.then(async () => {
    const { autoUpdateExtensions } = await import('../extensions/autoUpdateExtensions');
    await autoUpdateExtensions({ ...basics, extensions });
  });
  return panel;
}
