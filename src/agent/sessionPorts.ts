import type { Policy } from '../policy/decision';
import type { FilePart } from '../shared/messages';
import type { ChangeReview } from './ports/changeReview';
import type { ChangeTracking } from './ports/changes';
import type { AroundChanges } from './ports/checkpoints';
import type { DayLedger } from './ports/dayLedger';
import type { Diagnostics } from './ports/diagnostics';
import type { FileWriter } from './ports/fileWriter';
import type { Followed } from './ports/followed';
import type { Hooks } from './ports/hooks';
import type { Log } from './ports/log';
import type { Memory } from './ports/memory';
import type { SessionModels } from './ports/models';
import type { OutputFiles } from './ports/outputFiles';
import type { Processes } from './ports/processes';
import type { SystemTemplate } from './ports/systemTemplate';
import type { Terminal } from './ports/terminal';
import type { ToolSource } from './ports/toolSource';
import type { Web } from './ports/web';
import type { LayeredWorkspace, Workspace } from './ports/workspace';

/** The ports that a session works with. */
export interface SessionPorts {
  readonly models: SessionModels;
  /** Where several tools have the same name, the one from the earliest source counts. */
  readonly toolSources: readonly ToolSource[];
  readonly workspace: Workspace;
  /** Lets the agent continue on top of edits that the user has not decided yet. Absent: it waits for the decision. */
  readonly layered?: LayeredWorkspace;
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly processes: Processes;
  readonly web: Web;
  /** Where output that is too long for the model is saved. */
  readonly outputFiles: OutputFiles;
  /** Absent where changes can't be shown to anyone. */
  readonly review?: ChangeReview;
  /** Puts changes under review. Absent: they are not reviewed afterwards. */
  readonly changes?: ChangeTracking;
  /** Absent: changes made by server tools and commands are not tracked. */
  readonly around?: AroundChanges;
  /** Absent where nothing checks files for problems. */
  readonly diagnostics?: Diagnostics;
  readonly policy: Policy;
  readonly ledger: DayLedger;
  /** Returns the configured hooks when a run begins, undefined if there are none. Absent: this host runs no hooks. */
  readonly hooks?: (sessionId: string) => Promise<Hooks | undefined>;
  /** Resumes following a server resource that a restored session's prompt attached. Absent: nothing is followed. */
  readonly followAgain?: (part: FilePart) => Followed;
  /** Absent: there is no memory here. */
  readonly memory?: Memory;
  /** Absent: Pollux's own instructions can't be replaced. */
  readonly systemTemplate?: SystemTemplate;
  readonly log: Log;
  /** Called when a bug breaks off a run; the transcript reports it too. */
  readonly onBug?: (error: unknown) => void;
  readonly newId: () => string;
  readonly now: () => number;
}
