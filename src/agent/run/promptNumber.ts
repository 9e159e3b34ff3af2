import type { ChatState } from '../../shared/chatState';
import type { AgentRole } from '../agents/agentRole';

/** Counts the prompts of a session. */
export class PromptNumber {
  #prompts: number;

  constructor(
    private readonly state: Pick<ChatState, 'sessionId' | 'messages'>,
    private readonly role: AgentRole | undefined,
  ) {
    this.#prompts = state.messages.filter(message => message.role === 'user' && !message.isContext).length;
  }

  next(): void {
    this.#prompts++;
  }

  /** The id of the current prompt, in Gemini CLI's format; an agent has the id of its chat's prompt. */
  readonly id = (): string => this.role?.promptId() ?? `${this.state.sessionId}########${this.#prompts}`;
}
