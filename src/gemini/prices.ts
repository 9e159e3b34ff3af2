import * as l10n from '@vscode/l10n';
import type { ContentGenerator, ModelEvent, ModelFailure, ModelRequest } from '../agent/ports/model';
import type { Usage } from '../shared/messages';
import { modelInfo } from './models';
import type { Price } from './price';

const MILLION = 1_000_000;

/** About how many US dollars a request at the time `at` costs; undefined for a model whose price is not known. */
export function costOf(usage: Usage, model: string, at: number): number | undefined {
  const price = priceOf(model, at);
  if (!price) return undefined;
  const { input, cached, output } = price.long && usage.input > price.long.above ? price.long : price;
  const fresh = Math.max(usage.input - usage.cached, 0);
  return (fresh * input + usage.cached * cached + (usage.output + usage.thoughts) * output) / MILLION;
}

function priceOf(model: string, at: number): Price | undefined {
  return modelInfo(model).prices.findLast(({ from }) => from === undefined || Date.parse(from) <= at);
}

/**
 * Why a budget in money keeps a model from being asked: nobody could tell when it is used up. `setting` is the name of
 * the one that sets the budget; undefined: there is none.
 */
export function unpriced(model: string, setting: string | undefined, at: number): ModelFailure | undefined {
  if (setting === undefined || priceOf(model, at)) return undefined;
  const message = l10n.t(
    'Nothing was sent: “{0}” limits spending, but the price of the model {1} isn’t known. Choose another model, or remove the limit.',
    setting,
    model,
  );
  return { kind: 'unpriced', message };
}

export interface PricingOptions {
  readonly now: () => number;
  /** False where the way to the model costs nothing by the token: the demo, or a Google account. */
  readonly isBilled: () => boolean;
}

/** The generator, with an estimated price beside the counts of each answer. */
export function withPrices(generator: ContentGenerator, { now, isBilled }: PricingOptions): ContentGenerator {
  const priced = (usage: Usage, model: string): Usage => {
    const cost = isBilled() ? costOf(usage, model, now()) : undefined;
    return cost === undefined ? usage : { ...usage, cost };
  };
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for await (const event of generator.stream(request, signal)) {
      yield event.type === 'usage' ? { ...event, usage: priced(event.usage, request.model) } : event;
    }
  }
  return {
    ...generator,
    stream,
    async generate(request, signal) {
      const reply = await generator.generate(request, signal);
      return reply.usage ? { ...reply, usage: priced(reply.usage, request.model) } : reply;
    },
  };
}
