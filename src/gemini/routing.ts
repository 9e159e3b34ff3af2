// Chooses the model for a prompt if the user leaves the choice to Pollux.
import type { ApprovalMode } from '../shared/protocol';
import type { RoutingSetting } from '../config/settings';
import type { Routed, RoutingQuestion } from '../agent/ports/router';
import { askClassifier, askScore } from './classifier';
import { DEFAULT_MODEL, STRONG_MODEL } from './models';

/** Uses the strongest model for plans, and otherwise the default one, or the one that a small model recommends. */
export const AUTO = 'auto';

interface AutoModels {
  readonly usual: string;
  readonly strong: string;
}

/** The names of automatic choices, of Pollux and of Gemini CLI, with the models to choose from. */
const AUTOS: ReadonlyMap<string, AutoModels> = new Map([
  [AUTO, { usual: DEFAULT_MODEL, strong: STRONG_MODEL }],
  ['auto-gemini-3', { usual: DEFAULT_MODEL, strong: STRONG_MODEL }],
  ['auto-gemini-2.5', { usual: 'gemini-2.5-flash', strong: 'gemini-2.5-pro' }],
]);

/** Whether a name leaves the choice of model open. */
export function isAuto(name: string): boolean {
  return AUTOS.has(name);
}

/** The input of a strategy. `name` is the requested model. */
export interface RoutingInput extends RoutingQuestion {
  readonly name: string;
  readonly mode: ApprovalMode;
  readonly routing: RoutingSetting;
  readonly threshold: number;
  /** The model used when `model` is requested: another one if that is unavailable. */
  readonly availableFor: (model: string) => string;
}

/**
 * A strategy to choose a model; undefined leaves the choice to the next one. `why` is one sentence for the user,
 * unless the reason is obvious.
 */
export interface RoutingStrategy {
  readonly name: string;
  decide(input: RoutingInput, signal: AbortSignal): Promise<Choice | undefined> | Choice | undefined;
}

export interface Choice {
  readonly model: string;
  readonly why?: string;
}

/** In the order in which they are tried; the last one always chooses. */
export const STRATEGIES: readonly RoutingStrategy[] = [
  {
    name: 'fallback',
    decide: ({ name, mode, availableFor }) => {
      const wanted = withoutAsking(name, mode);
      const model = availableFor(wanted);
      return model === wanted ? undefined : { model };
    },
  },
  { name: 'override', decide: ({ name }) => (isAuto(name) ? undefined : { model: name }) },
  { name: 'approvalMode', decide: ({ mode }) => (mode === 'plan' ? { model: STRONG_MODEL } : undefined) },
  {
    name: 'classifier',
    decide: async (input, signal) => (input.routing === 'classifier' ? askClassifier(input, signal) : undefined),
  },
  {
    name: 'numericClassifier',
    decide: async (input, signal) =>
      input.routing === 'numeric' ? askScore(input, input.threshold, signal) : undefined,
  },
  { name: 'default', decide: () => ({ model: DEFAULT_MODEL }) },
];

/**
 * The first choice of a strategy, with the strategy's name. A failing strategy is reported to `onFailure` and
 * skipped.
 */
export async function choose(
  strategies: readonly RoutingStrategy[],
  input: RoutingInput,
  signal: AbortSignal,
  onFailure: (strategy: string, error: unknown) => void,
): Promise<Choice & { readonly by: string }> {
  for (const strategy of strategies) {
    try {
      const choice = await strategy.decide(input, signal);
      // A fallback may belong to another family than the requested one.
      const model = choice && (strategy.name === 'fallback' ? choice.model : ofFamily(choice.model, input.name));
      if (model !== undefined) return { ...choice, model, by: strategy.name };
    } catch (error) {
      onFailure(strategy.name, error);
    }
  }
  return { model: ofFamily(DEFAULT_MODEL, input.name), by: 'default' };
}

/** Maps the default and the strong model, between which strategies choose, to those of the requested family. */
function ofFamily(model: string, name: string): string {
  const models = AUTOS.get(name);
  if (!models) return model;
  if (model === STRONG_MODEL) return models.strong;
  return model === DEFAULT_MODEL ? models.usual : model;
}

/** The model that applies until a prompt has been rated. */
export function withoutAsking(name: string, mode: ApprovalMode): string {
  const models = AUTOS.get(name);
  if (!models) return name;
  return mode === 'plan' ? models.strong : models.usual;
}

export interface ModelRouterOptions {
  /** The name that the user chose: a model, an alias, or `auto`. */
  readonly name: () => string;
  readonly mode: () => ApprovalMode;
  readonly settings: () => { readonly 'routing.strategy': RoutingSetting; readonly 'routing.threshold': number };
  readonly availableFor: (model: string) => string;
  readonly onFailure: (strategy: string, error: unknown) => void;
  readonly strategies?: readonly RoutingStrategy[];
  /** How many milliseconds a prompt may wait for its rating, including retries. */
  readonly patienceMs?: number;
}

/** A rating saves seconds or cents, so it isn't worth a longer wait. */
const PATIENCE_MS = 10_000;

/** Remembers the choice for the prompt, so that one prompt uses one model; one object per session. */
export class ModelRouter {
  #last: { readonly prompt: string; readonly choice: Choice } | undefined;

  constructor(private readonly options: ModelRouterOptions) {}

  /** The name of the current model. Planning has its own model, regardless of the choice. */
  model(): string {
    const name = this.options.name();
    const mode = this.options.mode();
    return isAuto(name) && mode !== 'plan' && this.#last ? this.#last.choice.model : withoutAsking(name, mode);
  }

  /**
   * Chooses a model for a prompt. Returns what to tell the user, if a model rated the prompt. The same prompt is
   * rated only once.
   */
  async route(question: RoutingQuestion, signal: AbortSignal): Promise<Routed | undefined> {
    const { name, mode, settings, availableFor, onFailure, strategies = STRATEGIES } = this.options;
    if (this.#last?.prompt === question.prompt) return undefined;
    const { 'routing.strategy': routing, 'routing.threshold': threshold } = settings();
    const input = { ...question, name: name(), mode: mode(), routing, threshold, availableFor };
    const timely = AbortSignal.any([signal, AbortSignal.timeout(this.options.patienceMs ?? PATIENCE_MS)]);
    const choice = await choose(strategies, input, timely, onFailure);
    const isEvaluated = choice.by === 'classifier' || choice.by === 'numericClassifier';
    // Only a rating must be remembered: all other choices depend only on settings.
    this.#last = isEvaluated ? { prompt: question.prompt, choice } : undefined;
    return isEvaluated ? { model: choice.model, why: choice.why ?? '' } : undefined;
  }
}
