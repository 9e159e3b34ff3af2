import type { ReadContext, ReadTool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';

/** A tool of Pollux's MCP server. */
export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
  run(args: Readonly<Record<string, unknown>>, call: ServedCall): Promise<ServedResult>;
}

export interface ServedResult {
  readonly text: string;
  readonly isError?: boolean;
}

/** One call: its signal, progress and questions. */
export interface ServedCall {
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  /** Whether the user of the client program can be asked. */
  readonly canAsk: boolean;
  /** Asks the user about `message`; undefined if there is no answer. */
  readonly ask: (message: string) => Promise<{ readonly isAllowed: boolean; readonly reason?: string } | undefined>;
}

export interface ReadToolParts {
  readonly context: (signal: AbortSignal) => ReadContext;
  /** Returns the validated arguments. Throws `ToolError`. */
  readonly validate: (tool: ReadTool, args: Readonly<Record<string, unknown>>) => never;
  /** Whether a file may only be shown to other programs with the user's consent. */
  readonly isSecret: (path: string) => boolean;
}

/** A read-only tool as offered to other programs: files that look like secrets are withheld. */
export function servedRead(tool: ReadTool, { context, validate, isSecret }: ReadToolParts): ServedTool {
  const { name, description, parameters: inputSchema } = tool;
  return {
    name,
    description,
    inputSchema,
    isReadOnly: true,
    async run(args, { signal }) {
      try {
        const checked = validate(tool, args);
        const reading = context(signal);
        const secret = (await tool.reads?.(checked, reading))?.find(path => isSecret(path.relative));
        if (secret) return { text: `${secret.display} looks like a secret, so it isn't given out.`, isError: true };
        return { text: (await tool.run(checked, reading)).content };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return { text: error.message, isError: true };
      }
    },
  };
}
