import type { ThinkingLevel } from '../agent/ports/model';
import type { Price } from './price';

/** Models as data: an unknown model works immediately, by its name. Token counts are limits. */
export interface ModelInfo {
  readonly id: string;
  readonly label: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How its thinking is configured: by a level, by a number of tokens, or not at all. */
  readonly thinking: 'level' | 'budget' | 'none';
  /** The supported levels, lowest first; empty if its thinking has no levels. */
  readonly levels: readonly ThinkingLevel[];
  /** False: sampling parameters such as temperature have no effect and are not sent. */
  readonly takesSampling: boolean;
  /** Its prices, in chronological order; empty if unknown. */
  readonly prices: readonly Price[];
}

export const DEFAULT_MODEL = 'gemini-3.8-flash';

export const STRONG_MODEL = 'gemini-4-argon';

/** For jobs besides the conversation, for which small and fast is enough. */
export const SMALL_MODEL = 'gemini-3.5-flash-lite';

/** The values that most models have. */
const USUAL = {
  inputTokens: 1_048_576,
  outputTokens: 65_536,
  thinking: 'level',
  levels: ['low', 'medium', 'high'],
  takesSampling: false,
  prices: [],
} as const;

/**
 * Prices in US dollars as of 2026-11-21, for the Gemini API's paid tier, without batching. Audio and
 * video count at the price of text, which is what models.dev (github.com/anomalyco/models.dev, `input_audio`) lists for
 * 3.8 Flash, and no source says otherwise of the others; earlier models charged more for audio.
 * They were not taken from Google's own page (ai.google.dev/gemini-api/docs/pricing), but from sources that follow it closely:
 * github.com/BerriAI/litellm/discussions/39357 and /46238, github.com/iyulab/TokenMeter v0.13.1,
 * github.com/Portkey-AI/models/pull/858, and for 3.1 Pro www.aifreeapi.com/en/posts/gemini-api-token-pricing.
 */
export const MODELS: readonly ModelInfo[] = [
  {
    id: 'gemini-3.8-flash',
    label: 'Gemini 3.8 Flash',
    ...USUAL,
    prices: [
      { input: 0.75, cached: 0.075, output: 3.75 },
      { from: '2027-01-01', input: 1.5, cached: 0.15, output: 7.5 },
    ],
  },
  {
    id: 'gemini-4-argon',
    label: 'Gemini 4 Argon',
    ...USUAL,
    prices: [
      { input: 2, cached: 0.1, output: 10 },
      { from: '2026-12-01', input: 4, cached: 0.2, output: 20 },
    ],
  },
  {
    id: 'gemini-3.1-pro-preview',
    label: 'Gemini 3.1 Pro (preview)',
    ...USUAL,
    takesSampling: true,
    prices: [{ input: 2, cached: 0.2, output: 12, long: { above: 200_000, input: 4, cached: 0.4, output: 18 } }],
  },
  {
    id: 'gemini-3.5-flash-lite',
    label: 'Gemini 3.5 Flash-Lite',
    ...USUAL,
    levels: ['minimal', 'low', 'medium', 'high'],
    prices: [{ input: 0.3, cached: 0.03, output: 2.5 }],
  },
];

/** What is known about a model; for a model that isn't in the table, what can be inferred from its name. */
export function modelInfo(id: string): ModelInfo {
  const known = MODELS.find(each => each.id === id);
  if (known) return known;
  const other = { id, label: id, ...USUAL, takesSampling: true };
  if (id.startsWith('gemma')) return { ...other, inputTokens: 256_000, thinking: 'none', levels: [] };
  return isOld(id) ? { ...other, thinking: 'budget', levels: [] } : other;
}

/** The maximum number of input tokens of a model. */
export function inputLimitOf(model: string): number {
  return modelInfo(model).inputTokens;
}

/**
 * Whether a function response can contain the media type. Models before Gemini 3 take images and PDFs beside a
 * function response, later ones inside it; audio and video always go beside it.
 */
export function takesInResponses(model: string, mimeType: string): boolean {
  return !isOld(model) && !/^(?:audio|video)\//.test(mimeType);
}

/**
 * The models to use if `model` is unavailable, best first: from a strong model down to faster ones, which have more
 * capacity and quota; from a small model up.
 */
export function fallbacksOf(model: string): readonly string[] {
  if (/\blite\b/.test(model)) return [DEFAULT_MODEL, STRONG_MODEL];
  return /\bflash\b/.test(model) ? [SMALL_MODEL] : [DEFAULT_MODEL, SMALL_MODEL];
}

function isOld(model: string): boolean {
  return /^gemini-[12]\b/.test(model);
}
