import type { ImagePart, ToolDisplay, ToolIcon } from '../shared/messages';
import type {
  Approved,
  CommandProposal,
  DiscoveredProposal,
  EditProposal,
  EditsProposal,
  FetchProposal,
  McpProposal,
  ModeProposal,
  Proposal,
  QuestionsProposal,
  SkillProposal,
  Verdict,
} from '../shared/proposals';
import type { ServerQuestion } from '../shared/serverQuestions';
import type { UnwrittenTexts } from './ports/diagnostics';
import type { FileWriter } from './ports/fileWriter';
import type { OutputFiles, RecordedOutput } from './ports/outputFiles';
import type { Processes } from './ports/processes';
import type { OnInput, Terminal } from './ports/terminal';
import type { UtilityModel } from './ports/utilityModel';
import type { Web } from './ports/web';
import type { Workspace, WorkspacePath } from './ports/workspace';
import type { ToolDeclaration } from './ports/toolDeclaration';

/** A tool's output: `content` for the model, `display` for the user where it should differ. */
export interface ToolOutput {
  readonly content: string;
  readonly images?: readonly ImagePart[];
  readonly display?: ToolDisplay;
  /** A warning for the user in the chat, even if nobody opens the call. */
  readonly warning?: string;
  /** See `ToolResult`. */
  readonly isLasting?: true;
  /** See `ToolResult`. */
  readonly remembered?: string;
  /** Where the complete output is, if `content` has only a part of it. */
  readonly recorded?: RecordedOutput;
}

/** Where a tool comes from that is not Pollux's own. */
export interface ToolOrigin {
  readonly kind: 'discovered' | 'mcp' | 'agent';
  /** The MCP server that it comes from, by its name in the settings. */
  readonly server?: string;
  /** The server's own claims about it, such as `readOnlyHint`; they never grant permission. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

interface ToolBase<A> extends ToolDeclaration {
  /** Absent: the tool is Pollux's own. */
  readonly origin?: ToolOrigin;
  /** Not declared to the model, because there are more tools than fit, but the model may still call it. */
  readonly isUndeclared?: true;
  /** The call that a call of this tool stands for; it runs instead. */
  redirect?(args: A): { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** Concerns the chat itself, such as its steps and its mode; agents that work for the chat do not get it. */
  readonly isOfChat?: true;
  /** A read that needs files as they are on disk, or makes others change them: it waits for undecided edits. */
  readonly needsWritten?: true | ((args: A) => boolean);
  /** Other names that the model may use for this tool. */
  readonly otherNames?: readonly string[];
  /** A line of the system prompt on how to use it. */
  readonly advice?: string;
  /** A section of the system prompt, present while the tool is offered. */
  readonly section?: string;
  /** The placeholder for the section in a system prompt that the user has written. Absent: `SubAgents`. */
  readonly placeholder?: 'AgentSkills';
  /** Writes the user's memory and nothing else: in hosts that can't ask the user, a rule that names it is enough. */
  readonly isMemory?: true;
  /** Maps argument names from other versions of the tool onto this version's, before validation. */
  readonly adapt?: (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** More names by which a rule may refer to a call with these arguments. */
  rulesFor?(args: A): readonly string[];
  /** The files named in the arguments whose contents the answer or proposal reveals, so that policy can ask first. */
  reads?(args: A, context: ReadContext): Promise<readonly WorkspacePath[]>;
  /** The picture beside the title. Absent: the one for tools that Pollux does not know. */
  readonly icon?: ToolIcon;
  /** One line for the user, such as `Read src/a.ts`; localised. `path` formats a path for display. */
  title(args: A, path: (path: string) => string): string;
}

export interface ReadContext {
  /** The call that is being executed; unique within its session. */
  readonly callId: string;
  readonly workspace: Workspace;
  /** The files of undecided edits, as they would be; `workspace` has them too. Absent: there never are any. */
  readonly unwritten?: () => UnwrittenTexts;
  /** One-off questions to a model, outside the conversation. */
  readonly model: UtilityModel;
  readonly processes: Omit<Processes, 'start'>;
  /** Checks addresses only; fetching needs an approval. */
  readonly web: Pick<Web, 'check'>;
  readonly signal: AbortSignal;
}

export interface ChangeContext extends ReadContext {
  readonly processes: Processes;
  readonly files: FileWriter;
  readonly terminal: Terminal;
  readonly outputFiles: OutputFiles;
  readonly web: Web;
  readonly setMode: (mode: ModeProposal['mode']) => void;
  /** Live output for the user. */
  readonly onOutput: (text: string) => void;
  /** A command waits for the user to type something. Absent where no user can answer. */
  readonly onInput?: OnInput;
  /** Absent where no user can answer. */
  readonly askUser?: AskUser;
}

/** Puts a server's question to the user; resolves with a rejection when `signal` aborts. The promise never rejects. */
export type AskUser = (question: ServerQuestion, signal: AbortSignal) => Promise<Verdict>;

/** A tool that changes nothing; several can run in parallel. Throws `ToolError` to tell the model what went wrong. */
export interface ReadTool<A = never> extends ToolBase<A> {
  readonly kind: 'read';
  run(args: A, context: ReadContext): Promise<ToolOutput>;
}

/**
 * A tool that changes something. `propose` only reads. `apply` accepts only an approved proposal, which may differ from
 * the original where the user edited it. Both throw `ToolError` for the model; `apply` throws `BaselineChanged` when
 * the state is no longer the one that the proposal was made for.
 */
export interface ChangeTool<A = never, P extends Proposal = Proposal> extends ToolBase<A> {
  readonly kind: 'change';
  readonly changes: P['kind'];
  propose(args: A, context: ReadContext): Promise<P>;
  apply(approved: Approved<P>, context: ChangeContext): Promise<ToolOutput>;
}

export type Tool =
  | ReadTool
  | ChangeTool<never, EditProposal>
  | ChangeTool<never, EditsProposal>
  | ChangeTool<never, CommandProposal>
  | ChangeTool<never, DiscoveredProposal>
  | ChangeTool<never, FetchProposal>
  | ChangeTool<never, McpProposal>
  | ChangeTool<never, QuestionsProposal>
  | ChangeTool<never, ModeProposal>
  | ChangeTool<never, SkillProposal>;
