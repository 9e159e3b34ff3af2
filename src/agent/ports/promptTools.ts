import type { Part, ToolResult } from '../../shared/messages';
import type { Tool } from '../tool';
import type { Followed } from './followed';
import type { Workspace } from './workspace';

/** What a prompt can have done before the model hears of it: what it mentions is read, what a command of a file runs is run. */
export interface PromptTools {
  readonly workspace: Workspace;
  /** The tool of that name, if this session has it. */
  tool(name: string): Tool | undefined;
  /**
   * Makes a call as if the model had: hooks, policy and the user's answers hold for it. It is no part of the conversation.
   * `isTyped`: the user has typed exactly this, which is their answer to policy's question. Never rejects.
   */
  call(tool: Tool, args: Readonly<Record<string, unknown>>, more?: { readonly isTyped?: boolean }): Promise<ToolResult>;
  /** Tells the user something in the chat. */
  notify(level: 'info' | 'warning', text: string): void;
  /** Has the model hear of what changes of something that comes along, for as long as the conversation lasts. */
  readonly follow: (followed: Followed) => void;
  readonly signal: AbortSignal;
}

/** A prompt: its parts, or how to make them. What the latter throws, a `ToolError`, is told to the user; nothing is sent. */
export type Prompt = readonly Part[] | ((tools: PromptTools) => Promise<readonly Part[]>);
