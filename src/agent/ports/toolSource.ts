import type { Tool } from '../tool';

/** Where tools come from: Pollux itself, the editor, a server, … */
export interface ToolSource {
  /** The source's name, for the log. */
  readonly name: string;
  /**
   * The current tools. Called before each request to the model, so if nothing has changed it must be quick and return
   * the same tools in the same order.
   */
  list(): Promise<readonly Tool[]>;
}
