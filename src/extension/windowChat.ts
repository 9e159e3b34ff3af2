import { randomUUID } from 'node:crypto';
import { platform, release } from 'node:os';
import type { FileWriter } from '../agent/ports/fileWriter';
import type { ChangeReview } from '../agent/ports/changeReview';
import type { ChangeTracking } from '../agent/ports/changes';
import type { Checkpoints } from '../agent/ports/checkpoints';
import type { DayLedger } from '../agent/ports/dayLedger';
import type { Diagnostics } from '../agent/ports/diagnostics';
import type { FileLocks } from '../agent/ports/fileLocks';
import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Log } from '../agent/ports/log';
import type { EditorFile } from '../agent/ports/sessionSettings';
import type { Memory } from '../agent/ports/memory';
import type { SystemTemplate } from '../agent/ports/systemTemplate';
import type { ToolSource } from '../agent/ports/toolSource';
import type { Web } from '../agent/ports/web';
import type { Terminal } from '../agent/ports/terminal';
import type { Workspace } from '../agent/ports/workspace';
import { Attachments } from '../chat/prompts/attachments';
import type { ChatChoices, ChatParts } from '../chat/chat';
import type { Plans } from '../node/config/plansFolder';
import type { DiskProcesses } from '../node/process/backgroundProcesses';
import type { Session, SessionStart } from '../agent/session';
import { createSession } from '../agent/sessionFactory';
import type { SessionPorts } from '../agent/sessionPorts';
import { isForced, type Configuration } from '../config/configuration';
import { toolListsOf } from '../config/settingsByPurpose';
import { sessionSettingsOf } from '../config/sessionSettings';
import type { PolluxSettings } from '../config/settings';
import type { Agents } from '../agent/ports/agents';
import type { FileProblem } from '../context/definitionFile';
import type { SkillRegistry } from '../context/skills';
import { createSessionModels } from '../gemini/sessionModels';
import type { DiskOutputFiles } from '../node/process/outputFiles';
import { layeredWorkspace } from '../vscode/documents/layeredWorkspace';
import { noticedHooks } from '../telemetry/hookFacts';
import type { Telemetry } from '../telemetry/telemetry';
import { toolSources, type ToolSourceOptions } from '../tools/sources';

import type { WindowEgress } from './windowEgress';
import type { WindowExtensions } from './extensions/windowExtensions';
import type { ModelAccess } from './models/modelAccess';
import type { WindowModels } from './models/windowModels';
import type { WindowPolicy } from './windowPolicy';

/** What all chats of a window share. */
export interface WindowChatOptions {
  readonly access: Pick<ModelAccess, 'openGenerator'>;
  readonly models: WindowModels;
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  readonly registry: SkillRegistry;
  readonly agents: Agents;
  readonly tellOfSkills: (problems: readonly FileProblem[]) => void;
  readonly workspace: Workspace;
  readonly plans: () => Plans;
  readonly files: FileWriter;
  readonly locks: FileLocks;
  readonly checkpoints: Checkpoints;
  readonly changes: ChangeTracking;
  readonly features: LanguageFeatures;
  readonly diagnostics: Diagnostics;
  readonly review: { of(sessionId: () => string): ChangeReview };
  readonly guard: WindowEgress['guard'];
  readonly web: { forChat(id: () => string): Web };
  readonly outputFiles: DiskOutputFiles;
  readonly policy: Pick<WindowPolicy, 'forChat'>;
  /** The tool that answers comments on a chat's changes. */
  readonly comments: (sessionId: () => string) => ToolSource;
  /** The tools of MCP servers. */
  readonly mcp: ToolSource;
  readonly followAgain: NonNullable<SessionPorts['followAgain']>;
  readonly openTerminal: (onLeft: DiskProcesses['adopt']) => Terminal & { dispose(): void };
  readonly openProcesses: () => DiskProcesses;
  readonly sandboxNote: () => Promise<string | undefined>;
  readonly ledger: DayLedger;
  readonly extensions: Pick<WindowExtensions, 'current'>;
  readonly hooks: NonNullable<SessionPorts['hooks']>;
  /** The tools that a discovery command declares; undefined if no such command is set. */
  readonly discovered: NonNullable<ToolSourceOptions['discovered']>;
  readonly memory: Memory;
  readonly systemTemplate: SystemTemplate;
  readonly telemetry: Pick<Telemetry, 'subscriber' | 'note'>;
  readonly log: Log;
  readonly onBug: (error: unknown) => void;
  /** The files that the user has open. */
  readonly openFiles: () => readonly EditorFile[];
  /** Called when the attachments of a chat's next prompt have changed. */
  readonly onAttachments: () => void;
}

/** Creates the parts of one chat of this window, new or resumed. */
export function createChatParts(options: WindowChatOptions, chat: ChatChoices, start: SessionStart): ChatParts {
  const {
    access,
    models,
    configuration,
    settings,
    registry,
    tellOfSkills,
    checkpoints,
    locks,
    agents,
    telemetry,
    ...shared
  } = options;
  const asked = access.openGenerator();
  const availableFor = (model: string) => asked.modelFor(model);
  const gemini = () => configuration.settings;
  const sessionId = () => session.state.sessionId;
  const mode = () => chat.mode;
  const processes = options.openProcesses();
  const terminal = options.openTerminal(processes.adopt);
  const session: Session = createSession(
    {
      ports: {
        ...shared,
        layered: layeredWorkspace,
        terminal,
        processes,
        review: options.review.of(sessionId),
        web: options.web.forChat(sessionId),
        policy: options.policy.forChat(mode),
        models: createSessionModels({
          generator: options.guard(asked.generator, (secrets, signal) => session.askAboutLeak(secrets, signal)),
          router: models.openRouter({ name: () => chat.model, mode, availableFor }),
          modelConfigs: () => configuration.modelConfigs,
          availableFor,
          newId: randomUUID,
          now: Date.now,
        }),
        toolSources: [
          ...toolSources({
            features: options.features,
            usesModel: () => !gemini()['tools.disableLLMCorrection'],
            lists: () => toolListsOf(gemini(), options.extensions.current()),
            skills: async () => {
              const { skills, problems } = await registry.find();
              tellOfSkills(problems);
              return skills;
            },
            registry,
            mcp: options.mcp,
            discovered: options.discovered,
          }),
          options.comments(sessionId),
        ],
        hooks: async id => {
          const hooks = await options.hooks(id);
          return hooks && noticedHooks(hooks, id, telemetry.note, Date.now);
        },
        outputFiles: {
          save: (name, text) => options.outputFiles.save(name, text, sessionId()),
          saveBytes: (...saved) => options.outputFiles.saveBytes(...saved, sessionId()),
          record: name => options.outputFiles.record(name, sessionId()),
        },
        newId: randomUUID,
        now: Date.now,
      },
      settings: sessionSettingsOf({
        gemini,
        isForced: key => isForced(configuration, key),
        own: settings,
        mode,
        setMode: next => chat.setMode(next),
        canAsk: true,
        editor: () => (settings().editorContext ? options.openFiles() : undefined),
        environment: () => ({
          date: new Date(),
          platform: `${platform()} ${release()}`,
          hasTree: configuration.settings['context.includeDirectoryTree'],
          plans: options.plans().outside ?? options.plans().directory,
          sandbox: options.sandboxNote,
        }),
      }),
      locks,
      agents,
      checkpoints: { store: checkpoints, isEnabled: () => gemini()['general.checkpointing.enabled'] },
      subscribers: [telemetry.subscriber],
    },
    start,
  );
  return {
    session,
    attachments: new Attachments(options.onAttachments),
    processes,
    resetModel: () => asked.reset(),
    async dispose() {
      terminal.dispose();
      await processes.dispose();
    },
  };
}
