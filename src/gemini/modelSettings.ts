import type { GenerationSettings, ThinkingLevel } from '../agent/ports/model';
import { modelInfo, type ModelInfo } from './models';

/** The number of tokens for each level, for models whose thinking is set in tokens. */
const THINKING_TOKENS: Readonly<Record<ThinkingLevel, number>> = { minimal: 0, low: 512, medium: 4096, high: 8192 };

/** The default settings of a conversation. */
export const CONVERSATION: GenerationSettings = { includeThoughts: true };

/**
 * The settings in the API's terms, by default those of a conversation. Settings that the model would refuse or ignore
 * are left out.
 */
export function settingsFor(model: string, generation: GenerationSettings = CONVERSATION): object {
  const info = modelInfo(model);
  const { temperature, topP, topK, maxOutputTokens } = generation;
  const thinkingConfig = thinkingOf(info, generation);
  return {
    ...(info.takesSampling && temperature !== undefined && { temperature }),
    ...(info.takesSampling && topP !== undefined && { topP }),
    ...(info.takesSampling && topK !== undefined && { topK }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(Object.keys(thinkingConfig).length > 0 && { thinkingConfig }),
  };
}

function thinkingOf({ thinking: kind, levels }: ModelInfo, generation: GenerationSettings): object {
  const { thinking, includeThoughts } = generation;
  if (kind === 'none') return {};
  const told = includeThoughts === undefined ? {} : { includeThoughts };
  if (thinking === undefined) return told;
  if (kind === 'budget') {
    return { thinkingBudget: typeof thinking === 'number' ? thinking : THINKING_TOKENS[thinking], ...told };
  }
  const level = typeof thinking === 'number' ? levelFor(thinking) : thinking;
  if (level === undefined) return told;
  // A model refuses an unsupported level, so its lowest one is used.
  const taken = levels.includes(level) ? level : levels[0];
  return { ...(taken !== undefined && { thinkingLevel: taken.toUpperCase() }), ...told };
}

/** The level closest to a number of tokens; undefined leaves it to the model. */
function levelFor(tokens: number): ThinkingLevel | undefined {
  if (tokens < 0) return undefined;
  return (['minimal', 'low', 'medium'] as const).find(level => tokens <= THINKING_TOKENS[level]) ?? 'high';
}
