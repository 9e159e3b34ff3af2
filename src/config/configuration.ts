import { addEnvFiles, type EnvFile } from './dotEnv';
import { readEnvironment, type EnvironmentSettings } from './environment';
import type { Environment } from './expand';
import type { GeminiKey, GeminiSettings } from './geminiSettings';
import { readAgentOverrides, type AgentOverride } from './agentOverrides';
import { readHookDefinitions, type HookDefinition } from './hookDefinitions';
import { readModelConfigs, type ModelAlias, type ModelConfigs } from './modelConfigs';
import { inOrder, mergeSettings, type MergedSettings } from './mergeSettings';
import { otherSettingsOf, unusedText } from './otherSettings';
import {
  layerOf,
  parseSettings,
  tighteningOf,
  type SettingsLayer,
  type SettingsProblem,
  type SettingsText,
} from './settingsText';

export interface ConfigurationOptions {
  /** The environment of the process. */
  readonly env: Environment;
  /** The files of the person and of the administrator. */
  readonly readOwn: () => Promise<readonly SettingsText[]>;
  /** Whether the workspace is trusted, as far as the person's own settings tell. */
  readonly isTrusted: (own: GeminiSettings) => Promise<boolean>;
  /** The files of the workspace; of one that is not trusted, those in it, of which only what makes things stricter counts. */
  readonly readWorkspace: (isTrusted: boolean) => Promise<readonly SettingsText[]>;
  /** `.env` files, those of the project only if they may count. */
  readonly readEnvFiles: (mayUseProject: boolean) => Promise<readonly EnvFile[]>;
  /** The aliases of models that are there without any settings. */
  readonly aliases: ReadonlyMap<string, ModelAlias>;
  /** What is above all files and the environment: flags, or the settings of the editor. */
  readonly above: () => readonly SettingsLayer[];
}

/** What holds where an administrator's file can't be used: the least that can be allowed. */
const CLOSED = layerOf('controls', 'a broken system file', {
  'security.disableYoloMode': true,
  'security.disableAlwaysAllow': true,
  'general.sessionRetention.enabled': false,
  'general.defaultApprovalMode': 'default',
  'admin.mcp.enabled': false,
  'admin.extensions.enabled': false,
  'admin.skills.enabled': false,
  'admin.network.allowedHosts': ['a-broken-system-file.invalid'],
});

/** Where it says where a setting comes from. */
const ORGANISATION = 'the administrator of your Google account';

/** All that is configured, as of the last `load`; before the first one, what needs no file. */
export class Configuration {
  #files: readonly SettingsLayer[] = [];
  #variables: Environment;
  #projectKey: string | undefined;
  #problems: readonly SettingsProblem[] = [];
  #merged: MergedSettings | undefined;
  #modelConfigs: ModelConfigs;
  #agentOverrides: ReadonlyMap<string, AgentOverride> = new Map();
  #hooks: readonly HookDefinition[] = [];
  #texts: readonly SettingsText[] = [];
  #loads = 0;
  #isTrusted = false;
  #controls: SettingsText | undefined;

  constructor(private readonly options: ConfigurationOptions) {
    this.#variables = options.env;
    this.#modelConfigs = { aliases: options.aliases, overrides: [], broken: new Map() };
  }

  get settings(): GeminiSettings {
    return this.#current().settings;
  }

  get origins(): MergedSettings['origins'] {
    return this.#current().origins;
  }

  get problems(): readonly SettingsProblem[] {
    return [...this.#current().problems, ...this.#problems];
  }

  /** The settings in files that have no effect, with the reasons, as one line; undefined if there are none. */
  get unused(): string | undefined {
    return unusedText(this.#unusedKeys());
  }

  /** The same without settings for a terminal, such as themes, which nobody expects to matter in an editor. */
  get unusedInEditor(): string | undefined {
    return unusedText(this.#unusedKeys().filter(key => otherSettingsOf(key)?.answer !== 'terminal'));
  }

  #unusedKeys(): readonly string[] {
    return this.problems.flatMap(({ unused }) => unused ?? []);
  }

  get modelConfigs(): ModelConfigs {
    return this.#modelConfigs;
  }

  /** What is set for agents, by their names. */
  get agentOverrides(): ReadonlyMap<string, AgentOverride> {
    return this.#agentOverrides;
  }

  /** The hooks of all files that count, whether they are switched on or not. */
  get hooks(): readonly HookDefinition[] {
    return this.#hooks;
  }

  /** The files that count, and what an organisation prescribes, for what is in them besides settings. */
  get texts(): readonly SettingsText[] {
    return this.#controls ? [...this.#texts, this.#controls] : this.#texts;
  }

  /** The environment with what `.env` files add to it. */
  get variables(): Environment {
    return this.#variables;
  }

  get environment(): EnvironmentSettings {
    const environment = readEnvironment(this.#variables);
    return this.#projectKey === undefined ? environment : { ...environment, projectKey: this.#projectKey };
  }

  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** What the organisation of the user's account prescribes from now on, as the text of a settings file; undefined: nothing. */
  control(text: string | undefined): void {
    this.#controls = text === undefined ? undefined : { scope: 'controls', file: ORGANISATION, text };
    this.refresh();
  }

  /** To be called when what is above the files has changed. */
  refresh(): void {
    this.#merged = undefined;
  }

  /** Reads everything anew. Of loads that overlap, the last one counts. */
  async load(): Promise<void> {
    const { env, readOwn, isTrusted, readWorkspace, readEnvFiles } = this.options;
    const load = ++this.#loads;
    const ownTexts = await readOwn();
    const own = ownTexts.map(parseSettings);
    const mayTrust = await isTrusted(mergeSettings(own, env).settings);
    const theirs = await readWorkspace(mayTrust);
    const texts = mayTrust ? [...ownTexts, ...theirs] : ownTexts;
    const layers = theirs.map(parseSettings);
    const files = [...own, ...(mayTrust ? layers : layers.map(tighteningOf))];
    const { settings } = mergeSettings(files, env);
    const envFiles = await readEnvFiles(mayTrust && !settings['advanced.ignoreLocalEnv']);
    if (load !== this.#loads) return;
    const { variables, projectKey, problems } = addEnvFiles(env, envFiles, settings['advanced.excludedEnvVars']);
    this.#files = files;
    this.#variables = variables;
    this.#projectKey = projectKey;
    const models = readModelConfigs(inOrder(texts), this.options.aliases);
    this.#modelConfigs = models.configs;
    const { hooks, problems: wrongHooks } = readHookDefinitions(inOrder(texts));
    this.#hooks = hooks;
    this.#texts = texts;
    const agents = readAgentOverrides(inOrder(texts));
    this.#agentOverrides = agents.overrides;
    this.#problems = [...problems, ...models.problems, ...wrongHooks, ...agents.problems];
    this.#isTrusted = mayTrust;
    this.refresh();
  }

  #current(): MergedSettings {
    this.#merged ??= this.#merge();
    return this.#merged;
  }

  #merge(): MergedSettings {
    const environment = layerOf('environment', 'GEMINI_MODEL', { 'model.name': this.environment.model });
    const controls = this.#controls ? [parseSettings(this.#controls)] : [];
    const above = [environment, ...this.options.above(), ...controls];
    const whole = mergeSettings([...this.#files, ...above], this.#variables);
    const isFatal = ({ severity }: SettingsProblem) => severity === 'fatal';
    if (!whole.problems.some(isFatal)) return whole;
    const ofFiles = mergeSettings(this.#files, this.#variables);
    const problems = ofFiles.problems;
    const merged = mergeSettings([CLOSED, ...above], this.#variables);
    return { ...merged, problems: [...problems, ...merged.problems] };
  }
}

/** Whether a setting is as an administrator wants it, so that nobody else can change it. */
export function isForced({ origins }: Pick<Configuration, 'origins'>, key: GeminiKey): boolean {
  return origins[key]?.some(({ scope }) => scope === 'system' || scope === 'controls') ?? false;
}

/** One line about a problem, such as `settings.json:3:5: …`. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return `${[file, line, column].filter(each => each !== undefined).join(':')}: ${message}`;
}
