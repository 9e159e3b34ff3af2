import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { COMMIT_INSTRUCTIONS, commitMessageIn, commitPrompt } from '../../agent/changes/commitPrompt';
import type { ContentGenerator } from '../../agent/ports/model';
import type { ModelConfigs } from '../../config/modelConfigs';
import { resolveJob } from '../../gemini/modelConfigs';
import { createUtilityModel } from '../../gemini/utilityModel';
import type { WriteMessage } from '../../vscode/changes/keptCommands';
import type { KeptFiles } from '../../vscode/changes/stageKept';
import { pathShown } from '../../vscode/documents/documents';

export interface CommitMessagesOptions {
  readonly generator: () => ContentGenerator;
  readonly modelConfigs: () => ModelConfigs;
  /** The conversation's model. */
  readonly model: () => string;
}

/** Returns a function that has a model write commit messages from the changes that were kept. */
export function commitMessages(
  { generator, modelConfigs, model }: CommitMessagesOptions,
  kept: KeptFiles,
): WriteMessage {
  return async (files, earlier, signal) => {
    const committed = files.flatMap(file => {
      const state = kept.stateOf(file);
      return state ? [{ path: pathShown(file), state }] : [];
    });
    const asked = createUtilityModel({
      generator: generator(),
      settings: job => resolveJob(modelConfigs(), job, model()),
      newId: randomUUID,
      now: Date.now,
    });
    const prompt = commitPrompt(committed, earlier);
    const reply = await asked.ask({ job: 'commitMessage', system: COMMIT_INSTRUCTIONS, prompt }, signal);
    if (!reply.ok) throw new Error(reply.failure.message);
    const message = commitMessageIn(reply.text);
    if (message === '') throw new Error(l10n.t('The model wrote no message. Try again.'));
    return message;
  };
}
