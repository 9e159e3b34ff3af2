// A change is a value before it happens: a tool proposes, policy or a person approves, only then is it applied.
import type { Confinement, SandboxTier } from './sandbox';
import type { ServerQuestion } from './serverQuestions';

/**
 * How an edit was found where its old text was not in the file exactly as the model gave it. `escapes`: the content of a
 * whole file, of which a model has undone escapes and nothing else.
 */
export type EditCorrection = 'flexible' | 'regex' | 'fuzzy' | 'unescaped' | 'model' | 'escapes';

/** `before` null: the file does not exist yet. Texts keep their own line endings; a byte-order mark is not part of them. */
export interface EditProposal {
  readonly kind: 'edit';
  /** As people read it: relative to its workspace folder, with the folder's name in front where there are several. */
  readonly path: string;
  /** Absolute, resolved and contained in a workspace folder, or the one file outside that a tool may write (memory). */
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
  readonly correction?: EditCorrection;
}

/** Changes of several files that only make sense together, such as a rename; accepted or rejected as one. */
export interface EditsProposal {
  readonly kind: 'edits';
  readonly edits: readonly EditProposal[];
}

export interface CommandProposal {
  readonly kind: 'command';
  readonly command: string;
  /** Absolute path of the working directory, inside a workspace folder. */
  readonly cwd: string;
  readonly description?: string;
  /** It goes on running after the call has answered. */
  readonly isBackground?: boolean;
  /** It can change no file; said by policy when it is approved. */
  readonly onlyLooks?: true;
  /** Where it runs; said by policy when it is approved. Absent: there is no sandbox. */
  readonly sandbox?: Confinement;
}

/** A call of a tool that a command of the user's has declared. */
export interface DiscoveredProposal {
  readonly kind: 'discovered';
  /** Its name, as that command has it. */
  readonly tool: string;
  /** The whole command line. */
  readonly command: string;
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** The arguments as JSON, which the command reads from its standard input. */
  readonly input: string;
}

/** Something asked of the network. `prompt`: what is asked about the pages; without it their text is wanted. */
export interface FetchProposal {
  readonly kind: 'fetch';
  readonly urls: readonly string[];
  readonly prompt?: string;
}

/** A call of a tool of an MCP server. What the server says of it, and of what it does, nobody vouches for. */
export interface McpProposal {
  readonly kind: 'mcp';
  /** As it is named in the settings. */
  readonly server: string;
  /** As the server names it. */
  readonly tool: string;
  readonly title?: string;
  readonly description?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the server is: a command, or an address. */
  readonly from: string;
  /** The workspace brings the server. */
  readonly isForeign: boolean;
  readonly hints: { readonly readOnly?: boolean; readonly destructive?: boolean };
}

/** A read that needs a person's word, such as of a file that looks like a secret. */
export interface ReadProposal {
  readonly kind: 'read';
  readonly paths: readonly string[];
}

export interface Question {
  readonly question: string;
  /** A word or two, as a heading. */
  readonly header: string;
  readonly type: 'choice' | 'text' | 'yesno';
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  readonly isMultiple: boolean;
  readonly placeholder?: string;
}

/** Questions of the model to the person. `answers`, by index of the question, come with the acceptance. */
export interface QuestionsProposal {
  readonly kind: 'questions';
  readonly questions: readonly Question[];
  readonly answers?: readonly string[];
}

/** A change of approval mode that the model asks for. `plan`: the plan to be agreed to, as Markdown. */
export interface ModeProposal {
  readonly kind: 'mode';
  readonly mode: 'plan' | 'default' | 'autoEdit';
  readonly reason?: string;
  readonly plan?: string;
}

/** Instructions that the model wants to go by from now on, with the folder that they come in. */
export interface SkillProposal {
  readonly kind: 'skill';
  readonly name: string;
  readonly description: string;
  /** Absolute path of the file that has the instructions, and that path as people read it. */
  readonly file: string;
  readonly path: string;
  readonly instructions: string;
  /** The same was approved before in this chat. */
  readonly isKnown?: boolean;
}

export type Proposal =
  | EditProposal
  | EditsProposal
  | CommandProposal
  | DiscoveredProposal
  | FetchProposal
  | McpProposal
  | ReadProposal
  | QuestionsProposal
  | ModeProposal
  | SkillProposal;

declare const approved: unique symbol;

/** A proposal that policy or the user has approved. `policy/approvals` alone makes one; ports verify it when they run. */
export type Approved<P extends { readonly kind: string }> = P & { readonly [approved]: true };

/** How long a rule that came of an acceptance holds: for the answer that asked, until the session ends, in this folder, or everywhere. */
export type RememberScope = 'answer' | 'session' | 'folder' | 'user';

/** A rule that an acceptance may leave behind. `rule` is the exact rule, as a person reads it. */
export interface RememberChoice {
  /** Names the choice in the answer; unique within the approval. */
  readonly id: string;
  readonly scope: RememberScope;
  readonly rule: string;
}

/**
 * What the person answered. `edited` is the text as they left it in the diff, `editedAll` are the texts of several edits in
 * their order; `answers` are those to questions, and to the fields of a form.
 * `remember` is the id of a `RememberChoice`. `merge` answers a conflict: apply the change on top of what the file
 * holds now. `mode` is the approval mode to go on in after a plan was agreed to.
 */
export type Verdict =
  | {
      readonly decision: 'accept';
      readonly edited?: string;
      readonly editedAll?: readonly string[];
      readonly answers?: readonly string[];
      readonly remember?: string;
      readonly merge?: boolean;
      readonly mode?: 'default' | 'autoEdit';
    }
  | { readonly decision: 'reject'; readonly reason?: string };

/** An edit as the panel shows it: never whole files. `diff` is a unified diff without headers, cut after some lines. */
export interface EditView {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
  readonly isCut: boolean;
  /** How many characters that are not seen all its added lines have; absent: none. */
  readonly hidden?: number;
  readonly correction?: EditCorrection;
  /** The person has changed it, in the diff, from what was proposed. */
  readonly isEdited?: true;
}

/** A summary that would stand for the older messages from now on; `before` and `after` are tokens of a whole request. */
export interface SummaryView {
  readonly kind: 'summary';
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** A skill as the panel shows it. */
export interface SkillView {
  readonly kind: 'skill';
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly instructions: string;
  /** How many characters that are not seen all of it has; absent: none. */
  readonly hidden?: number;
}

/** A call of a server's tool as the panel shows it: its arguments as text. */
export interface McpView extends Omit<McpProposal, 'args'> {
  readonly args: readonly { readonly name: string; readonly value: string }[];
  /** How many characters that are not seen all arguments have; absent: none. */
  readonly hidden?: number;
}

/** A proposal as the panel shows it. */
export type ProposalView =
  | SummaryView
  | ({ readonly kind: 'edit' } & EditView)
  | { readonly kind: 'edits'; readonly edits: readonly EditView[] }
  | CommandProposal
  | DiscoveredProposal
  | FetchProposal
  | McpView
  | ReadProposal
  | QuestionsProposal
  | ModeProposal
  | ServerQuestion
  | SkillView;

/** What a command would touch, as far as reading it tells. Paths are as people read them. */
export interface Effects {
  readonly reads: readonly AffectedPath[];
  readonly writes: readonly AffectedPath[];
  readonly deletes: readonly AffectedPath[];
  /** Hosts, or programs that reach the network where no host can be told. */
  readonly network: readonly string[];
  /** False where parts of the command can't be known before it runs. */
  readonly isComplete: boolean;
}

export interface AffectedPath {
  readonly path: string;
  readonly isOutside: boolean;
}

/** A question that waits for the person. `conflict`: the file changed after the change was proposed. */
export interface Approval {
  readonly callId: string;
  readonly proposal: ProposalView;
  /** Why the person is asked, in one sentence. */
  readonly reason?: string;
  /** The parts of a command that are the reason, where not all of it is. */
  readonly parts?: readonly string[];
  readonly effects?: Effects;
  /** Where a command would run once it is accepted; `none`: there is no sandbox here, although one is wanted. */
  readonly sandbox?: {
    readonly tier: SandboxTier | 'none';
    readonly where: Confinement['where'];
    /** Hosts and folders that it gets besides, this once. */
    readonly adds?: readonly string[];
  };
  readonly remember: readonly RememberChoice[];
  /** Why nothing is offered to be allowed from now on, where there would have been something; one sentence. */
  readonly withoutRemember?: string;
  readonly conflict?: { readonly canMerge: boolean };
  /** The whole edit is on the screen, in a diff editor that has opened by itself. */
  readonly isShown?: true;
  /** The agent that asks, as people name it, where it is not the one of the chat. */
  readonly agent?: string;
}
