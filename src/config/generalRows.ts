// The settings in `settings.json` about sessions, models and output.
import { age, choice, number, onOff, text } from './settingRow';

export type ModeName = 'default' | 'auto_edit' | 'plan';
export type OutputFormatName = 'text' | 'json' | 'stream-json';

/** The number of turns is limited by default; -1 removes the limit. */
const MAX_TURNS = 100;
const MODES: readonly ModeName[] = ['plan', 'default', 'auto_edit'];

export const GENERAL_ROWS = {
  'general.defaultApprovalMode': choice<ModeName>(
    'default',
    ['default', 'auto_edit', 'plan'],
    'The approval mode in which a session starts.',
    {
      stricter: (before, value) => (MODES.indexOf(value) < MODES.indexOf(before) ? value : before),
    },
  ),
  'general.maxAttempts': number(
    4,
    'Maximum number of attempts for a request when the service is overloaded or rate limited, including the first.',
    { minimum: 1, stricter: Math.min },
  ),
  'general.checkpointing.enabled': onOff(true, 'Record files before they are changed, so that changes can be undone.', {
    stricter: (before, value) => before || value,
  }),
  'general.plan.enabled': onOff(true, 'Allow plan mode, for the model and as the mode in which a session starts.'),
  'general.plan.directory': text(
    '',
    'A folder of the project for plans. In plan mode, only Markdown files in this folder can be written. Empty: `~/.gemini/tmp/NAME/plans`, as in Gemini CLI.',
  ),
  'general.plan.modelRouting': onOff(true, 'Use the strong model in plan mode when the model is chosen automatically.'),
  'general.sessionRetention.enabled': onOff(true, 'Delete old chats.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxAge': age(
    '90d',
    "Delete chats that haven't been used for this long, such as `24h`, `30d`, `2w` or `6m`; `0d`: never.",
    { isUserOnly: true },
  ),
  'general.sessionRetention.minRetention': age('0d', 'Never delete a chat because of its age before it is this old.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxCount': number(500, 'Maximum number of chats kept for a workspace; 0: no limit.', {
    minimum: 0,
    isUserOnly: true,
  }),
  'ui.showCitations': onOff(
    true,
    'List the sources that an answer quotes, at its end and before you decide on its changes.',
  ),
  'output.format': choice<OutputFormatName>(
    'text',
    ['text', 'json', 'stream-json'],
    'The output format of the headless command.',
  ),
  'model.name': text('', 'The model to use; empty: the default model.'),
  'model.maxSessionTurns': number(MAX_TURNS, 'Maximum number of model responses for one prompt; -1: no limit.', {
    minimum: -1,
    stricter: (before, value) => (turnsOf(value) < turnsOf(before) ? value : before),
  }),
  'model.compressionThreshold': number(
    0.5,
    'Compress the conversation when it fills this share of the model’s context window; 0: only when it no longer fits.',
    { isShare: true },
  ),
  'model.disableLoopDetection': onOff(
    false,
    'Do not stop a model that keeps repeating the same calls or the same text.',
    {
      stricter: (before, value) => before && value,
    },
  ),
  'model.skipNextSpeakerCheck': onOff(
    true,
    'Do not check with a small request after each answer whether the model stopped too early.',
  ),
};

/** The maximum number of model responses for one prompt, from the value of `model.maxSessionTurns`. */
export function turnsOf(value: number): number {
  return value < 0 ? Infinity : value;
}
