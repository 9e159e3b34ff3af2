import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Skill, Skills } from '../agent/ports/skills';
import type { ToolSource } from '../agent/ports/toolSource';
import type { Tool } from '../agent/tool';
import type { ToolSettings } from '../policy/toolRules';
import type { DiscoveredTools } from './discovered/discoveredTools';

export interface ToolSourceOptions {
  /** Absent where there is no editor. */
  readonly features?: LanguageFeatures;
  /** False: there is nobody who could answer, and tools that ask are not offered. */
  readonly canAsk?: boolean;
  /** Whether a model is asked to correct edits. */
  readonly usesModel: () => boolean;
  /** Tools that are not to be used are not offered either. */
  readonly lists: () => ToolSettings;
  readonly skills: () => Promise<readonly Skill[]>;
  readonly shelf: Skills;
  /** Those of MCP servers. */
  readonly mcp?: ToolSource;
  /** Of `tools.discoveryCommand`; undefined where none is set. */
  readonly discovered?: () => Promise<DiscoveredTools | undefined>;
}

/** Where the tools of a session come from; of two tools with one name, that of the earlier source counts. */
export function toolSources(options: ToolSourceOptions): readonly ToolSource[] {
  const builtin = builtinSource(options);
  return [
    builtin,
    ...(options.discovered ? [discoveredSource(options.discovered, builtin, options.lists)] : []),
    ...(options.mcp ? [options.mcp] : []),
  ];
}

/** The tools of a command of the user's, loaded when there is such a command. */
function discoveredSource(
  find: NonNullable<ToolSourceOptions['discovered']>,
  builtin: ToolSource,
  lists: () => ToolSettings,
): ToolSource {
  let source: ToolSource | undefined;
  const taken = async () =>
    new Set((await builtin.list()).flatMap(({ name, otherNames = [] }) => [name, ...otherNames]));
  return {
    name: 'tools.discoveryCommand',
    async list() {
      source ??= (await find())?.source({ lists, taken });
      return source?.list() ?? [];
    },
  };
}

/** What Pollux brings, with what an editor adds and the skills that there are when it is first asked. */
function builtinSource({ features, canAsk = true, usesModel, lists, skills, shelf }: ToolSourceOptions): ToolSource {
  let tools: readonly Tool[] | undefined;
  return {
    name: 'Pollux',
    async list() {
      if (tools) return tools;
      // Much to load, and a chat that is only looked at needs none.
      const [{ createTools }, found] = await Promise.all([import('./index'), skills()]);
      tools ??= createTools({ ...(features && { features }), canAsk, usesModel, skills: found, shelf, lists: lists() });
      return tools;
    },
  };
}
