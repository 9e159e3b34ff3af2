import { addEnvFiles, type EnvFile } from './dotEnv';
import { readEnvironment, type EnvironmentSettings } from './environment';
import type { Environment } from './expand';
import type { GeminiKey, GeminiSettings } from './geminiSettings';
import { readAgentOverrides, type AgentOverride } from './agentOverrides';
import { readHookDefinitions, type HookDefinition } from './hookDefinitions';
import { readModelConfigs, type ModelAlias, type ModelConfigs } from './modelConfigs';
import { inOrder, isAdministrators, mergeSettings, type MergedSettings } from './mergeSettings';
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
  /** Reads the files of the user and of the administrator. */
  readonly readOwn: () => Promise<readonly SettingsText[]>;
  /** Whether the workspace is trusted according to the user's own settings. */
  readonly isTrusted: (own: GeminiSettings) => Promise<boolean>;
  /** Reads the workspace's files. If it is untrusted, only settings that make things stricter count. */
  readonly readWorkspace: (isTrusted: boolean) => Promise<readonly SettingsText[]>;
  /** Reads `.env` files; the project's only if they may be used. */
  readonly readEnvFiles: (mayUseProject: boolean) => Promise<readonly EnvFile[]>;
  /** The built-in model aliases. */
  readonly aliases: ReadonlyMap<string, ModelAlias>;
  /** The layers above all files and the environment: flags, or the editor's settings. */
  readonly above: () => readonly SettingsLayer[];
}

/** The settings that apply if an administrator's file can't be used: as strict as possible. */
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

/** Shown as the origin of a setting. */
const ORGANISATION = 'the administrator of your Google account';

/** The whole configuration, as of the last `load`; before the first one, whatever needs no file. */
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

  /** The settings in files that have no effect, with reasons, as one line; undefined if there are none. */
  get unused(): string | undefined {
    return unusedText(this.#unusedKeys());
  }

  /** The same without settings for a terminal, such as themes, which nobody expects to affect an editor. */
  get unusedInEditor(): string | undefined {
    return unusedText(this.#unusedKeys().filter(key => otherSettingsOf(key)?.answer !== 'terminal'));
  }

  #unusedKeys(): readonly string[] {
    return this.problems.flatMap(({ unused }) => unused ?? []);
  }

  get modelConfigs(): ModelConfigs {
    return this.#modelConfigs;
  }

  /** Settings for agents, by name. */
  get agentOverrides(): ReadonlyMap<string, AgentOverride> {
    return this.#agentOverrides;
  }

  /** The hooks of all files that count, enabled or not. */
  get hooks(): readonly HookDefinition[] {
    return this.#hooks;
  }

  /** The files that count and the organization's settings, for readers of their other content. */
  get texts(): readonly SettingsText[] {
    return this.#controls ? [...this.#texts, this.#controls] : this.#texts;
  }

  /** The environment plus the variables that `.env` files add. */
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

  /** Sets what the organization of the user's account requires, as the text of a settings file; undefined for none. */
  control(text: string | undefined): void {
    this.#controls = text === undefined ? undefined : { scope: 'controls', file: ORGANISATION, text };
    this.refresh();
  }

  /** Must be called when a layer above the files has changed. */
  refresh(): void {
    this.#merged = undefined;
  }

  /** Reads all files again. If loads overlap, the last one counts. */
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

/** Whether an administrator has set a setting, so that nobody else can change it. */
export function isForced({ origins }: Pick<Configuration, 'origins'>, key: GeminiKey): boolean {
  return origins[key]?.some(({ scope }) => isAdministrators(scope)) ?? false;
}

/** One line about a problem, such as `settings.json:3:5: …`. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return `${[file, line, column].filter(each => each !== undefined).join(':')}: ${message}`;
}
