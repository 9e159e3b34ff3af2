import type { ContentGenerator } from '../agent/ports/model';
import type { SessionModels } from '../agent/ports/models';
import type { ModelConfigs } from '../config/modelConfigs';
import { resolveConversation, resolveJob } from './modelConfigs';
import { inputLimitOf } from './models';
import type { ModelRouter } from './routing';
import { createUtilityModel } from './utilityModel';

export interface SessionModelsOptions {
  readonly generator: ContentGenerator;
  readonly router: ModelRouter;
  readonly modelConfigs: () => ModelConfigs;
  /** The model used when `model` is requested. */
  readonly availableFor: (model: string) => string;
  readonly newId: () => string;
  readonly now: () => number;
}

/** The models of a session: the one that its router chooses, and those for other jobs. */
export function createSessionModels(options: SessionModelsOptions): SessionModels {
  const { generator, router, modelConfigs, availableFor, newId, now } = options;
  const chosen = () => resolveConversation(modelConfigs(), router.model());
  return {
    generator,
    utilityModel: createUtilityModel({
      generator,
      settings: job => resolveJob(modelConfigs(), job, chosen().model),
      newId,
      now,
    }),
    model: () => availableFor(chosen().model),
    generation: () => chosen().generation,
    route: (question, signal) => router.route(question, signal),
    named(name) {
      const { model, generation } = resolveConversation(modelConfigs(), name);
      return { model: availableFor(model), generation };
    },
    inputLimit: inputLimitOf,
  };
}
