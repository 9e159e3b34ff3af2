import { randomUUID } from 'node:crypto';
import { platform, release } from 'node:os';
import type { ChangingPorts } from '../agent/calls/checkpointing';
import type { ChangeReview } from '../agent/ports/changeReview';
import type { Checkpoints } from '../agent/ports/checkpoints';
import type { DayLedger } from '../agent/ports/dayLedger';
import type { Diagnostics } from '../agent/ports/diagnostics';
import type { FileLocks } from '../agent/ports/fileLocks';
import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Log } from '../agent/ports/log';
import type { Web } from '../agent/ports/web';
import type { Workspace } from '../agent/ports/workspace';
import type { Session, SessionStart } from '../agent/session';
import { createSession, type Subscriber } from '../agent/sessionFactory';
import type { SessionPorts } from '../agent/sessionPorts';
import type { Configuration } from '../config/configuration';
import { toolListsOf } from '../config/geminiSettings';
import { sessionSettingsOf } from '../config/sessionSettings';
import type { PolluxSettings } from '../config/settings';
import type { SkillProblem, SkillShelf } from '../context/skills';
import { createSessionModels } from '../gemini/sessionModels';
import type { DiskOutputFiles } from '../node/process/outputFiles';
import type { Policy } from '../policy/decision';
import { toolSources } from '../tools/sources';
import type { ApprovalMode } from '../shared/protocol';
import type { ModelAccess } from './modelAccess';
import type { WindowModels } from './windowModels';

export interface WindowSessionOptions {
  readonly access: ModelAccess;
  readonly models: WindowModels;
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  readonly shelf: SkillShelf;
  readonly tellOfSkills: (problems: readonly SkillProblem[]) => void;
  readonly workspace: Workspace;
  /** What they change is recorded in `checkpoints` first. */
  readonly changing: ChangingPorts;
  readonly locks: FileLocks;
  readonly checkpoints: Checkpoints;
  readonly features: LanguageFeatures;
  readonly diagnostics: Diagnostics;
  readonly review: ChangeReview;
  readonly web: Web;
  readonly outputFiles: DiskOutputFiles;
  readonly policy: Policy;
  readonly ledger: DayLedger;
  readonly mode: () => ApprovalMode;
  readonly setMode: (mode: ApprovalMode) => void;
  readonly hooks: NonNullable<SessionPorts['hooks']>;
  readonly subscribers?: readonly Subscriber[];
  readonly log: Log;
}

/** A conversation of this window, new or resumed: what it works with, and what is set. */
export function createWindowSession(options: WindowSessionOptions, start: SessionStart = {}): Session {
  const { access, models, configuration, settings, shelf, features, tellOfSkills, checkpoints, mode, setMode } =
    options;
  const { changing, locks, outputFiles, subscribers, ...ports } = options;
  const gemini = () => configuration.settings;
  const session: Session = createSession(
    {
      ports: {
        ...ports,
        ...changing,
        models: createSessionModels({
          generator: access.openGenerator(),
          router: models.openRouter(),
          modelConfigs: () => configuration.modelConfigs,
          availableFor: name => access.modelFor(name),
          newId: randomUUID,
          now: Date.now,
        }),
        toolSources: toolSources({
          features,
          usesModel: () => !gemini()['tools.disableLLMCorrection'],
          lists: () => toolListsOf(gemini()),
          skills: async () => {
            const { skills, problems } = await shelf.find();
            tellOfSkills(problems);
            return skills;
          },
          shelf,
        }),
        outputFiles: {
          save: (name, text) => outputFiles.save(name, text, session.state.sessionId),
          record: name => outputFiles.record(name, session.state.sessionId),
        },
        newId: randomUUID,
        now: Date.now,
      },
      settings: sessionSettingsOf({
        gemini,
        own: settings,
        mode,
        setMode,
        canAsk: true,
        environment: () => ({
          date: new Date(),
          platform: `${platform()} ${release()}`,
          hasTree: configuration.settings['context.includeDirectoryTree'],
        }),
      }),
      locks,
      checkpoints: { store: checkpoints, isEnabled: () => gemini()['general.checkpointing.enabled'] },
      ...(subscribers && { subscribers }),
    },
    start,
  );
  return session;
}
