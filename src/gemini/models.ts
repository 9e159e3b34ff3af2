/** Models as data: a new one works on its first day, by its bare name. Token counts are limits. */
export interface ModelInfo {
  readonly id: string;
  readonly label: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How its thinking is set: by a level, by a number of tokens, or not at all. */
  readonly thinking: 'level' | 'budget' | 'none';
  /** False: temperature and the like mean nothing to it, and are not sent. */
  readonly takesSampling: boolean;
}

export const DEFAULT_MODEL = 'gemini-3.8-flash';

export const STRONG_MODEL = 'gemini-4-argon';

/** For jobs besides the conversation, where small and quick is enough. */
export const SMALL_MODEL = 'gemini-3.5-flash-lite';

/** What most of them have. */
const USUAL = { inputTokens: 1_048_576, outputTokens: 65_536, thinking: 'level', takesSampling: false } as const;

export const MODELS: readonly ModelInfo[] = [
  { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash', ...USUAL },
  { id: 'gemini-4-argon', label: 'Gemini 4 Argon', ...USUAL },
  { id: 'gemini-3.1-pro-preview', label: 'Gemini 3.1 Pro (preview)', ...USUAL, takesSampling: true },
  { id: 'gemini-3.5-flash-lite', label: 'Gemini 3.5 Flash-Lite', ...USUAL },
];

/** What is known of a model; of one that the table does not name, what its name gives away. */
export function modelInfo(id: string): ModelInfo {
  const known = MODELS.find(each => each.id === id);
  if (known) return known;
  const other = { id, label: id, ...USUAL, takesSampling: true };
  if (id.startsWith('gemma')) return { ...other, inputTokens: 256_000, thinking: 'none' };
  return isOld(id) ? { ...other, thinking: 'budget' } : other;
}

/** How many tokens a model takes. */
export function inputLimitOf(model: string): number {
  return modelInfo(model).inputTokens;
}

/** Models before Gemini 3 take images beside a function response, later ones inside it. */
export function takesImagesInResponses(model: string): boolean {
  return !isOld(model);
}

/**
 * The models to go on with when `model` is not to be had, best first: from a strong one down to quick ones, which there
 * is more room for and more quota of; from a small one up.
 */
export function fallbacksOf(model: string): readonly string[] {
  if (/\blite\b/.test(model)) return [DEFAULT_MODEL, STRONG_MODEL];
  return /\bflash\b/.test(model) ? [SMALL_MODEL] : [DEFAULT_MODEL, SMALL_MODEL];
}

function isOld(model: string): boolean {
  return /^gemini-[12]\b/.test(model);
}
