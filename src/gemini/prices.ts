import * as l10n from '@vscode/l10n';
import type { ContentGenerator, ModelEvent, ModelFailure, ModelRequest } from '../agent/ports/model';
import type { Usage } from '../shared/messages';
import { modelInfo } from './models';
import type { Price } from './price';

const MILLION = 1_000_000;

/** The estimated cost of a request at the time `at`, in US dollars; undefined if the model's price is unknown. */
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
 * The failure for a model without a known price if spending is limited, since nobody could tell when the limit is
 * reached. `setting` is the name of the limiting setting; undefined if there is no limit.
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
  /** False if access isn't billed by the token: the demo, or a Google account. */
  readonly isBilled: () => boolean;
}

/** The generator, with an estimated cost added to the usage of each answer. */
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
