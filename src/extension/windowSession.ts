import { randomUUID } from 'node:crypto';
import { platform, release } from 'node:os';
import type { ChangeReview } from '../agent/ports/changeReview';
import type { Checkpoints } from '../agent/ports/checkpoints';
import type { DayLedger } from '../agent/ports/dayLedger';
import type { Diagnostics } from '../agent/ports/diagnostics';
import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Log } from '../agent/ports/log';
import type { Web } from '../agent/ports/web';
import type { Workspace } from '../agent/ports/workspace';
import { Session } from '../agent/session';
import type { SessionOptions } from '../agent/sessionOptions';
import type { Configuration } from '../config/configuration';
import { charactersOf, toolListsOf, turnsOf } from '../config/geminiSettings';
import { budgetsOf, type PolluxSettings } from '../config/settings';
import type { SkillProblem, SkillShelf } from '../context/skills';
import { inputLimitOf } from '../gemini/models';
import { resolveJob } from '../gemini/modelConfigs';
import { createUtilityModel } from '../gemini/utilityModel';
import type { DiskOutputFiles } from '../node/process/outputFiles';
import type { Policy } from '../policy/decision';
import { withCheckpoints, type ChangingPorts } from '../sessions/checkpointing';
import type { ChatState } from '../shared/chatState';
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
  readonly hooks: NonNullable<SessionOptions['hooks']>;
  readonly source?: 'clear';
  readonly log: Log;
}

/** A conversation of this window, new or gone on with: what it works with, and what is set, asked anew each time. */
export function createWindowSession(options: WindowSessionOptions, restored?: ChatState): Session {
  const { access, models, configuration, settings, shelf, features, tellOfSkills, changing, checkpoints, ...ports } =
    options;
  const generator = access.openGenerator();
  const router = models.openRouter();
  const model = () => models.resolve(router.model()).model;
  const session: Session = new Session(
    {
      ...ports,
      ...withCheckpoints(
        changing,
        checkpoints,
        () => session.state,
        () => configuration.settings['general.checkpointing.enabled'],
      ),
      generator,
      utilityModel: createUtilityModel({
        generator,
        settings: job => resolveJob(configuration.modelConfigs, job, model()),
        newId: randomUUID,
        now: Date.now,
      }),
      tools: async () => {
        const { createTools } = await import('../tools/index');
        const { skills, problems } = await shelf.find();
        tellOfSkills(problems);
        return createTools({
          usesModel: () => !configuration.settings['tools.disableLLMCorrection'],
          features,
          skills,
          shelf,
          lists: toolListsOf(configuration.settings),
        });
      },
      outputFiles: { save: (name, text) => ports.outputFiles.save(name, text, session.state.sessionId) },
      mayRemember: () => !configuration.settings['security.disableAlwaysAllow'],
      outputLimit: () => charactersOf(configuration.settings['tools.truncateToolOutputThreshold']),
      canAsk: true,
      model: () => access.modelFor(model()),
      generation: () => models.resolve(router.model()).generation,
      route: (question, signal) => router.route(question, signal),
      get maxTurns() {
        return turnsOf(configuration.settings['model.maxSessionTurns']);
      },
      inputLimit: inputLimitOf,
      compression: () => ({
        threshold: configuration.settings['model.compressionThreshold'],
        tail: settings()['compression.tail'],
        review: settings()['compression.review'],
      }),
      budgets: () => budgetsOf(settings()),
      get detectLoops() {
        return !configuration.settings['model.disableLoopDetection'];
      },
      get checksLoops() {
        return settings().checkLoops;
      },
      get checksNextSpeaker() {
        return !configuration.settings['model.skipNextSpeakerCheck'];
      },
      environment: () => ({ date: new Date(), platform: `${platform()} ${release()}` }),
      newId: randomUUID,
      now: Date.now,
    },
    restored,
  );
  return session;
}
