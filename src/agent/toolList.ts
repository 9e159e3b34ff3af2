import type { ToolSource } from './ports/toolSource';
import type { Tool } from './tool';
import type { ToolDeclaration } from './ports/toolDeclaration';

/** The tools of a session as its sources last listed them. */
export class ToolList {
  #listed: readonly (readonly Tool[])[] = [];
  #current: readonly Tool[] = [];
  #declarations: readonly ToolDeclaration[] = [];

  constructor(
    private readonly sources: readonly ToolSource[],
    private readonly reportBug: (message: string, error: unknown) => void,
  ) {}

  get current(): readonly Tool[] {
    return this.#current;
  }

  /** The declarations for the model; the same array while nothing has changed. */
  get declarations(): readonly ToolDeclaration[] {
    return this.#declarations;
  }

  /** The proper name of the tool that has this name or alias. */
  nameOf(name: string): string | undefined {
    return this.#current.find(tool => tool.name === name || tool.otherNames?.includes(name))?.name;
  }

  /** Queries the sources. If one fails, its previous tools remain. Never rejects. */
  async update(): Promise<void> {
    const before = this.#listed;
    const listed = await Promise.all(this.sources.map((source, i) => this.#list(source, before[i] ?? [])));
    if (listed.every((tools, i) => tools === before[i])) return;
    this.#listed = listed;
    const byName = new Map<string, Tool>();
    for (const tool of listed.flat()) if (!byName.has(tool.name)) byName.set(tool.name, tool);
    this.#current = [...byName.values()];
    this.#declarations = this.#current
      .filter(tool => !tool.isUndeclared)
      .map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  async #list(source: ToolSource, before: readonly Tool[]): Promise<readonly Tool[]> {
    try {
      const tools = await source.list();
      const isSame = tools.length === before.length && tools.every((tool, i) => tool === before[i]);
      return isSame ? before : tools;
    } catch (error) {
      this.reportBug(`The tools of ${source.name} could not be listed`, error);
      return before;
    }
  }
}
