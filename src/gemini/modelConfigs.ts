// Resolves the name of a model or a job to a model and its settings.
import * as l10n from '@vscode/l10n';
import type { GenerationSettings, ModelFailure } from '../agent/ports/model';
import type { UtilityJob } from '../agent/ports/utilityModel';
import { describeProblem } from '../config/configuration';
import type { ModelAlias, ModelConfigs } from '../config/modelConfigs';
import { DEFAULT_MODEL, SMALL_MODEL, STRONG_MODEL } from './models';
import { CONVERSATION } from './modelSettings';

/** The alias that the conversation extends. */
const CHAT = 'chat-base';

/** Gemini CLI's names of the jobs, so that its settings have the same effect here. */
const JOB_NAMES: Readonly<Record<UtilityJob, string>> = {
  editFixer: 'llm-edit-fixer',
  webFetch: 'web-fetch',
  webSearch: 'web-search',
  summary: 'chat-compression-default',
  nextSpeaker: 'next-speaker-checker',
  loopCheck: 'loop-detection',
  loopConfirm: 'loop-detection-double-check',
  classifier: 'classifier',
  sampling: 'mcp-sampling',
  commitMessage: 'commit-message',
};

/** Further names of Gemini CLI, which aliases in settings can extend. */
const OTHER_JOBS = [
  'summarizer-default',
  'summarizer-shell',
  'edit-corrector',
  'prompt-completion',
  'web-fetch-fallback',
];
const UTILITY_MODELS = ['gemini-2.5-flash', 'gemini-3-flash', 'gemini-3.5-flash'];

/**
 * Jobs should be fast; an alias in settings that extends `base` uses its model's default thinking, as in Gemini CLI.
 */
const JOB: ModelAlias = { extends: 'base', generation: { thinking: 'low' } };

/** The aliases that exist without any settings. A job without a model uses the conversation's. */
export const BUILT_IN_ALIASES: ReadonlyMap<string, ModelAlias> = new Map<string, ModelAlias>([
  [CHAT, { generation: CONVERSATION }],
  ['chat-base-2.5', { extends: CHAT, generation: { thinking: 8192 } }],
  ['chat-base-3', { extends: CHAT, generation: { thinking: 'high' } }],
  ['pro', { extends: CHAT, model: STRONG_MODEL, generation: {} }],
  ['flash', { extends: CHAT, model: DEFAULT_MODEL, generation: {} }],
  ['flash-lite', { extends: CHAT, model: SMALL_MODEL, generation: {} }],
  // For answers that are as repeatable as a model allows.
  ['base', { generation: { temperature: 0, topP: 1 } }],
  ...UTILITY_MODELS.map((name): [string, ModelAlias] => [
    `${name}-base`,
    { extends: 'base', model: name === 'gemini-3-flash' ? 'gemini-3-flash-preview' : name, generation: {} },
  ]),
  ...[...OTHER_JOBS, ...Object.values(JOB_NAMES)].map((name): [string, ModelAlias] => [name, JOB]),
  [JOB_NAMES.summary, { ...JOB, generation: { ...JOB.generation, maxOutputTokens: 16_384 } }],
  [JOB_NAMES.loopConfirm, { ...JOB, model: STRONG_MODEL }],
  [JOB_NAMES.classifier, { ...JOB, model: SMALL_MODEL, generation: { ...JOB.generation, maxOutputTokens: 1024 } }],
]);

export const BUILT_IN_CONFIGS: ModelConfigs = { aliases: BUILT_IN_ALIASES, overrides: [], broken: new Map() };

export interface ResolvedModel {
  readonly model: string;
  readonly generation: GenerationSettings;
}

/** The model for a name or an alias, with the settings of a conversation; any other name is used unchanged. */
export function resolveConversation(configs: ModelConfigs, name: string): ResolvedModel {
  const isAlias = configs.aliases.has(name);
  return resolve(configs, isAlias ? name : CHAT, name, 'core');
}

/** The model and settings for a job; `model` is the conversation's. */
export function resolveJob(configs: ModelConfigs, job: UtilityJob, model: string): ResolvedModel {
  return resolve(configs, JOB_NAMES[job], model, JOB_NAMES[job]);
}

/** Why a name can't be used because its alias is invalid; undefined if it can. */
export function brokenAlias({ broken }: ModelConfigs, name: string): ModelFailure | undefined {
  const problem = broken.get(name);
  if (!problem) return undefined;
  const message = l10n.t(
    'The model “{0}” can’t be asked. {1} Correct the file, or choose another model.',
    name,
    describeProblem(problem),
  );
  return { kind: 'notFound', message };
}

function resolve(configs: ModelConfigs, alias: string, otherwise: string, scope: string): ResolvedModel {
  const chain: string[] = [];
  for (let name: string | undefined = alias; name !== undefined; name = configs.aliases.get(name)?.extends) {
    chain.unshift(name);
  }
  const layers = chain.map(name => configs.aliases.get(name) ?? { generation: {} });
  const model = layers.findLast(layer => layer.model !== undefined)?.model ?? otherwise;
  const names = [...chain, model];
  const matching = configs.overrides
    .filter(({ match }) => match.model === undefined || names.includes(match.model))
    .filter(({ match }) => match.scope === undefined || match.scope === scope)
    // More specific matches take precedence; otherwise the order stays.
    .sort((a, b) => Object.keys(a.match).length - Object.keys(b.match).length);
  const generation = [...layers, ...matching].reduce((all, each) => ({ ...all, ...each.generation }), {});
  return { model: matching.findLast(each => each.model !== undefined)?.model ?? model, generation };
}
