import type { Policy } from '../policy/decision';
import type { ModeProposal } from '../shared/proposals';
import type { ApprovalMode } from '../shared/protocol';
import type { Budgets } from './run/budget';
import type { CompressionSettings } from './context/compression';
import type { EnvironmentFacts } from './context/environment';
import type { ChangeReview } from './ports/changeReview';
import type { DayLedger } from './ports/dayLedger';
import type { Diagnostics } from './ports/diagnostics';
import type { FileWriter } from './ports/fileWriter';
import type { Hooks } from './ports/hooks';
import type { Log } from './ports/log';
import type { ContentGenerator, GenerationSettings } from './ports/model';
import type { OutputFiles } from './ports/outputFiles';
import type { Processes } from './ports/processes';
import type { Route } from './ports/router';
import type { Terminal } from './ports/terminal';
import type { UtilityModel } from './ports/utilityModel';
import type { Web } from './ports/web';
import type { Workspace } from './ports/workspace';
import type { Tool } from './tool';

/** What a session works with: models, tools, ports, and what is set; functions and getters are asked anew each time. */
export interface SessionOptions {
  readonly generator: ContentGenerator;
  /** Asked when the first run begins: they are much to load, and a chat that is only looked at needs none. */
  readonly tools: () => Promise<readonly Tool[]>;
  readonly workspace: Workspace;
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly processes: Processes;
  readonly web: Web;
  /** Where what is too long for the model is kept. */
  readonly outputFiles: OutputFiles;
  /** For one-off questions besides the conversation. */
  readonly utilityModel: UtilityModel;
  /** Absent where nobody can look at a change. */
  readonly review?: ChangeReview;
  /** Absent where nobody checks files. */
  readonly diagnostics?: Diagnostics;
  readonly policy: Policy;
  /** False: no question offers to allow something from now on. Absent: they do. */
  readonly mayRemember?: () => boolean;
  /** How many characters of what a command prints the model gets; absent: the usual number. */
  readonly outputLimit?: () => number;
  readonly mode: () => ApprovalMode;
  /** The model asked for another mode and the person agreed, or an answer of theirs implies it. */
  readonly setMode: (mode: ModeProposal['mode']) => void;
  /** False in headless runs: there is nobody to answer a question. */
  readonly canAsk: boolean;
  readonly model: () => string;
  /** How its answers are made; absent: as it is usual for a conversation. */
  readonly generation?: () => GenerationSettings;
  /** Chooses the model for a prompt before it is sent; `model` then gives it. Absent: there is nothing to choose. */
  readonly route?: Route;
  /** How many tokens a model takes. */
  readonly inputLimit: (model: string) => number;
  readonly compression: () => CompressionSettings;
  readonly budgets: () => Budgets;
  readonly ledger: DayLedger;
  readonly maxTurns: number;
  /** Whether a model that goes round in circles is told so, and stopped if it goes on. */
  readonly detectLoops: boolean;
  /** Whether a model is asked now and then in long runs if they get anywhere; only where loops are detected at all. */
  readonly checksLoops: boolean;
  /** Whether a model that stops before it did what it said is told to go on; costs a small request per answer. */
  readonly checksNextSpeaker: boolean;
  readonly environment: () => EnvironmentFacts;
  /** What hooks hear of how it came about, where that is not plain: it takes the place of another one. */
  readonly source?: 'clear';
  /** The hooks that are configured, asked when a run begins; undefined: there are none. Absent: this host runs none. */
  readonly hooks?: (sessionId: string) => Promise<Hooks | undefined>;
  readonly log: Log;
  readonly newId: () => string;
  readonly now: () => number;
}
