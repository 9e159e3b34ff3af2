import { randomUUID } from 'node:crypto';
import type { Egress } from '../../agent/ports/egress';
import type { ContentGenerator, ModelFailure } from '../../agent/ports/model';
import { forbiddenModel } from '../../config/allowedModels';
import type { Configuration } from '../../config/configuration';
import { sandboxVariables, unkeptGuard } from '../../config/guards';
import { isContained } from '../../node/sandbox/contained';
import { moneyLimitOf, type PolluxSettings } from '../../config/settings';
import { ModelFallback } from '../../gemini/fallback';
import type { FoundAccess } from '../../gemini/findAccess';
import { lazyGenerator } from '../../gemini/lazyGenerator';
import { brokenAlias } from '../../gemini/modelConfigs';
import { fallbacksOf, MODELS } from '../../gemini/models';
import { unpriced, withPrices } from '../../gemini/prices';
import type * as Requests from '../../gemini/requests';
import { withRetry } from '../../gemini/retry';
import { once } from '../../node/once';
import { waitFor } from '../../node/wait';
import type { NamedProxy } from '../../shared/namedProxy';
import { askFallback } from '../../vscode/questions/fallbackQuestion';

/** A session's generator, with its own retries and fallbacks. */
export interface SessionGenerator {
  readonly generator: ContentGenerator;
  /** The model that actually answers requests for `model`. */
  modelFor(model: string): string;
  /** Returns from fallbacks to the chosen models. */
  reset(): void;
}

export interface SessionGeneratorsOptions {
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  readonly userAgent: string;
  readonly egress: Egress;
  /** The proxy that the editor uses for an address, where that can be determined. */
  readonly proxyFor: (url: URL) => NamedProxy | undefined;
  /** The code that sends requests, loaded when it is first needed. */
  readonly requests: () => Promise<typeof Requests>;
  readonly find: () => Promise<FoundAccess>;
}

export interface SessionGenerators {
  /** The generator that all sessions share, without retries or fallbacks. */
  readonly plain: ContentGenerator;
  /** Creates the generator of a new session, which starts without model fallbacks. */
  readonly open: () => SessionGenerator;
}

export function createSessionGenerators(options: SessionGeneratorsOptions): SessionGenerators {
  const { settings, configuration, requests, find } = options;
  // Whether the latest request cost money.
  let isBilled = true;
  const refuse = (model: string): ModelFailure | undefined => {
    const limit = isBilled ? moneyLimitOf(settings()) : undefined;
    return (
      unkept(configuration) ??
      forbiddenModel(model, configuration.settings) ??
      brokenAlias(configuration.modelConfigs, model) ??
      unpriced(model, limit && `pollux.${limit}`, Date.now())
    );
  };
  const createPlain = once(async () =>
    (await requests()).createContentGenerator({
      access: async () => {
        const { access, from } = await find();
        isBilled = from !== 'demo' && access.via !== 'codeAssist';
        return access;
      },
      refuse,
      egress: options.egress,
      userAgent: options.userAgent,
      newId: randomUUID,
      wait: waitFor,
      proxyFor: options.proxyFor,
    }),
  );
  const plain = lazyGenerator(createPlain);
  const retries = {
    get maxAttempts() {
      return configuration.settings['general.maxAttempts'];
    },
    wait: waitFor,
    random: Math.random,
  };
  return {
    plain,
    open: () => {
      const fallback = openFallback(settings);
      const priced = withPrices(plain, { now: Date.now, isBilled: () => isBilled });
      return {
        generator: fallback.wrap(withRetry(priced, retries)),
        modelFor: model => fallback.modelFor(model),
        reset: () => fallback.reset(),
      };
    },
  };
}

function openFallback(settings: () => PolluxSettings): ModelFallback {
  return new ModelFallback({
    fallbacksOf,
    onFallback: async (_from, to, failure) => {
      const { fallback: setting } = settings();
      if (setting !== 'ask') return setting === 'automatic' ? 'switch' : 'stop';
      return askFallback(MODELS.find(({ id }) => id === to)?.label ?? to, failure);
    },
    now: Date.now,
  });
}

function unkept(configuration: Configuration): ModelFailure | undefined {
  const guard = unkeptGuard(configuration.settings, sandboxVariables(process.env, configuration, isContained));
  return guard && { kind: 'other', message: guard.message, isPermanent: true };
}
