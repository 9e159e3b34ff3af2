import type { GenerationSettings } from '../agent/ports/model';
import { modelInfo } from './models';

/** What a model that counts its thinking in tokens gets for a level. */
const THINKING_TOKENS = { low: 512, high: 8192 } as const;

/**
 * The settings as a model takes them, in the API's own words; without any, those of a conversation. What a model would
 * refuse, or does not heed, is left out.
 */
export function settingsFor(model: string, generation?: GenerationSettings): object {
  const { thinking: kind, takesSampling } = modelInfo(model);
  if (!generation) return kind === 'none' ? {} : { thinkingConfig: { includeThoughts: true } };
  const { thinking, temperature, topP, maxOutputTokens } = generation;
  return {
    ...(takesSampling && temperature !== undefined && { temperature }),
    ...(takesSampling && topP !== undefined && { topP }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(thinking && kind === 'level' && { thinkingConfig: { thinkingLevel: thinking.toUpperCase() } }),
    ...(thinking && kind === 'budget' && { thinkingConfig: { thinkingBudget: THINKING_TOKENS[thinking] } }),
  };
}
