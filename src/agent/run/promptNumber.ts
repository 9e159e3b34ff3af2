import type { ChatState } from '../../shared/chatState';
import type { AgentRole } from '../agents/agentRole';

/** Which prompt of its session is at hand. */
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

  /** Names it as Gemini CLI does; agents work for that of their chat. */
  readonly id = (): string => this.role?.promptId() ?? `${this.state.sessionId}########${this.#prompts}`;
}
