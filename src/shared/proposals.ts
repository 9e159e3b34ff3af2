// A change is a value before it happens: a tool proposes it, policy or the user approves it, and only then is it
// applied.
import type { Confinement, SandboxTier } from './sandbox';
import type { ServerQuestion } from './serverQuestions';

/**
 * How the place of an edit was found although the file doesn't contain its old text exactly as the model gave it.
 * `escapes`: a whole file's content, in which a model has undone escape sequences and changed nothing else.
 */
export type EditCorrection = 'flexible' | 'regex' | 'fuzzy' | 'unescaped' | 'model' | 'escapes';

/** `before` null: the file doesn't exist yet. Texts keep their own line endings and exclude a byte-order mark. */
export interface EditProposal {
  readonly kind: 'edit';
  /** For display: relative to its workspace folder, prefixed with the folder's name if there are several. */
  readonly path: string;
  /** Absolute, resolved and contained in a workspace folder, or the one file outside that a tool may write (memory). */
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
  readonly correction?: EditCorrection;
}

/** Changes to several files that only make sense together, such as a rename; accepted or rejected as a whole. */
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
  /** It keeps running after the call has returned. */
  readonly isBackground?: boolean;
  /** Whether it gets a terminal of its own. */
  readonly wantsTerminal?: boolean;
  /** It can't change any file; set by policy on approval. */
  readonly onlyLooks?: true;
  /** Where it runs; set by policy on approval. Absent: there is no sandbox. */
  readonly sandbox?: Confinement;
}

/** A call of a tool that was declared by the user's discovery command. */
export interface DiscoveredProposal {
  readonly kind: 'discovered';
  /** Its name, as the discovery command declares it. */
  readonly tool: string;
  /** The whole command line. */
  readonly command: string;
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** The arguments as JSON, passed to the command on standard input. */
  readonly input: string;
}

/** A network request. `prompt`: the question about the pages; without it, their text is requested. */
export interface FetchProposal {
  readonly kind: 'fetch';
  readonly urls: readonly string[];
  readonly prompt?: string;
}

/** A call of an MCP server's tool. Title, description and hints come from the server and are not verified. */
export interface McpProposal {
  readonly kind: 'mcp';
  /** Its name in the settings. */
  readonly server: string;
  /** The server's name for it. */
  readonly tool: string;
  readonly title?: string;
  readonly description?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The server's command or URL. */
  readonly from: string;
  /** The server is configured by the workspace. */
  readonly isForeign: boolean;
  readonly hints: { readonly readOnly?: boolean; readonly destructive?: boolean };
}

/** A read that requires the user's approval, such as of a file that looks like a secret. */
export interface ReadProposal {
  readonly kind: 'read';
  readonly paths: readonly string[];
}

export interface Question {
  readonly question: string;
  /** A heading of one or two words. */
  readonly header: string;
  readonly type: 'choice' | 'text' | 'yesno';
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  readonly isMultiple: boolean;
  readonly placeholder?: string;
}

/** The model's questions to the user. `answers`, by index of the question, are set on acceptance. */
export interface QuestionsProposal {
  readonly kind: 'questions';
  readonly questions: readonly Question[];
  readonly answers?: readonly string[];
}

/** A change of approval mode that the model requests. `plan`: the plan to approve, as Markdown. */
export interface ModeProposal {
  readonly kind: 'mode';
  readonly mode: 'plan' | 'default' | 'autoEdit';
  readonly reason?: string;
  readonly plan?: string;
}

/** Instructions that the model wants to follow from now on, with the directory they come from. */
export interface SkillProposal {
  readonly kind: 'skill';
  readonly name: string;
  readonly description: string;
  /** Absolute path of the file with the instructions, and that path for display. */
  readonly file: string;
  readonly path: string;
  readonly instructions: string;
  /** What stands for `$ARGUMENTS` in these. */
  readonly args?: string;
  /** The same skill has already been approved in this chat. */
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

/** A proposal approved by policy or the user. Only `policy/approvals` creates these; ports verify them before use. */
export type Approved<P extends { readonly kind: string }> = P & { readonly [approved]: true };

/** How long a remembered rule applies: for the answer that asked, this session, in this folder, or everywhere. */
export type RememberScope = 'answer' | 'session' | 'folder' | 'user';

/** A rule that the user may add when accepting. `rule` is the exact rule in readable form. */
export interface RememberChoice {
  /** Identifies the choice in the verdict; unique within the approval. */
  readonly id: string;
  readonly scope: RememberScope;
  readonly rule: string;
}

/**
 * The user's decision. `edited` is the text as the user left it in the diff, and `editedAll` the texts of several
 * edits in their order; `answers` are the answers to questions or the fields of a form. `remember` is the id of a
 * `RememberChoice`. `merge` resolves a conflict: the change is applied on top of the file's current content. `mode`
 * is the approval mode to continue in after a plan was accepted.
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

/** An edit as the panel shows it, never whole files. `diff` is a unified diff without headers, possibly truncated. */
export interface EditView {
  readonly path: string;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
  readonly isCut: boolean;
  /** The number of hidden characters in all its added lines; absent: none. */
  readonly hidden?: number;
  readonly correction?: EditCorrection;
  /** The user has changed the proposed text in the diff. */
  readonly isEdited?: true;
}

/** A summary that would replace the older messages; `before` and `after` are token counts of a whole request. */
export interface SummaryView {
  readonly kind: 'summary';
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** A request to the model that waits because it contains what looks like secrets, which are described in words. */
export interface LeakView {
  readonly kind: 'leak';
  readonly secrets: readonly string[];
}

/** `send`: unchanged, this time; `redact`: without the secrets, from now on in this chat; `stop`: don't send. */
export type LeakAnswer = 'send' | 'redact' | 'stop';

/** A skill as the panel shows it. */
export interface SkillView {
  readonly kind: 'skill';
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly instructions: string;
  /** The number of hidden characters in all its texts; absent: none. */
  readonly hidden?: number;
}

/** A call of an MCP server's tool as the panel shows it, with its arguments as text. */
export interface McpView extends Omit<McpProposal, 'args'> {
  readonly args: readonly { readonly name: string; readonly value: string }[];
  /** The number of hidden characters in all arguments; absent: none. */
  readonly hidden?: number;
}

/** A proposal as the panel shows it. */
export type ProposalView =
  | SummaryView
  | LeakView
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

/** The effects of a command, to the extent that static analysis can tell. Paths are for display. */
export interface Effects {
  readonly reads: readonly AffectedPath[];
  readonly writes: readonly AffectedPath[];
  readonly deletes: readonly AffectedPath[];
  /** Hosts, or the names of programs that use the network if their hosts can't be determined. */
  readonly network: readonly string[];
  /** False if parts of the command are unknown until it runs. */
  readonly isComplete: boolean;
}

export interface AffectedPath {
  readonly path: string;
  readonly isOutside: boolean;
}

/** A request for the user's approval. `conflict`: the file changed after the change was proposed. */
export interface Approval {
  readonly callId: string;
  readonly proposal: ProposalView;
  /** Why approval is required, in one sentence. */
  readonly reason?: string;
  /** The parts of a command that require approval, if not all of it does. */
  readonly parts?: readonly string[];
  readonly effects?: Effects;
  /** Where a command would run once accepted; `none`: no sandbox is available here, although one is required. */
  readonly sandbox?: {
    readonly tier: SandboxTier | 'none';
    readonly where: Confinement['where'];
    /** Hosts and directories that it may additionally use, this time only. */
    readonly adds?: readonly string[];
  };
  readonly remember: readonly RememberChoice[];
  /** Why there is no choice to allow it from now on, although one would normally be offered; one sentence. */
  readonly withoutRemember?: string;
  readonly conflict?: { readonly canMerge: boolean };
  /** The whole edit is visible in a diff editor that opened automatically. */
  readonly isShown?: true;
  /** The display name of the agent that asks, if it isn't the chat's own agent. */
  readonly agent?: string;
}
