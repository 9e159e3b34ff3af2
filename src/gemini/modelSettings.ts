import type { GenerationSettings, ThinkingLevel } from '../agent/ports/model';
import { modelInfo, type ModelInfo } from './models';

/** What a model that counts its thinking in tokens gets for a level. */
const THINKING_TOKENS: Readonly<Record<ThinkingLevel, number>> = { minimal: 0, low: 512, medium: 4096, high: 8192 };

/** What a conversation has unless something else is set. */
export const CONVERSATION: GenerationSettings = { includeThoughts: true };

/**
 * The settings as a model takes them, in the API's own words; without any, those of a conversation. What a model would
 * refuse, or does not heed, is left out.
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
  // What a model does not know it refuses: the nearest one that it has.
  const taken = levels.includes(level) ? level : levels[0];
  return { ...(taken !== undefined && { thinkingLevel: taken.toUpperCase() }), ...told };
}

/** The level that comes nearest to a number of tokens; undefined leaves it to the model. */
function levelFor(tokens: number): ThinkingLevel | undefined {
  if (tokens < 0) return undefined;
  return (['minimal', 'low', 'medium'] as const).find(level => tokens <= THINKING_TOKENS[level]) ?? 'high';
}
