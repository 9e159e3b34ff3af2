import type { JsonSchema } from './toolDeclaration';

/** Instructions for a helper that works on one task in a session of its own. */
export interface AgentDefinition {
  /** As the model names it. */
  readonly name: string;
  /** As people do. */
  readonly title: string;
  /** What it is good for; one line. */
  readonly description: string;
  readonly instructions: string;
  /** Names of tools, with `*` at the end for any rest; those that its caller does not have are not there. Absent: all. */
  readonly tools?: readonly string[];
  /** The name of a model or an alias; absent: that of its caller. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns: number;
  readonly maxMinutes: number;
  /** The shape of its result; absent: a text. */
  readonly output?: AgentResultShape;
  /** More of its instructions, found when it is set to work. Throws `ToolError`. */
  readonly brief?: () => Promise<string>;
  /** The model is not told of it: the user names it. */
  readonly isForUserOnly?: true;
  readonly source: AgentSource;
  /** Absolute path of its file; absent: Pollux brings it. */
  readonly file?: string;
}

/** `name`: the argument in which the result is handed over. */
export interface AgentResultShape {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Whose it is; of two with one name, the later of these counts. */
export type AgentSource = 'builtIn' | 'extension' | 'user' | 'workspace';

/** The agents that may be set to work now. */
export interface Agents {
  /** The same list while nothing has changed; asked before each request to the model. Never rejects. */
  list(): Promise<readonly AgentDefinition[]>;
}

/** Whose way of writing such a file it is; `skill`: a `SKILL.md` that is followed in a context of its own. */
export type AgentFormat = 'gemini' | 'claude' | 'copilot' | 'skill';

/** A file that may define an agent. `text` is null if it is there and can't be read; then `error` says why. */
export interface AgentText {
  readonly source: AgentSource;
  readonly format: AgentFormat;
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
  /** What its agent is told besides when it is set to work. */
  readonly brief?: () => Promise<string>;
}
