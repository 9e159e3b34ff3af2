// Which model answers a prompt where the person leaves that open.
import type { ApprovalMode } from '../shared/protocol';
import type { RoutingSetting } from '../config/settings';
import type { Routed, RoutingQuestion } from '../agent/ports/router';
import { askClassifier, askScore } from './classifier';
import { DEFAULT_MODEL, STRONG_MODEL } from './models';

/** Plans with the strongest model, and carries out with the usual one, or with what a small model thinks right. */
export const AUTO = 'auto';

interface AutoModels {
  readonly usual: string;
  readonly strong: string;
}

/** The names that leave the choice open, of Pollux and of Gemini CLI, with the models that it is between. */
const AUTOS: ReadonlyMap<string, AutoModels> = new Map([
  [AUTO, { usual: DEFAULT_MODEL, strong: STRONG_MODEL }],
  ['auto-gemini-3', { usual: DEFAULT_MODEL, strong: STRONG_MODEL }],
  ['auto-gemini-2.5', { usual: 'gemini-2.5-flash', strong: 'gemini-2.5-pro' }],
]);

/** True for a name that leaves the choice open. */
export function isAuto(name: string): boolean {
  return AUTOS.has(name);
}

/** What a strategy goes by. `name` is the model that was asked for. */
export interface RoutingInput extends RoutingQuestion {
  readonly name: string;
  readonly mode: ApprovalMode;
  readonly routing: RoutingSetting;
  readonly threshold: number;
  /** The model that answers when `model` is asked for: another one where that is not to be had. */
  readonly availableFor: (model: string) => string;
}

/** A way to choose; undefined leaves the choice to the next one. `why` is one sentence for people, of what is not plain. */
export interface RoutingStrategy {
  readonly name: string;
  decide(input: RoutingInput, signal: AbortSignal): Promise<Choice | undefined> | Choice | undefined;
}

export interface Choice {
  readonly model: string;
  readonly why?: string;
}

/** In the order in which they are asked; the last one always has an answer. */
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

/** The first choice that a strategy makes, with its name. One that fails is told to `onFailure`, and the next is asked. */
export async function choose(
  strategies: readonly RoutingStrategy[],
  input: RoutingInput,
  signal: AbortSignal,
  onFailure: (strategy: string, error: unknown) => void,
): Promise<Choice & { readonly by: string }> {
  for (const strategy of strategies) {
    try {
      const choice = await strategy.decide(input, signal);
      // A fallback need not belong to the family that was asked for.
      const model = choice && (strategy.name === 'fallback' ? choice.model : ofFamily(choice.model, input.name));
      if (model !== undefined) return { ...choice, model, by: strategy.name };
    } catch (error) {
      onFailure(strategy.name, error);
    }
  }
  return { model: ofFamily(DEFAULT_MODEL, input.name), by: 'default' };
}

/** Strategies choose between the usual model and the strong one: those of the name that was asked for. */
function ofFamily(model: string, name: string): string {
  const models = AUTOS.get(name);
  if (!models) return model;
  if (model === STRONG_MODEL) return models.strong;
  return model === DEFAULT_MODEL ? models.usual : model;
}

/** What holds until a prompt was evaluated. */
export function withoutAsking(name: string, mode: ApprovalMode): string {
  const models = AUTOS.get(name);
  if (!models) return name;
  return mode === 'plan' ? models.strong : models.usual;
}

export interface ModelRouterOptions {
  /** The name that the person chose: of a model, an alias, or `auto`. */
  readonly name: () => string;
  readonly mode: () => ApprovalMode;
  readonly settings: () => { readonly 'routing.strategy': RoutingSetting; readonly 'routing.threshold': number };
  readonly availableFor: (model: string) => string;
  readonly onFailure: (strategy: string, error: unknown) => void;
  readonly strategies?: readonly RoutingStrategy[];
  /** How long a prompt may wait for being evaluated, retries included. */
  readonly patienceMs?: number;
}

/** A assessment saves seconds or cents: it is not worth more of a wait. */
const PATIENCE_MS = 10_000;

/** Remembers what was chosen for the prompt, so that one prompt has one model; one object for each session. */
export class ModelRouter {
  #last: { readonly prompt: string; readonly choice: Choice } | undefined;

  constructor(private readonly options: ModelRouterOptions) {}

  /** The name of the model that answers now. Planning has its own model, whatever was chosen for the rest. */
  model(): string {
    const name = this.options.name();
    const mode = this.options.mode();
    return isAuto(name) && mode !== 'plan' && this.#last ? this.#last.choice.model : withoutAsking(name, mode);
  }

  /** Chooses for a prompt; gives what the person is told, if a model was asked. The same prompt is evaluated once. */
  async route(question: RoutingQuestion, signal: AbortSignal): Promise<Routed | undefined> {
    const { name, mode, settings, availableFor, onFailure, strategies = STRATEGIES } = this.options;
    if (this.#last?.prompt === question.prompt) return undefined;
    const { 'routing.strategy': routing, 'routing.threshold': threshold } = settings();
    const input = { ...question, name: name(), mode: mode(), routing, threshold, availableFor };
    const timely = AbortSignal.any([signal, AbortSignal.timeout(this.options.patienceMs ?? PATIENCE_MS)]);
    const choice = await choose(strategies, input, timely, onFailure);
    const isEvaluated = choice.by === 'classifier' || choice.by === 'numericClassifier';
    // Only what was evaluated needs to be remembered: everything else holds for as long as the setting does.
    this.#last = isEvaluated ? { prompt: question.prompt, choice } : undefined;
    return isEvaluated ? { model: choice.model, why: choice.why ?? '' } : undefined;
  }
}
