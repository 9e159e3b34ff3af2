import type { JsonSchema } from './toolDeclaration';

/** Instructions for a helper that works on one task in its own session. */
export interface AgentDefinition {
  /** The name that the model uses. */
  readonly name: string;
  /** The name shown to the user. */
  readonly title: string;
  /** What it is good for; one line. */
  readonly description: string;
  readonly instructions: string;
  /** Its task is inserted where its instructions contain the placeholder of skills. */
  readonly isSkill?: true;
  /** Tool names, with a trailing `*` as wildcard; those that the caller lacks are left out. Absent: all that it has. */
  readonly tools?: readonly string[];
  /** A model name or an alias. Absent: the caller's model. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns: number;
  readonly maxMinutes: number;
  /** The shape of its result. Absent: text. */
  readonly output?: AgentResultShape;
  /** Further instructions, determined when it starts. Throws `ToolError`. */
  readonly brief?: () => Promise<string>;
  /** Not declared to the model: only the user can name it. */
  readonly isForUserOnly?: true;
  readonly source: AgentSource;
  /** Absolute path of its file. Absent: it is built in. */
  readonly file?: string;
}

/** `name`: the argument that the result is passed in. */
export interface AgentResultShape {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Where it comes from; if two have the same name, the later source in this list counts. */
export type AgentSource = 'builtIn' | 'extension' | 'user' | 'workspace';

/** The agents that can be started now. */
export interface Agents {
  /** Returns the same list while nothing has changed; called before each request to the model. Never rejects. */
  list(): Promise<readonly AgentDefinition[]>;
}

/** The program whose file format it is; `skill`: a `SKILL.md` that runs in a context of its own. */
export type AgentFormat = 'gemini' | 'claude' | 'copilot' | 'skill';

/** A file that may define an agent. `text` is null if the file exists but can't be read; `error` then says why. */
export interface AgentText {
  readonly source: AgentSource;
  readonly format: AgentFormat;
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
  /** Further instructions for its agent, determined when it starts. */
  readonly brief?: () => Promise<string>;
}
