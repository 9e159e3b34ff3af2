import type { KeptValues } from '../../agent/ports/storedValues';
import { canonicalJson } from './canonicalJson';
import type { ServerTool } from '../connection/mcpConnection';
import { recordOf } from './serverContent';
import type { ServerConfig } from '../config/serverConfig';

/** A tool that has changed since it was first seen or last approved. */
export interface ChangedTool {
  readonly server: string;
  readonly tool: string;
  /** Name, description and schema, before and after, for the user to compare. */
  readonly before: string;
  readonly after: string;
  /** Digest of `after`. */
  readonly key: string;
  approve(): void;
}

export interface ToolPinsOptions {
  readonly kept: KeptValues;
  readonly digest: (text: string) => string;
  /** Called once for each change. */
  readonly onChanged: (changed: ChangedTool) => void;
}

/** Longer texts are compared completely, but only this many characters are stored. */
const MAX_KEPT = 20_000;

/** Pins tools to their first definition: approval of a tool doesn't extend to a different one with the same name. */
export class ToolPins {
  readonly #texts = new WeakMap<ServerTool, string>();
  readonly #told = new Set<string>();
  readonly #changed = new Map<string, ChangedTool>();

  constructor(private readonly options: ToolPinsOptions) {}

  /** Returns the unchanged tools; tools seen for the first time are pinned to their current definition. */
  known(config: ServerConfig, tools: readonly ServerTool[]): readonly ServerTool[] {
    if (tools.length === 0) return tools;
    const { kept, digest } = this.options;
    const name = `tools ${digest(JSON.stringify([config.name, canonicalJson(config.transport)]))}`;
    const pins = { ...recordOf(kept.get(name)) };
    const added: string[] = [];
    const same = tools.filter(tool => {
      const text = this.#textOf(tool);
      const key = digest(text);
      const own = pinName(tool.name);
      const pin = recordOf(pins[own]);
      const id = JSON.stringify([config.name, tool.name]);
      if (pin.key === undefined) {
        pins[own] = { key, text: text.slice(0, MAX_KEPT) };
        added.push(own);
      } else if (pin.key !== key) {
        this.#tell(id, { server: config.name, tool: tool.name, before: String(pin.text), after: text, key }, name);
        return false;
      }
      this.#changed.delete(id);
      return true;
    });
    if (added.length > 0) kept.set(name, pins);
    return same;
  }

  /** The tools that are not used because they have changed. */
  get changed(): readonly ChangedTool[] {
    return [...this.#changed.values()];
  }

  #tell(id: string, change: Omit<ChangedTool, 'approve'>, name: string): void {
    const { kept, onChanged } = this.options;
    const { key, tool, after } = change;
    const approve = () => {
      kept.set(name, { ...recordOf(kept.get(name)), [pinName(tool)]: { key, text: after.slice(0, MAX_KEPT) } });
      this.#changed.delete(id);
    };
    const changed = { ...change, approve };
    this.#changed.set(id, changed);
    const once = `${id} ${key}`;
    if (this.#told.has(once)) return;
    this.#told.add(once);
    onChanged(changed);
  }

  #textOf(tool: ServerTool): string {
    const { name, title, description, inputSchema, outputSchema } = tool;
    const text = this.#texts.get(tool) ?? canonicalJson({ name, title, description, inputSchema, outputSchema });
    this.#texts.set(tool, text);
    return text;
  }
}

/** The prefix keeps tool names from colliding with built-in properties of objects. */
function pinName(tool: string): string {
  return `:${tool}`;
}
