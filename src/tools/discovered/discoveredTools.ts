import type { ToolCommand, ToolCommandEnd, ToolCommands } from '../../agent/ports/toolCommands';
import type { ToolSource } from '../../agent/ports/toolSource';
import type { Tool } from '../../agent/tool';
import type { ToolDeclaration } from '../../agent/ports/toolDeclaration';
import { isOffered, type ToolSettings } from '../../policy/toolRules';
import { ToolError } from '../../shared/errors';
import { DeclarationsError, readDeclarations } from './declarations';
import { createDiscoveredTool } from './discoveredTool';

/** A problem with a command or its output. `line` is 1-based. */
export interface DiscoveryProblem {
  readonly file: string;
  readonly line?: number;
  readonly severity: 'error';
  readonly message: string;
}

export interface DiscoveredToolsOptions {
  readonly commands: ToolCommands;
  /** The current settings. */
  readonly discovery: () => ToolCommand | undefined;
  readonly call: () => ToolCommand | undefined;
  /** Whether the commands may run; if they lack approval, the user is asked and may answer later. */
  readonly mayRun: (commands: readonly ToolCommand[]) => Promise<boolean>;
  /** Called with all problems of a discovery or its settings. */
  readonly onProblems: (problems: readonly DiscoveryProblem[]) => void;
}

/** Options of one session. */
export interface DiscoveredSourceOptions {
  readonly lists: () => ToolSettings;
  /** Names of other tools: a rule for one of those must not apply to a discovered tool. */
  readonly taken: () => Promise<ReadonlySet<string>>;
}

interface Discovery {
  readonly key: string;
  readonly found: Promise<readonly ToolDeclaration[]>;
}

/** The tools declared by the user's discovery command: found at the first prompt, and again when a command changes. */
export class DiscoveredTools {
  #last: Discovery | undefined;

  constructor(private readonly options: DiscoveredToolsOptions) {}

  /** Runs the discovery again at the next prompt. */
  refresh(): void {
    this.#last = undefined;
  }

  source({ lists, taken }: DiscoveredSourceOptions): ToolSource {
    let made: { readonly from: readonly ToolDeclaration[]; readonly tools: readonly Tool[] } | undefined;
    return {
      name: 'tools.discoveryCommand',
      list: async () => {
        const from = await this.#find();
        if (made?.from === from) return made.tools;
        const names = from.length > 0 ? await taken() : new Set<string>();
        const tools = from.map(each => this.#tool(each, names)).filter(tool => isOffered(tool, lists()));
        made = { from, tools };
        return tools;
      },
    };
  }

  #tool(declaration: ToolDeclaration, taken: ReadonlySet<string>): Tool {
    const { name } = declaration;
    return createDiscoveredTool(declaration, {
      commands: this.options.commands,
      callCommand: () => this.#callCommand(),
      hasBareName: !taken.has(name) && !/^(?:mcp_|discovered_tool_)|__/.test(name),
    });
  }

  async #callCommand(): Promise<ToolCommand> {
    const { call, mayRun } = this.options;
    const command = call();
    if (!command) throw new ToolError('discovered_tool_execution_error', '"tools.callCommand" is not set.');
    if (await mayRun([command])) return command;
    throw new ToolError(
      'discovered_tool_execution_error',
      'The project’s "tools.callCommand" has changed, and the user has not approved it yet.',
    );
  }

  async #find(): Promise<readonly ToolDeclaration[]> {
    const { discovery, call, mayRun } = this.options;
    const [command, caller] = [discovery(), call()];
    const key = JSON.stringify([command, caller]);
    if (!command) return this.#settle(key, NOTHING);
    if (!caller) {
      if (this.#last?.key !== key)
        this.#tell(command, '"tools.callCommand" is not set, so none of the tools can be called.');
      return this.#settle(key, NOTHING);
    }
    if (this.#last?.key !== key && !(await mayRun([command, caller]))) return [];
    if (this.#last?.key !== key) this.#last = { key, found: this.#discover(command) };
    return this.#last.found;
  }

  #settle(key: string, found: readonly ToolDeclaration[]): Promise<readonly ToolDeclaration[]> {
    if (this.#last?.key !== key) this.#last = { key, found: Promise.resolve(found) };
    return this.#last.found;
  }

  /** Never rejects. */
  async #discover(command: ToolCommand): Promise<readonly ToolDeclaration[]> {
    const end = await this.options.commands.discover(command.command, command.cwd);
    const failure = failureOf(end);
    if (failure !== undefined) {
      this.#tell(command, `"tools.discoveryCommand" failed. ${failure}`);
      return NOTHING;
    }
    try {
      const { tools, problems } = readDeclarations(end.stdout);
      if (problems.length > 0) this.#tell(command, ...problems.map(each => `"tools.discoveryCommand": ${each}`));
      return tools;
    } catch (error) {
      if (!(error instanceof DeclarationsError)) throw error;
      this.#tell(command, `"tools.discoveryCommand": ${error.message}`);
      return NOTHING;
    }
  }

  #tell({ file, line }: ToolCommand, ...messages: readonly string[]): void {
    const place = { file, ...(line !== undefined && { line }), severity: 'error' as const };
    this.options.onProblems(messages.map(message => ({ ...place, message })));
  }
}

const NOTHING: readonly ToolDeclaration[] = [];

/** Why a discovery failed, with the beginning of its error output; undefined: it succeeded. */
function failureOf({ stderr, exitCode, signal, error }: ToolCommandEnd): string | undefined {
  if (exitCode === 0 && error === undefined) return undefined;
  const said = stderr.trim().split('\n', 3).join(' ').slice(0, 300);
  const why = error ?? (signal === null ? `Exit Code: ${exitCode}.` : `Signal: ${signal}.`);
  return said === '' ? why : `${why} ${said}`;
}
