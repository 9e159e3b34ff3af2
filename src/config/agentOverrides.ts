// Reads `agents.overrides` of `settings.json` files: settings for agents by name.
import type { Node } from 'jsonc-parser';
import { entriesOf, valueAt } from './jsonNodes';
import { lineAt, rootOf, textIn, type SettingsProblem, type SettingsText } from './settingsText';

/** The settings for one agent; absent values come from the agent's definition. */
export interface AgentOverride {
  readonly enabled?: boolean;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns?: number;
  readonly maxMinutes?: number;
}

export interface AgentOverrides {
  readonly overrides: ReadonlyMap<string, AgentOverride>;
  readonly problems: readonly SettingsProblem[];
}

/** Reads the files, from the lowest layer to the highest. Invalid values are reported with their line and left out. */
export function readAgentOverrides(texts: readonly SettingsText[]): AgentOverrides {
  const problems: SettingsProblem[] = [];
  const overrides = new Map<string, AgentOverride>();
  for (const source of texts.filter(({ text }) => text?.includes('"agents"'))) {
    const root = rootOf(source);
    if (!root || 'message' in root) continue;
    for (const [name, node] of entriesOf(at(root, 'agents', 'overrides'))) {
      const read = readOverride(node, (wrong, message) => {
        const line = lineAt(textIn(source), wrong.offset);
        problems.push({
          file: source.file,
          line,
          severity: 'error',
          message: `"agents.overrides.${name}": ${message}`,
        });
      });
      const before = overrides.get(name) ?? {};
      // A project may disable an agent, but never enable one that the user has disabled.
      const enabled = source.scope === 'workspace' && before.enabled === false ? { enabled: false } : {};
      overrides.set(name, { ...before, ...read, ...enabled });
    }
  }
  return { overrides, problems };
}

type Refuse = (node: Node, message: string) => void;

function readOverride(node: Node, refuse: Refuse): AgentOverride {
  const enabled = at(node, 'enabled');
  const model = at(node, 'modelConfig', 'model');
  if (enabled && enabled.type !== 'boolean') refuse(enabled, '"enabled" must be true or false.');
  if (model && (model.type !== 'string' || model.value === '')) refuse(model, '"model" must be a string.');
  const numbers = {
    temperature: numberAt(node, ['modelConfig', 'generateContentConfig', 'temperature'], 0, 2, refuse),
    maxTurns: numberAt(node, ['runConfig', 'maxTurns'], 1, 1000, refuse),
    maxMinutes: numberAt(node, ['runConfig', 'maxTimeMinutes'], 0.01, 1440, refuse),
  };
  const isModel = model?.type === 'string' && model.value !== '' && model.value !== 'inherit' && model.value !== 'auto';
  return {
    ...(enabled?.type === 'boolean' && { enabled: enabled.value === true }),
    ...(isModel && { model: String(model.value) }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
  };
}

function numberAt(
  node: Node,
  path: readonly string[],
  least: number,
  most: number,
  refuse: Refuse,
): number | undefined {
  const found = at(node, ...path);
  if (!found) return undefined;
  const value: unknown = found.value;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  refuse(found, `"${path.at(-1)}" must be a number from ${least} to ${most}.`);
  return undefined;
}

function at(node: Node, ...path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(valueAt, node);
}
