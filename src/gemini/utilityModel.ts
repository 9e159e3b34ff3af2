import * as l10n from '@vscode/l10n';
import type { ContentGenerator, GenerationSettings } from '../agent/ports/model';
import type { UtilityJob, UtilityModel, UtilityReply, UtilityRequest } from '../agent/ports/utilityModel';

export interface UtilityModelOptions {
  readonly generator: ContentGenerator;
  readonly model: (job: UtilityJob) => string;
  readonly newId: () => string;
  readonly now: () => number;
}

/** The same question gets the same answer, as far as a model can promise that. */
const STEADY: GenerationSettings = { temperature: 0, topP: 1, thinking: 'low' };
const SETTINGS: Readonly<Record<UtilityJob, GenerationSettings>> = {
  editFixer: STEADY,
  webFetch: STEADY,
  webSearch: STEADY,
  summary: { ...STEADY, maxOutputTokens: 16_384 },
  nextSpeaker: STEADY,
  loopCheck: STEADY,
  classifier: { ...STEADY, maxOutputTokens: 1024 },
};
/** How often JSON is asked for that can't be read. */
const JSON_ATTEMPTS = 3;

/** One-off questions, each a request of its own without history. */
export function createUtilityModel(options: UtilityModelOptions): UtilityModel {
  return {
    async ask(request, signal) {
      for (let attempt = 1; ; attempt++) {
        const reply = await askOnce(options, request, signal);
        if (!reply.ok || request.responseSchema === undefined) return reply;
        const text = withoutFence(reply.text);
        if (isJson(text)) return { ...reply, text };
        if (attempt === JSON_ATTEMPTS) {
          return { ok: false, failure: { kind: 'badStream', message: l10n.t('The answer could not be read.') } };
        }
      }
    },
  };
}

async function askOnce(
  { generator, model, newId, now }: UtilityModelOptions,
  { job, system, prompt, responseSchema, serviceTools }: UtilityRequest,
  signal: AbortSignal,
): Promise<UtilityReply> {
  const reply = await generator.generate(
    {
      model: model(job),
      system,
      messages: [{ id: newId(), at: now(), role: 'user', parts: [{ type: 'text', text: prompt }] }],
      tools: [],
      generation: SETTINGS[job],
      ...(responseSchema && { responseSchema }),
      ...(serviceTools && { serviceTools }),
    },
    signal,
  );
  if (!reply.ok) return reply;
  const text = reply.parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
  const { grounding, usage } = reply;
  return { ok: true, text, ...(grounding && { grounding }), ...(usage && { usage }) };
}

/** Models like to put JSON into a block of code. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([^]*?)\n?```\s*$/i.exec(text)?.[1] ?? text.trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // the answer is no: there is nothing else to learn from it
  }
}
