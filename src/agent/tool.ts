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
import type { FileWriter } from './ports/fileWriter';
import type { OutputFiles, RecordedOutput } from './ports/outputFiles';
import type { Processes } from './ports/processes';
import type { OnInput, Terminal } from './ports/terminal';
import type { UtilityModel } from './ports/utilityModel';
import type { Web } from './ports/web';
import type { Workspace, WorkspacePath } from './ports/workspace';
import type { ToolDeclaration } from './ports/toolDeclaration';

/** What a tool answers: `content` for the model, `display` for people when it should differ. */
export interface ToolOutput {
  readonly content: string;
  readonly images?: readonly ImagePart[];
  readonly display?: ToolDisplay;
  /** See `ToolResult`. */
  readonly isLasting?: true;
  /** See `ToolResult`. */
  readonly remembered?: string;
  /** Where all of a long output is, of which `content` has a part. */
  readonly recorded?: RecordedOutput;
}

/** Whose a tool is that Pollux does not bring itself. */
export interface ToolOrigin {
  readonly kind: 'discovered' | 'mcp' | 'agent';
  /** The MCP server that it comes from, as it is named in the settings. */
  readonly server?: string;
  /** What the server says of it, such as `readOnlyHint`: never a permission. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

interface ToolBase<A> extends ToolDeclaration {
  /** Absent: Pollux brings it. */
  readonly origin?: ToolOrigin;
  /** The model is not told of it, and may call it all the same: there are more tools than it can be told of. */
  readonly isUndeclared?: true;
  /** The call that is meant by a call of this tool, which runs in its place. */
  redirect?(args: A): { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** It is about the chat itself, such as its steps and its mode: agents that work for the chat do not get it. */
  readonly isOfChat?: true;
  /** A read that sees files as they are written, or has others change them: it waits for edits that are not decided. */
  readonly needsWritten?: true;
  /** Other names that the model may use for this tool. */
  readonly otherNames?: readonly string[];
  /** A line of the system prompt that says how to use it. */
  readonly advice?: string;
  /** A section of the system prompt for as long as the tool is offered. */
  readonly section?: string;
  /** What stands for the section in a system prompt that the user has written. Absent: `SubAgents`. */
  readonly placeholder?: 'AgentSkills';
  /** It writes the user's memory, and nothing else: where nobody can be asked, a rule that names it is enough. */
  readonly isMemory?: true;
  /** Maps the argument names of other versions of the tool onto this one's, before validation. */
  readonly adapt?: (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** More names that a rule may mean a call with these arguments by. */
  rulesFor?(args: A): readonly string[];
  /** The files whose contents its answer or its proposal tells of and that the arguments name, so that policy can ask first. */
  reads?(args: A, context: ReadContext): Promise<readonly WorkspacePath[]>;
  /** The picture beside the title. Absent: that of tools which Pollux knows nothing of. */
  readonly icon?: ToolIcon;
  /** One line for people, such as `Read src/a.ts`; localised. `path` shows a path as people read it. */
  title(args: A, path: (path: string) => string): string;
}

export interface ReadContext {
  /** The call that is carried out; unique within its session. */
  readonly callId: string;
  readonly workspace: Workspace;
  /** One-off questions to a model, besides the conversation. */
  readonly model: UtilityModel;
  readonly processes: Omit<Processes, 'start'>;
  /** What may be fetched; fetching itself needs an approval. */
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
  /** Live output for the person. */
  readonly onOutput: (text: string) => void;
  /** A command waits for the person to type something. Absent where nobody can answer. */
  readonly onInput?: OnInput;
  /** Absent where nobody can answer. */
  readonly askUser?: AskUser;
}

/** Puts what a server asks to the user; rejected when `signal` aborts. Never rejects itself. */
export type AskUser = (question: ServerQuestion, signal: AbortSignal) => Promise<Verdict>;

/** A tool that changes nothing; several run at once. Throws `ToolError` to tell the model what went wrong. */
export interface ReadTool<A = never> extends ToolBase<A> {
  readonly kind: 'read';
  run(args: A, context: ReadContext): Promise<ToolOutput>;
}

/**
 * A tool that changes something. `propose` only reads; `apply` gets what was approved, which may differ from what was
 * proposed where the person edited it, and can't be called with anything else. Both throw `ToolError` for the model;
 * `apply` throws `BaselineChanged` when the world is no longer as proposed.
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
