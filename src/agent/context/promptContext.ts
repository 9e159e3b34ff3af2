import type { ApprovalMode } from '../../shared/protocol';
import type { Message } from '../../shared/messages';
import { changedEnvironment, describeEnvironment, toldEnvironment } from './environment';
import { describeMode, toldMode } from '../run/modes';
import type { SessionSettings } from '../ports/sessionSettings';
import type { Workspace } from '../ports/workspace';
import { systemPrompt } from './systemPrompt';
import type { Tool } from '../tool';

/** What the model of a session is told by Pollux itself, and what of it it already knows. */
export class PromptContext {
  #system: string | undefined;
  /** The approval mode that the model was last told of. */
  #toldMode: ApprovalMode | undefined = 'default';
  /** The environment that the model was told of in the middle of the conversation. */
  #changed: string | undefined;
  /** Whether what the model was told still holds. */
  #isSure = false;

  constructor(
    private readonly workspace: Workspace,
    private readonly settings: Pick<SessionSettings, 'canAsk' | 'environment' | 'mode'>,
    private readonly tools: () => readonly Tool[],
    /** In place of those of a chat. */
    private readonly instructions?: string,
  ) {}

  /** The instructions of each request; empty until `write` was called. */
  get system(): string {
    return this.#system ?? '';
  }

  /** Writes the instructions, once: the beginning of a request has to stay the same. Wants the tools to be there. */
  async write(): Promise<void> {
    this.#system ??= this.instructions ?? (await this.#systemPrompt());
  }

  /**
   * What the model does not know yet: where it is, and the approval mode. It is not in the instructions, which have to stay
   * the same. `messages`: as the model sees them.
   */
  async news(messages: readonly Message[]): Promise<string[]> {
    const environment = this.#isSure ? undefined : await this.#environmentAfter(messages);
    this.#isSure = true;
    const mode = this.settings.mode();
    const isNew = mode !== this.#toldMode;
    this.#toldMode = mode;
    return [
      ...(environment === undefined ? [] : [environment]),
      ...(isNew ? [describeMode(mode, this.settings.canAsk)] : []),
    ];
  }

  /** Some of what the model was told is gone. */
  forget(): void {
    this.#isSure = false;
  }

  /** For what takes the place of messages that told of it: the mode, where it is not the usual one, and a changed environment. */
  reminder(): string | undefined {
    this.#toldMode = this.settings.mode();
    const mode = this.#toldMode === 'default' ? [] : [describeMode(this.#toldMode, this.settings.canAsk)];
    const told = [...mode, ...(this.#changed === undefined ? [] : [this.#changed])];
    return told.length > 0 ? told.join('\n') : undefined;
  }

  /** Undefined: what a conversation that is continued told of still holds. */
  async #environmentAfter(messages: readonly Message[]): Promise<string | undefined> {
    const now = await describeEnvironment(this.workspace, this.settings.environment());
    if (messages.length === 0) return now;
    const texts = messages.flatMap(message =>
      message.role === 'user' && message.isContext
        ? message.parts.flatMap(part => (part.type === 'text' ? [part.text] : []))
        : [],
    );
    const before = toldEnvironment(texts);
    const modes = texts.flatMap(text => toldMode(text) ?? []);
    this.#toldMode = modes.at(-1) ?? (before === undefined ? undefined : 'default');
    if (now === before) return undefined;
    this.#changed = changedEnvironment(now);
    return this.#changed;
  }

  async #systemPrompt(): Promise<string> {
    const { workspace } = this;
    const repositories = await Promise.all(
      workspace.folders().map(async folder => workspace.stat(await workspace.resolve(`${folder.path}/.git`))),
    );
    return systemPrompt({
      toolNames: this.tools().map(tool => tool.name),
      sections: this.tools().flatMap(tool => tool.section ?? []),
      isInteractive: this.settings.canAsk,
      isGitRepository: repositories.some(each => each !== null),
    });
  }
}
