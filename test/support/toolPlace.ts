import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { CommandResult } from '../../src/agent/ports/terminal';
import type { ChangeContext, ChangeTool, ReadTool, Tool, ToolOutput } from '../../src/agent/tool';
import { ArgumentValidator } from '../../src/agent/calls/validateArgs';
import { approve } from './approve';
import type { ModeProposal, Proposal } from '../../src/shared/proposals';
import { builtinTools } from '../../src/tools/index';
import { noOutputFiles, noProcesses, noUtilityModel, noWeb } from './idlePorts';
import { createMemoryFileWriter } from './memoryFileWriter';
import { createMemoryTerminal } from './memoryTerminal';
import { createMemoryWorkspace, MemoryFiles } from './memoryWorkspace';

type Args = Readonly<Record<string, unknown>>;

/** Tools, the built-in ones unless others are given, over files in memory and a terminal that runs nothing. */
export class ToolPlace {
  readonly files = new MemoryFiles();
  readonly workspace;
  readonly commands;
  readonly controller = new AbortController();
  readonly context: ChangeContext;
  live = '';
  mode: ModeProposal['mode'] | undefined;
  private readonly validator = new ArgumentValidator(Ajv);

  constructor(
    private readonly folders: readonly string[] = ['/pollux-memory/work'],
    answers: Readonly<Record<string, Partial<CommandResult>>> = {},
    private readonly tools: readonly Tool[] = builtinTools,
  ) {
    this.workspace = createMemoryWorkspace(this.files, folders, '/pollux-memory/home/.gemini/GEMINI.md');
    const { terminal, commands } = createMemoryTerminal(answers);
    this.commands = commands;
    this.context = {
      callId: 'call',
      workspace: this.workspace,
      files: createMemoryFileWriter(this.files, this.workspace),
      terminal,
      processes: noProcesses,
      web: noWeb,
      outputFiles: noOutputFiles,
      model: noUtilityModel,
      setMode: mode => (this.mode = mode),
      signal: this.controller.signal,
      onOutput: text => (this.live += text),
    };
  }

  /** Below the first folder. */
  absolute(path: string): string {
    return join(this.folders[0] ?? '/', path);
  }

  put(path: string, content: string | Uint8Array): void {
    this.files.put(this.absolute(path), content);
  }

  text(path: string): string | null {
    const bytes = this.files.bytes(this.absolute(path));
    return bytes && Buffer.from(bytes).toString();
  }

  /** Arguments as the tool gets them from the scheduler. */
  args(name: string, args: Args): never {
    return this.validator.validate(toolNamed(name, this.tools), args);
  }

  async run(name: string, args: Args): Promise<ToolOutput> {
    return (toolNamed(name, this.tools) as ReadTool).run(this.args(name, args), this.context);
  }

  async propose<P extends Proposal>(name: string, args: Args): Promise<P> {
    return (await (toolNamed(name, this.tools) as ChangeTool).propose(this.args(name, args), this.context)) as P;
  }

  async apply(name: string, proposal: Proposal): Promise<ToolOutput> {
    return (toolNamed(name, this.tools) as ChangeTool).apply(approve(proposal), this.context);
  }

  /** Proposes and applies what is proposed. */
  async change(name: string, args: Args): Promise<ToolOutput> {
    return this.apply(name, await this.propose(name, args));
  }
}

export function toolNamed(name: string, tools = builtinTools): Tool {
  const tool = tools.find(each => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}`);
  return tool;
}
