/** Models as data: a new one works on its first day, by its bare name. Token counts are limits. */
export interface ModelInfo {
  readonly id: string;
  readonly label: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const DEFAULT_MODEL = 'gemini-3.8-flash';

export const STRONG_MODEL = 'gemini-4-argon';

/** For jobs besides the conversation, where small and quick is enough. */
export const SMALL_MODEL = 'gemini-3.5-flash-lite';

export const MODELS: readonly ModelInfo[] = [
  { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash', inputTokens: 1_048_576, outputTokens: 65_536 },
  { id: 'gemini-4-argon', label: 'Gemini 4 Argon', inputTokens: 1_048_576, outputTokens: 65_536 },
  { id: 'gemini-3.1-pro-preview', label: 'Gemini 3.1 Pro (preview)', inputTokens: 1_048_576, outputTokens: 65_536 },
  { id: 'gemini-3.5-flash-lite', label: 'Gemini 3.5 Flash-Lite', inputTokens: 1_048_576, outputTokens: 65_536 },
];

/** Models before Gemini 3 take images beside a function response, later ones inside it. */
export function takesImagesInResponses(model: string): boolean {
  return !/^gemini-[12]\b/.test(model);
}

/**
 * The models to go on with when `model` is not to be had, best first: from a strong one down to quick ones, which there
 * is more room for and more quota of; from a small one up.
 */
export function fallbacksOf(model: string): readonly string[] {
  if (/\blite\b/.test(model)) return [DEFAULT_MODEL, STRONG_MODEL];
  return /\bflash\b/.test(model) ? [SMALL_MODEL] : [DEFAULT_MODEL, SMALL_MODEL];
}

/** How many tokens a model takes; of one that the table does not know, what all the others take. */
export function inputLimitOf(model: string): number {
  return MODELS.find(({ id }) => id === model)?.inputTokens ?? (model.startsWith('gemma') ? 256_000 : 1_048_576);
}
