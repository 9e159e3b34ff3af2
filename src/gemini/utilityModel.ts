import * as l10n from '@vscode/l10n';
import type { ContentGenerator, GenerationSettings } from '../agent/ports/model';
import { addUsage } from '../shared/chatState';
import type { Usage } from '../shared/messages';
import type { UtilityJob, UtilityModel, UtilityReply, UtilityRequest } from '../agent/ports/utilityModel';
import { textOf } from '../shared/partsText';

export interface UtilityModelOptions {
  readonly generator: ContentGenerator;
  /** The model and its settings for a job. */
  readonly settings: (job: UtilityJob) => JobSettings;
  readonly newId: () => string;
  readonly now: () => number;
}

export interface JobSettings {
  readonly model: string;
  readonly generation: GenerationSettings;
}

/** How many times a request for JSON is tried until the answer can be parsed. */
const JSON_ATTEMPTS = 3;

/** One-off requests without history. */
export function createUtilityModel(options: UtilityModelOptions): UtilityModel {
  return {
    async ask(request, signal) {
      let before: Usage | undefined;
      for (let repeats = 0; ; repeats++) {
        const { usage, ...reply } = await askOnce(options, request, signal);
        before = before && usage ? addUsage(before, usage) : (usage ?? before);
        const cost = { model: reply.model ?? '', ...(before && { usage: before }), ...(repeats > 0 && { repeats }) };
        if (!reply.ok || request.responseSchema === undefined) return { ...reply, ...cost };
        const text = withoutFence(reply.text);
        if (isJson(text)) return { ...reply, text, ...cost };
        if (repeats === JSON_ATTEMPTS - 1) {
          const message = l10n.t('The answer couldn’t be read.');
          return { ok: false, failure: { kind: 'badStream', message }, ...cost };
        }
      }
    },
  };
}

async function askOnce(
  { generator, settings, newId, now }: UtilityModelOptions,
  { job, system, prompt, responseSchema, serviceTools, onSilence, promptId }: UtilityRequest,
  signal: AbortSignal,
): Promise<UtilityReply> {
  const { model, generation } = settings(job);
  const reply = await generator.generate(
    {
      model,
      system,
      messages: [{ id: newId(), at: now(), role: 'user', parts: [{ type: 'text', text: prompt }] }],
      tools: [],
      generation,
      ...(responseSchema && { responseSchema }),
      ...(serviceTools && { serviceTools }),
      ...(onSilence && { onSilence }),
      ...(promptId !== undefined && { promptId }),
    },
    signal,
  );
  const { replaced } = reply;
  const asked = { model: replaced?.by ?? model, ...(replaced && { replaced }) };
  if (!reply.ok) return { ...reply, ...asked };
  const text = textOf(reply.parts);
  const { grounding, usage } = reply;
  return { ok: true, text, ...asked, ...(grounding && { grounding }), ...(usage && { usage }) };
}

/** Models often wrap JSON in a code block. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([^]*?)\n?```\s*$/i.exec(text)?.[1] ?? text.trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // nothing else about the error matters
  }
}
