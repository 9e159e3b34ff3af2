import type { LanguageFeatures } from '../agent/ports/languageFeatures';
import type { Skill, Skills } from '../agent/ports/skills';
import type { ToolSource } from '../agent/ports/toolSource';
import type { Tool } from '../agent/tool';
import type { ToolSettings } from '../policy/toolRules';
import type { DiscoveredTools } from './discovered/discoveredTools';

export interface ToolSourceOptions {
  /** Absent without an editor. */
  readonly features?: LanguageFeatures;
  /** False: no user is present to answer, so tools that ask questions are not offered. */
  readonly canAsk?: boolean;
  /** False: the approval mode stays as it is, so tools that switch it are not offered. */
  readonly canSwitchMode?: boolean;
  /** Whether a model is asked to correct edits. */
  readonly usesModel: () => boolean;
  /** Tools that the settings exclude are not offered. */
  readonly lists: () => ToolSettings;
  readonly skills: () => Promise<readonly Skill[]>;
  readonly registry: Skills;
  /** The tools of MCP servers. */
  readonly mcp?: ToolSource;
  /** The tools of `tools.discoveryCommand`; undefined if it is not set. */
  readonly discovered?: () => Promise<DiscoveredTools | undefined>;
}

/** The sources of a session's tools; if two tools have the same name, the earlier source wins. */
export function toolSources(options: ToolSourceOptions): readonly ToolSource[] {
  const builtin = builtinSource(options);
  return [
    builtin,
    ...(options.discovered ? [discoveredSource(options.discovered, builtin, options.lists)] : []),
    ...(options.mcp ? [options.mcp] : []),
  ];
}

/** The tools of the user's discovery command, loaded once there is such a command. */
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

/** Pollux's own tools, those that need an editor, and the skills that exist at the first call. */
function builtinSource(options: ToolSourceOptions): ToolSource {
  const { features, canAsk = true, canSwitchMode = true, usesModel, lists, skills, registry } = options;
  let tools: readonly Tool[] | undefined;
  return {
    name: 'Pollux',
    async list() {
      if (tools) return tools;
      // Slow to load, and a chat that is only viewed needs no tools.
      const [{ createTools }, found] = await Promise.all([import('./index'), skills()]);
      tools ??= createTools({
        ...(features && { features }),
        canAsk,
        canSwitchMode,
        usesModel,
        skills: found,
        registry,
        lists: lists(),
      });
      return tools;
    },
  };
}
