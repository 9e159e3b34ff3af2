import type { Node } from 'jsonc-parser';
import type { GenerationSettings, ThinkingLevel } from '../agent/ports/model';
import { entriesOf, valueAt } from './jsonNodes';
import { LineIndex } from './lineIndex';
import { rootOf, textIn, type SettingsProblem, type SettingsText } from './settingsText';

/** The meaning of a model name: the alias it extends, with another model or other settings. */
export interface ModelAlias {
  readonly extends?: string;
  readonly model?: string;
  readonly generation: GenerationSettings;
}

/** Applies to requests to this model, or for this purpose (`core` is the conversation); without either, to all. */
export interface ModelOverride {
  readonly match: { readonly model?: string; readonly scope?: string };
  readonly model?: string;
  readonly generation: GenerationSettings;
}

/**
 * `modelConfigs` of Gemini CLI's settings. No alias extends itself, and every extended alias exists. Names whose
 * aliases violate this are in `broken`, with the reason and the place; they have no meaning and must not be
 * requested.
 */
export interface ModelConfigs {
  readonly aliases: ReadonlyMap<string, ModelAlias>;
  /** In the order in which equally specific ones are applied. */
  readonly overrides: readonly ModelOverride[];
  readonly broken: ReadonlyMap<string, SettingsProblem>;
}

type Place = Pick<SettingsProblem, 'file' | 'line'>;
const LEVELS: readonly ThinkingLevel[] = ['minimal', 'low', 'medium', 'high'];

/**
 * Reads the files from the lowest layer to the highest, above the built-in aliases. Reports and skips invalid parts.
 */
export function readModelConfigs(
  files: readonly SettingsText[],
  builtIn: ReadonlyMap<string, ModelAlias>,
): { readonly configs: ModelConfigs; readonly problems: readonly SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const places = new Map<string, Place>();
  const aliases = new Map(builtIn);
  const overrides: ModelOverride[] = [];
  for (const file of files) {
    const reader = new ConfigsReader(file, problems);
    for (const { name, alias, place } of reader.aliases()) {
      aliases.set(name, alias);
      places.set(name, place);
    }
    overrides.push(...reader.overrides());
  }
  for (const { extends: base } of [...aliases.values()]) {
    if (base !== undefined && !aliases.has(base) && MODEL.test(base)) aliases.set(base, implied(base));
  }
  const broken = new Map<string, SettingsProblem>();
  for (const [name, message] of brokenAliases(aliases)) {
    const before = builtIn.get(name);
    if (before) aliases.set(name, before);
    else aliases.delete(name);
    // A built-in alias can only be broken by one from a file, which is reported itself.
    const place = places.get(name);
    if (!place) continue;
    const problem = { ...place, severity: 'error', message } as const;
    problems.push(problem);
    if (!before) broken.set(name, problem);
  }
  return { configs: { aliases, overrides, broken }, problems };
}

/** Names of models can be extended too: they are aliases of themselves. */
const MODEL = /^(?:gemini|gemma)-\d[\w.-]*$/;

function implied(model: string): ModelAlias {
  const generation = {};
  return { extends: /^gemini-[12]\b/.test(model) ? 'chat-base-2.5' : 'chat-base', model, generation };
}

/** Aliases whose chain of `extends` is circular or ends at a missing alias, with the messages for the user. */
function brokenAliases(aliases: ReadonlyMap<string, ModelAlias>): Map<string, string> {
  const broken = new Map<string, string>();
  for (const name of aliases.keys()) {
    const chain = [name];
    for (let next = aliases.get(name)?.extends; next !== undefined; next = aliases.get(next)?.extends) {
      const isCycle = chain.includes(next);
      chain.push(next);
      if (isCycle) broken.set(name, `The alias "${name}" is part of a circle, or extends one: ${chain.join(' → ')}.`);
      else if (!aliases.has(next)) broken.set(name, `The alias "${name}" extends "${next}", which doesn't exist.`);
      if (broken.has(name)) break;
    }
  }
  return broken;
}

/** Reads one file, and adds its problems to `problems`. */
class ConfigsReader {
  readonly #lines: LineIndex;
  readonly #root: Node | undefined;

  constructor(
    private readonly source: SettingsText,
    private readonly problems: SettingsProblem[],
  ) {
    this.#lines = new LineIndex(textIn(source));
    const root = rootOf(source);
    // Invalid JSON has already been reported by the reader of the other settings.
    const isFound = root !== undefined && !('message' in root);
    this.#root = isFound ? this.#object(valueAt(root, 'modelConfigs'), 'modelConfigs') : undefined;
  }

  /** Aliases from `customAliases` take precedence. */
  aliases(): { name: string; alias: ModelAlias; place: Place }[] {
    return ['aliases', 'customAliases'].flatMap(group => {
      const found = this.#object(this.#root && valueAt(this.#root, group), `modelConfigs.${group}`);
      return entriesOf(found).flatMap(([name, node]) => {
        const path = `modelConfigs.${group}.${name}`;
        if (!this.#object(node, path)) return [];
        const base = this.#name(valueAt(node, 'extends'), `${path}.extends`);
        const alias = { ...this.#config(node, path), ...(base !== undefined && { extends: base }) };
        return [{ name, alias, place: this.#place(node) }];
      });
    });
  }

  overrides(): ModelOverride[] {
    return ['overrides', 'customOverrides'].flatMap(group => {
      const list = this.#root && valueAt(this.#root, group);
      if (list && list.type !== 'array') this.#refuse(list, `modelConfigs.${group}`, 'a list');
      return (list?.type === 'array' ? (list.children ?? []) : []).flatMap((node, i) => {
        const path = `modelConfigs.${group}[${i}]`;
        const match = this.#object(valueAt(node, 'match'), `${path}.match`);
        if (!match) {
          if (!valueAt(node, 'match')) this.#refuse(node, path, 'an object with "match"');
          return [];
        }
        const model = this.#name(valueAt(match, 'model'), `${path}.match.model`);
        const scope = this.#name(valueAt(match, 'overrideScope'), `${path}.match.overrideScope`);
        const isUnknown = entriesOf(match).some(([name]) => name !== 'model' && name !== 'overrideScope');
        // An override with an unknown condition must not apply to everything.
        if (isUnknown) this.#refuse(match, `${path}.match`, 'of "model" and "overrideScope" alone');
        if (isUnknown) return [];
        const matched = { ...(model !== undefined && { model }), ...(scope !== undefined && { scope }) };
        return [{ ...this.#config(node, path), match: matched }];
      });
    });
  }

  #config(node: Node, path: string): { model?: string; generation: GenerationSettings } {
    const config = this.#object(valueAt(node, 'modelConfig'), `${path}.modelConfig`);
    const model = this.#name(config && valueAt(config, 'model'), `${path}.modelConfig.model`);
    const name = `${path}.modelConfig.generateContentConfig`;
    const content = this.#object(config && valueAt(config, 'generateContentConfig'), name);
    return { ...(model !== undefined && { model }), generation: content ? this.#generation(content, name) : {} };
  }

  #generation(content: Node, path: string): GenerationSettings {
    const settings: Record<string, unknown> = {};
    for (const [name, node] of entriesOf(content)) {
      const key = `${path}.${name}`;
      if (name === 'temperature') settings.temperature = this.#number(node, key, 0, 2);
      else if (name === 'topP') settings.topP = this.#number(node, key, 0, 1);
      else if (name === 'topK') settings.topK = this.#number(node, key, 1);
      else if (name === 'maxOutputTokens') settings.maxOutputTokens = this.#number(node, key, 1);
      else if (name === 'thinkingConfig') Object.assign(settings, this.#thinking(this.#object(node, key), key));
      else this.#report(node, 'hint', `"${key}" has no effect in Pollux.`);
    }
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  }

  /** A level takes precedence over a number of tokens. */
  #thinking(config: Node | undefined, path: string): GenerationSettings {
    if (!config) return {};
    const [level, budget, told] = ['thinkingLevel', 'thinkingBudget', 'includeThoughts'].map(key =>
      valueAt(config, key),
    );
    const name = this.#name(level, `${path}.thinkingLevel`)?.toLowerCase();
    const known = LEVELS.find(each => each === name);
    if (level && name !== undefined && !known)
      this.#refuse(level, `${path}.thinkingLevel`, `one of ${LEVELS.join(', ')}`);
    const thinking = known ?? (budget && this.#number(budget, `${path}.thinkingBudget`, -1));
    if (told && told.type !== 'boolean') this.#refuse(told, `${path}.includeThoughts`, 'true or false');
    return {
      ...(thinking !== undefined && { thinking }),
      ...(told?.type === 'boolean' && { includeThoughts: told.value === true }),
    };
  }

  #object(node: Node | undefined, path: string): Node | undefined {
    if (node && node.type !== 'object') this.#refuse(node, path, 'an object');
    return node?.type === 'object' ? node : undefined;
  }

  #name(node: Node | undefined, path: string): string | undefined {
    if (!node) return undefined;
    if (node.type === 'string' && node.value !== '') return String(node.value);
    this.#refuse(node, path, 'a string');
    return undefined;
  }

  #number(node: Node, path: string, least: number, most = Infinity): number | undefined {
    const value: unknown = node.value;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    this.#refuse(node, path, most === Infinity ? `a number of at least ${least}` : `a number from ${least} to ${most}`);
    return undefined;
  }

  #refuse(node: Node, path: string, miss: string): void {
    this.#report(node, 'error', `"${path}" must be ${miss}.`);
  }

  #report(node: Node, severity: SettingsProblem['severity'], message: string): void {
    this.problems.push({ ...this.#place(node), severity, message });
  }

  #place({ offset }: Node): Place {
    return { file: this.source.file, line: this.#lines.at(offset).line };
  }
}
