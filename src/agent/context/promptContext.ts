import type { ApprovalMode } from '../../shared/protocol';
import type { Message, Part, ToolCall, ToolResult } from '../../shared/messages';
import { changedEnvironment, describeEnvironment, toldEnvironment } from './environment';
import { describeMode, toldMode } from '../run/modes';
import type { Memory } from '../ports/memory';
import type { SessionSettings } from '../ports/sessionSettings';
import type { SystemTemplate } from '../ports/systemTemplate';
import type { Workspace } from '../ports/workspace';
import { ownSystemPrompt, systemPrompt } from './systemPrompt';
import type { Tool } from '../tool';
import { ToldEditor } from './toldEditor';
import { ToldMemory } from './toldMemory';
import { resolvePaths, touchedPaths } from './touchedPaths';

export interface PromptContextOptions {
  readonly workspace: Workspace;
  readonly settings: Pick<SessionSettings, 'canAsk' | 'editor' | 'environment' | 'mode'>;
  readonly tools: () => readonly Tool[];
  /** Absent: there is no memory here. */
  readonly memory?: Memory | undefined;
  /** Absent: Pollux's own instructions can't be replaced. */
  readonly template?: SystemTemplate | undefined;
  /** An agent's instructions, which replace those of a chat. */
  readonly instructions?: string | undefined;
}

/** What Pollux itself tells the model of a session, and which of it the model already knows. */
export class PromptContext {
  #system: string | undefined;
  readonly #memory: ToldMemory | undefined;
  readonly #editor: ToldEditor | undefined;
  /** The approval mode that the model was last told. */
  #toldMode: ApprovalMode | undefined = 'default';
  /** The environment that the model was told about in the middle of the conversation. */
  #changed: string | undefined;
  /** Whether what the model was told is known to still hold. */
  #isSure = false;

  constructor(private readonly options: PromptContextOptions) {
    this.#memory = options.memory && new ToldMemory(options.memory);
    const { instructions, settings, workspace } = options;
    // An agent works on the task it was given, not on what the user is viewing.
    this.#editor =
      settings.editor && instructions === undefined ? new ToldEditor(settings.editor, workspace) : undefined;
  }

  /** The instructions of each request; empty until `write` was called. */
  get system(): string {
    return this.#system ?? '';
  }

  /** Writes the instructions, once: the beginning of a request must stay the same. The tools must be listed already. */
  async write(): Promise<void> {
    this.#system ??= await this.#systemPrompt();
  }

  /**
   * What the model does not know yet: its environment, the approval mode, and changes in memory. These are not in the
   * instructions, which must stay the same. `messages`: as the model sees them.
   */
  async news(messages: readonly Message[]): Promise<string[]> {
    const { settings } = this.options;
    const environment = this.#isSure ? undefined : await this.#environmentAfter(messages);
    this.#isSure = true;
    const mode = settings.mode();
    const isNew = mode !== this.#toldMode;
    this.#toldMode = mode;
    const editor = await this.#editor?.news();
    return [
      ...(environment === undefined ? [] : [environment]),
      ...(isNew ? [describeMode(mode, settings.canAsk)] : []),
      ...((await this.#memory?.changes(messages)) ?? []),
      ...(editor === undefined ? [] : [editor]),
    ];
  }

  /** Memory for the places that tools have accessed since the last call. `messages`: as the model sees them. */
  async found(messages: readonly Message[]): Promise<string | undefined> {
    return this.#memory?.found(messages);
  }

  /** Call this after calls have run: the next `found` returns the memory for the places they accessed. */
  async touched(calls: readonly ToolCall[], results: readonly ToolResult[]): Promise<void> {
    this.#memory?.touch(await touchedPaths(calls, results, this.options.workspace));
  }

  /** Call this when files are attached to a prompt. */
  async attached(parts: readonly Part[]): Promise<void> {
    const files = parts.flatMap(part =>
      part.type === 'file' && (part.source ?? 'folder') === 'folder' ? [part.path] : [],
    );
    if (this.#memory && files.length > 0) this.#memory.touch(await resolvePaths(files, this.options.workspace));
  }

  /** Part of what the model was told is gone from the conversation. */
  forget(): void {
    this.#editor?.forget();
    this.#isSure = false;
  }

  /** Replaces messages that were dropped: the mode, unless it is the default, and a changed environment. */
  reminder(): string | undefined {
    const { settings } = this.options;
    this.#toldMode = settings.mode();
    const mode = this.#toldMode === 'default' ? [] : [describeMode(this.#toldMode, settings.canAsk)];
    const told = [...mode, ...(this.#changed === undefined ? [] : [this.#changed])];
    return told.length > 0 ? told.join('\n') : undefined;
  }

  /** Undefined: the environment described earlier in a continued conversation still holds. */
  async #environmentAfter(messages: readonly Message[]): Promise<string | undefined> {
    const now = await describeEnvironment(this.options.workspace, this.options.settings.environment());
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
    const { instructions } = this.options;
    const memory = await this.#memory?.section();
    const text = instructions ?? (await this.#chatPrompt());
    return memory === undefined ? text : `${text}\n\n${memory}`;
  }

  async #chatPrompt(): Promise<string> {
    const { template, tools } = this.options;
    const own = await template?.read();
    const text = own === undefined ? await this.#builtInPrompt() : ownSystemPrompt(own, tools());
    await template?.write(own ?? text);
    return text;
  }

  async #builtInPrompt(): Promise<string> {
    const { workspace, settings } = this.options;
    const tools = this.options.tools();
    const repositories = await Promise.all(
      workspace.folders().map(async folder => workspace.stat(await workspace.resolve(`${folder.path}/.git`))),
    );
    return systemPrompt({
      advice: tools.flatMap(tool => tool.advice ?? []),
      sections: tools.flatMap(tool => tool.section ?? []),
      isInteractive: settings.canAsk,
      isGitRepository: repositories.some(each => each !== null),
    });
  }
}
