import type { ReadContext, ReadTool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';

/** What a program that uses Pollux as its MCP server can call. */
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

/** One call: how it is followed, stopped, and answered for. */
export interface ServedCall {
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  /** Whether the user of that program can be asked. */
  readonly canAsk: boolean;
  /** What the user says to `message`; undefined: nothing. */
  readonly ask: (message: string) => Promise<{ readonly isAllowed: boolean; readonly reason?: string } | undefined>;
}

export interface ReadToolParts {
  readonly context: (signal: AbortSignal) => ReadContext;
  /** Throws `ToolError`. */
  readonly validate: (tool: ReadTool, args: Readonly<Record<string, unknown>>) => never;
  /** Files that no other program is told of without a word of the user. */
  readonly isSecret: (path: string) => boolean;
}

/** A tool that only reads, as it is offered to other programs: what looks like a secret is kept from them. */
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
        if (secret) return { text: `${secret.display} looks like a secret, so it is not given out.`, isError: true };
        return { text: (await tool.run(checked, reading)).content };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return { text: error.message, isError: true };
      }
    },
  };
}
