import { randomUUID } from 'node:crypto';
import type { Log } from '../../agent/ports/log';
import type { SessionModels } from '../../agent/ports/models';
import { forbiddenModel } from '../../config/allowedModels';
import type { Configuration } from '../../config/configuration';
import { moneyLimitOf, type PolluxSettings } from '../../config/settings';
import { variableOf } from '../../config/settingVariables';
import { createContentGenerator } from '../../gemini/contentGenerator';
import { ModelFallback, type FallbackOptions } from '../../gemini/fallback';
import type { ProxyLookup } from '../../gemini/connectionFailures';
import { findAccess, type AccessSources } from '../../gemini/findAccess';
import { resolveConversation } from '../../gemini/modelConfigs';
import { DEFAULT_MODEL, fallbacksOf } from '../../gemini/models';
import { unpriced, withPrices } from '../../gemini/prices';
import { withRetry } from '../../gemini/retry';
import { isAuto, ModelRouter } from '../../gemini/routing';
import { createSessionModels } from '../../gemini/sessionModels';
import { waitFor } from '../../node/wait';
import type { ApprovalMode } from '../../shared/protocol';
import type { HeadlessEgress } from './headlessEgress';

export interface HeadlessModelsOptions {
  /** Where to find access to the models. */
  readonly sources: AccessSources;
  readonly egress: HeadlessEgress;
  readonly configuration: Configuration;
  readonly settings: PolluxSettings;
  /** The name of a model, or an alias. */
  readonly chosen: string;
  readonly mode: () => ApprovalMode;
  readonly folders: () => readonly string[];
  readonly userAgent: string;
  readonly proxyFor: ProxyLookup;
  readonly log: Log;
  readonly err: (text: string) => void;
  readonly onRoutingFailed: (strategy: string) => void;
}

/** The models of a run: which one is used, how it is reached, how often requests are retried, and its fallbacks. */
export function createHeadlessModels(options: HeadlessModelsOptions): SessionModels {
  const { sources, egress, configuration, settings: ours, chosen, mode, folders, log, err } = options;
  const { settings, modelConfigs } = configuration;
  const moneyLimit = moneyLimitOf(ours);
  let isBilled = true;
  const direct = createContentGenerator({
    access: async () => {
      const { access } = await findAccess(sources);
      isBilled = access.via !== 'codeAssist';
      return access;
    },
    refuse: model =>
      forbiddenModel(model, settings) ??
      (isBilled ? unpriced(model, moneyLimit && variableOf(moneyLimit), Date.now()) : undefined),
    egress,
    userAgent: options.userAgent,
    newId: randomUUID,
    wait: waitFor,
    proxyFor: options.proxyFor,
  });
  // A model that the user chose is retried rather than replaced, because nobody can be asked about another one.
  const named = isAuto(chosen) ? DEFAULT_MODEL : resolveConversation(modelConfigs, chosen).model;
  const isPersistent = named !== DEFAULT_MODEL;
  const retries = {
    maxAttempts: settings['general.maxAttempts'],
    wait: waitFor,
    random: Math.random,
    isPersistent,
  };
  const fallback = new ModelFallback({
    fallbacksOf,
    onFallback: goOnWith(isPersistent ? named : undefined, err),
    now: Date.now,
  });
  const priced = withPrices(direct, { now: Date.now, isBilled: () => isBilled });
  const router = new ModelRouter({
    name: () => chosen,
    mode: () => (mode() === 'plan' && !settings['general.plan.modelRouting'] ? 'default' : mode()),
    settings: () => ours,
    availableFor: name => fallback.modelFor(name),
    onFailure: (strategy, error) => {
      log.error(`The model could not be chosen by ${strategy}`, error);
      options.onRoutingFailed(strategy);
    },
  });
  return createSessionModels({
    generator: egress.guard(fallback.wrap(withRetry(priced, retries)), ours, folders),
    router,
    modelConfigs: () => modelConfigs,
    availableFor: name => fallback.modelFor(name),
    newId: randomUUID,
    now: Date.now,
  });
}

/** `chosen` is the model that the user chose, if any: by default, it isn't replaced. */
function goOnWith(chosen: string | undefined, err: (text: string) => void): FallbackOptions['onFallback'] {
  const setting = process.env[variableOf('fallback')];
  return async (from, to, failure, purpose) => {
    if (setting === 'never' || (from === chosen && setting !== 'automatic')) return 'stop';
    // For a job, the session reports it.
    if (purpose === 'answer') err(`${failure.message} Continuing with ${to} instead of ${from}.\n`);
    return 'switch';
  };
}
