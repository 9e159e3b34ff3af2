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

/** What a session works with. */
export interface SessionPorts {
  readonly models: SessionModels;
  /** Of tools with the same name, the one of the earlier source counts. */
  readonly toolSources: readonly ToolSource[];
  readonly workspace: Workspace;
  /** Lets the agent go on on top of edits that wait for the user. Absent: it waits with them. */
  readonly layered?: LayeredWorkspace;
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly processes: Processes;
  readonly web: Web;
  /** Where what is too long for the model is saved. */
  readonly outputFiles: OutputFiles;
  /** Absent where nobody can look at a change. */
  readonly review?: ChangeReview;
  /** Puts what is changed under review. Absent: nobody looks at it afterwards. */
  readonly changes?: ChangeTracking;
  /** Absent: what tools of servers and of commands change is not looked at. */
  readonly around?: AroundChanges;
  /** Absent where nobody checks files. */
  readonly diagnostics?: Diagnostics;
  readonly policy: Policy;
  readonly ledger: DayLedger;
  /** The hooks that are configured, asked when a run begins; undefined: there are none. Absent: this host runs none. */
  readonly hooks?: (sessionId: string) => Promise<Hooks | undefined>;
  /** Follows again what a prompt of a restored session brought along of a server. Absent: nothing is followed here. */
  readonly followAgain?: (part: FilePart) => Followed;
  /** Absent: nothing is remembered here. */
  readonly memory?: Memory;
  /** Absent: nobody can take the place of Pollux's own instructions. */
  readonly systemTemplate?: SystemTemplate;
  readonly log: Log;
  /** A run broke off by a bug, of which the transcript tells as well. */
  readonly onBug?: (error: unknown) => void;
  readonly newId: () => string;
  readonly now: () => number;
}
