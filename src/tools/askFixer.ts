import type { UtilityModel, UtilityRequest } from '../agent/ports/utilityModel';

type Question = Pick<UtilityRequest, 'system' | 'prompt' | 'responseSchema'>;

const TIMEOUT_MS = 40_000;

/** Asks the small model that corrects edits. Returns its JSON object, of any shape, or null if it gives none. */
export async function askFixer(
  question: Question,
  model: UtilityModel,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const reply = await model.ask({ job: 'editFixer', ...question }, limited);
  signal.throwIfAborted();
  return reply.ok ? parseObject(reply.text) : null;
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
