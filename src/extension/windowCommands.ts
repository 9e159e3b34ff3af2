import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { stagedText } from '../agent/changes/stagedText';
import { explainDecision, ruleAt } from '../agent/calls/explainDecision';
import type { Log } from '../agent/ports/log';
import type { NoteWindowFact } from '../agent/ports/telemetry';
import type { Configuration } from '../config/configuration';
import { createChatCommands } from '../chat/commands/commands';
import { PolicyExplainer } from '../chat/commands/explainPolicy';
import { createHistoryCommands } from '../chat/history';
import { aboutTheirChat } from '../chat/commands/menuSource';
import { createRestoreCommands } from '../chat/commands/restore';
import { createReviewCommands } from '../chat/commands/reviewCommands';
import { reviewEdits } from '../chat/host/reviewEdits';
import { createSelectionPrompts } from '../chat/commands/selectionPrompts';
import { beginEdit } from '../chat/prompts/promptEditing';
import { submitElsewhere } from '../chat/prompts/sendPrompt';
import { firstPrompt } from '../chat/prompts/promptText';
import { withoutAsking } from '../gemini/routing';
import { describeEgress } from '../node/egress/describeEgress';
import type { NetworkEgress } from '../node/egress/networkEgress';
import { ensureUserSettings } from '../node/config/settingsFiles';
import { addressOf } from '../shared/callAddress';
import { describeChecks } from '../shared/check';
import type { Verdict } from '../shared/proposals';
import { TextPage } from '../vscode/views/textPage';
import type { VscodeChangeReview } from '../vscode/review/changeReview';
import { PartialReview } from '../vscode/review/partialReview';
import type { ContextTree } from '../vscode/views/contextTree';
import { runCommand } from '../vscode/runCommand';
import { openTextFile } from '../vscode/settingsNotices';
import { createKeptCommands } from '../vscode/changes/keptCommands';
import { isReply } from '../vscode/changes/commentCommands';
import { chooseInstallationId } from './installationId';
import type { LazyChanges } from './review/lazyChanges';
import { pickStatistics } from './runs/pickStatistics';
import type { LazyRuns } from './runs/lazyRuns';
import { commitMessages, type CommitMessagesOptions } from './review/commitMessages';
import { createMcpCommands } from './mcp/mcpCommands';
import type { WindowServers } from './mcp/mcpTools';
import type { ModelAccess } from './models/modelAccess';
import { createExtensionCommands, type ExtensionCommandsOptions } from './extensions/windowExtensionCommands';
import { createTypedCommands } from './panel/typedCommands';
import type { WindowEgress } from './windowEgress';
import type { WindowExtensions } from './extensions/windowExtensions';
import type { WindowFiles } from './windowFiles';
import type { WindowHooks } from './sources/windowHooks';
import { createContextCommands } from './sources/contextCommands';
import type { WindowAgents } from './sources/windowAgents';
import type { WindowMemory } from './sources/windowMemory';
import type { WindowModels } from './models/windowModels';
import type { WindowPanel } from './panel/windowPanel';
import type { WindowReports } from './windowReports';

export interface WindowCommandsOptions {
  readonly home: string;
  readonly panel: WindowPanel;
  readonly files: WindowFiles;
  readonly models: WindowModels;
  readonly access: ModelAccess;
  readonly review: VscodeChangeReview;
  readonly hooks: () => Promise<WindowHooks>;
  /** Takes decisions on Gemini CLI's changes shown here. */
  readonly companion: { readonly decide: (key: string, verdict: Verdict) => boolean };
  readonly mcp: WindowServers;
  /** Reads the settings again. */
  readonly readAgain: () => Promise<void> | void;
  readonly context: ContextTree;
  readonly memory: WindowMemory;
  readonly agents: WindowAgents;
  readonly configuration: Configuration;
  readonly egress: NetworkEgress;
  readonly guard: WindowEgress['guard'];
  readonly extensions: WindowExtensions;
  readonly reports: () => Promise<WindowReports>;
  readonly runs: LazyRuns;
  readonly secrets: NonNullable<ExtensionCommandsOptions['secrets']>;
  readonly note: NoteWindowFact;
  readonly log: Log;
  readonly showLog: () => void;
  /** Disposes of it when the window closes. */
  readonly keep: <T extends { dispose(): void }>(disposable: T) => T;
}

/** What palette and menu commands do, by their ids without the prefix. Loaded with the first command. */
export function windowCommands({
  home,
  panel,
  files,
  models,
  access,
  review,
  hooks,
  companion,
  mcp,
  readAgain,
  context,
  memory,
  agents,
  configuration,
  egress,
  guard,
  extensions,
  reports,
  runs,
  secrets,
  note,
  log,
  showLog,
  keep,
}: WindowCommandsOptions) {
  const { chats, view, editing, sending, compose } = panel;
  const { send } = sending;
  const watch = () => panel.focus().watch();
  const decide = (key: string, verdict: Verdict) => {
    if (companion.decide(key, verdict)) return true;
    const { sessionId, callId } = addressOf(key);
    return chats.get(sessionId)?.session.decide(callId, verdict) ?? false;
  };
  const page = keep(new TextPage('pollux-setup', l10n.t('Pollux setup')));
  const network = keep(new TextPage('pollux-network', l10n.t('Network')));
  const explainer = keep(new PolicyExplainer(command => explainCommand(panel, files.folders()[0], command)));
  const all = {
    ...createChatCommands({
      chats,
      view,
      access,
      diagnose: () => access.diagnose(models.resolve(withoutAsking(chats.active.model, chats.active.mode)).model),
      models: models.all,
      compose,
      watch,
      showLog,
      note,
    }),
    showNetwork: async () =>
      network.show(
        describeEgress(egress.log.entries, {
          nameOf: chat => firstPrompt(chats.get(chat)?.session.state.messages)?.slice(0, 40),
          timeOf: at => new Date(at).toLocaleTimeString(),
        }),
      ),
    doctor: async () => page.show(describeChecks(await (await reports()).check())),
    report: async () => (await reports()).show(),
    reportIssue: async () => (await reports()).reportIssue(),
    showRuns: () => runs.show(),
    exportRuns: async () => (await runs.open()).export(),
    showStatistics: async () => {
      const kind = await pickStatistics();
      if (kind === undefined) return;
      await panel.reveal();
      await submitElsewhere(sending, chats.active, `/stats ${kind}`);
    },
    installationId: () => chooseInstallationId(home),
    explainPolicy: (command?: unknown) => explainer.run(command),
    openSettingsFile: async () => openTextFile({ file: await ensureUserSettings(home) }),
    ...createContextCommands({ context, memory, agents }),
    ...createExtensionCommands({
      home,
      egress,
      folders: files.folders,
      configuration,
      extensions,
      secrets,
      onChange: () => context.refresh(),
      note,
      log,
    }),
    ...createTypedCommands(async text => {
      await panel.reveal();
      await submitElsewhere(sending, chats.active, text);
    }),
    openSettings: () => runCommand('workbench.action.openSettings', '@ext:pollux-dev.pollux'),
    ...createMcpCommands({
      home,
      folders: files.folders,
      open: mcp.open,
      reread: async () => readAgain(),
    }),
    showHooks: async () => (await hooks()).show(),
    openInEditor: async () => {
      // The active chat may still have to be restored from the previous window.
      await panel.restored;
      await panel.tabs.open(chats.active);
    },
    moveToSideBar: async () => panel.tabs.moveToView(chats.active),
    resetModel: async () => chats.active.resetModel(),
    ...createHistoryCommands({
      chats,
      tabs: panel.tabs,
      store: files.store,
      forget: files.forget,
      recordings: files.recordings,
      compose,
      watch,
      renamed: panel.readNames,
      edit: (chat, id) => beginEdit({ editing }, chat, id),
      composeIn: panel.composeIn,
      send,
    }),
    ...createRestoreCommands({ ...files, restores: files.restores(), chats, send }),
    ...changeCommands(files.changes),
    ...keptCommands(files.changes, {
      generator: () => guard(access.openGenerator().generator),
      modelConfigs: () => configuration.modelConfigs,
      model: () => models.resolve(withoutAsking(chats.active.model, chats.active.mode)).model,
    }),
    sendReview: async (reply?: unknown) => {
      // The text typed below a thread is sent as well.
      if (isReply(reply)) await (await files.changes.open()).commands.addReviewComment(reply);
      await panel.reviewing.send();
    },
    ...createReviewCommands(review, new PartialReview(review), decide, () => {
      const focus = panel.focus();
      return reviewEdits(review, chats.active, focus.isInPanel ? focus : undefined);
    }),
    ...createSelectionPrompts({
      active: () => chats.active,
      isShown: chat => chats.surfaceOf(chat) !== undefined,
      compose: panel.composeIn,
      send: async (chat, prompt, about) => {
        await panel.composeIn(chat);
        await submitElsewhere(sending, chat, prompt, { about });
      },
    }),
  };
  return aboutTheirChat(all, panel);
}

/** The commands about kept changes. */
function keptCommands(changes: LazyChanges, model: CommitMessagesOptions) {
  const open = async () => {
    const { kept, refreshKept } = await changes.open();
    const write = commitMessages(model, kept);
    return createKeptCommands({ kept, refresh: refreshKept, stageText: stagedText, write });
  };
  return {
    stageKeptChanges: async () => (await open()).stageKeptChanges(),
    writeCommitMessage: async (control?: unknown) => (await open()).writeCommitMessage(control),
  };
}

/** The commands about changes already made. Their code is loaded when the first of them runs. */
function changeCommands(changes: LazyChanges) {
  const decisions = [
    ...(['keepChange', 'undoChange', 'keepFileChanges', 'undoFileChanges'] as const),
    ...(['keepTurnChanges', 'undoTurnChanges', 'takeDecisionBack'] as const),
    ...(['applyLostChanges', 'dismissLostChanges'] as const),
  ];
  const names = [
    ...decisions,
    ...(['keepAllChanges', 'undoAllChanges', 'keepFocusedRow', 'undoFocusedRow'] as const),
    ...(['markReviewed', 'goToNextChange', 'goToPreviousChange', 'goToChange'] as const),
    ...(['openFileChanges', 'openAllChanges', 'openShownChanges', 'keepShownChanges', 'undoShownChanges'] as const),
    ...(['chooseChanges', 'showAllChanges', 'showTurnChanges', 'showChatChanges'] as const),
    ...(['showChangesSinceCommit', 'showChangesSinceCheckpoint'] as const),
    'openLostChange' as const,
    ...(['addReviewComment', 'deleteReviewThread', 'resolveReviewThread', 'reopenReviewThread'] as const),
    ...([
      'deleteReviewComment',
      'editReviewComment',
      'saveReviewComment',
      'cancelReviewComment',
      'commentOnChange',
    ] as const),
  ];
  const run =
    (name: (typeof names)[number]) =>
    async (...args: unknown[]) => {
      const { commands, isStray } = await changes.open();
      if (decisions.some(each => each === name) && (await isStray(args))) return undefined;
      return (commands[name] as (...given: unknown[]) => Promise<unknown>)(...args);
    };
  return {
    ...Object.fromEntries(names.map(name => [name, run(name)])),
    showChanges: () => changes.show(),
  };
}

/** Explains, as Markdown, how policy decides about a command in the active chat. */
async function explainCommand({ chats }: WindowPanel, cwd: string | undefined, command: string) {
  const proposal = { kind: 'command', command, cwd: cwd ?? homedir() } as const;
  const args = { command };
  const decision = await chats.active.session.evaluate({ toolName: 'run_shell_command', args, proposal });
  const { file, line = 1 } = decision.rule ?? {};
  const toml = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  return explainDecision(command, decision, toml && ruleAt(toml, line));
}
