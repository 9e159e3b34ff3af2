import type { Part, ToolResult } from '../../shared/messages';
import type { Tool } from '../tool';
import type { Followed } from './followed';
import type { Workspace } from './workspace';

/** What a prompt can do before it is sent to the model: read what it mentions, run the commands of a command file. */
export interface PromptTools {
  readonly workspace: Workspace;
  /** The tool with that name, if this session has it. */
  tool(name: string): Tool | undefined;
  /**
   * Makes a call as if the model had: hooks, policy and the user's answers apply. It does not become part of the
   * conversation. `isTyped`: the user has typed exactly this, which answers policy's question. Never rejects.
   */
  call(tool: Tool, args: Readonly<Record<string, unknown>>, more?: { readonly isTyped?: boolean }): Promise<ToolResult>;
  /** Shows the user a notice in the chat. */
  notify(level: 'info' | 'warning', text: string): void;
  /** Reports later changes of an attachment to the model, for the duration of the conversation. */
  readonly follow: (followed: Followed) => void;
  readonly signal: AbortSignal;
}

/** A prompt: its parts, or what makes them. If that throws a `ToolError`, the user is told and nothing is sent. */
export type Prompt = readonly Part[] | ((tools: PromptTools) => Promise<readonly Part[]>);
