import type { ApprovalMode } from '../../shared/protocol';
import { describeEnvironment } from './environment';
import { describeMode } from '../run/modes';
import type { SessionSettings } from '../ports/sessionSettings';
import type { Workspace } from '../ports/workspace';
import { systemPrompt } from './systemPrompt';
import type { Tool } from '../tool';

/** What the model of a session is told by Pollux itself, and what of it it already knows. */
export class PromptContext {
  #system: string | undefined;
  /** The approval mode that the model was last told of. */
  #toldMode: ApprovalMode | undefined = 'default';

  constructor(
    private readonly workspace: Workspace,
    private readonly settings: Pick<SessionSettings, 'canAsk' | 'environment' | 'mode'>,
    private readonly tools: () => readonly Tool[],
  ) {}

  /** The instructions of each request; empty until `write` was called. */
  get system(): string {
    return this.#system ?? '';
  }

  /** Writes the instructions, once: the beginning of a request has to stay the same. Wants the tools to be there. */
  async write(): Promise<void> {
    this.#system ??= await this.#systemPrompt();
  }

  /** What a new conversation begins with. */
  environment(): Promise<string> {
    return describeEnvironment(this.workspace, this.settings.environment());
  }

  /** The mode, if it is another one than the model knows of. It is not in the instructions, which have to stay the same. */
  newMode(): string | undefined {
    const mode = this.settings.mode();
    if (mode === this.#toldMode) return undefined;
    this.#toldMode = mode;
    return describeMode(mode);
  }

  /** The mode, for what takes the place of messages that told of it; nothing where it is the usual one. */
  modeAnew(): string | undefined {
    this.#toldMode = this.settings.mode();
    return this.#toldMode === 'default' ? undefined : describeMode(this.#toldMode);
  }

  /** What the model was told of the mode may be gone: it is told again. */
  forgetMode(): void {
    this.#toldMode = undefined;
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
