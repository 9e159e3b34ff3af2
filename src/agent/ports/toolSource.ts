import type { Tool } from '../tool';

/** Where tools come from: Pollux itself, the editor, a server, … */
export interface ToolSource {
  /** Of this source, for the log. */
  readonly name: string;
  /**
   * The tools that it has now; asked before each request to the model, so it must be quick where nothing changed, and
   * to give the same tools in the same order then.
   */
  list(): Promise<readonly Tool[]>;
}
