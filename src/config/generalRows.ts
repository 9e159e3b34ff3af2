// What of `settings.json` is about sessions, models and what is printed.
import { age, choice, number, onOff, text } from './settingRow';

export type ModeName = 'default' | 'auto_edit' | 'plan';
export type OutputFormatName = 'text' | 'json' | 'stream-json';

/** Turns are limited even if nobody says so; -1 lifts the limit. */
const MAX_TURNS = 100;
const MODES: readonly ModeName[] = ['plan', 'default', 'auto_edit'];

export const GENERAL_ROWS = {
  'general.defaultApprovalMode': choice<ModeName>(
    'default',
    ['default', 'auto_edit', 'plan'],
    'How a session begins: what is asked about, and what is not.',
    {
      stricter: (before, value) => (MODES.indexOf(value) < MODES.indexOf(before) ? value : before),
    },
  ),
  'general.maxAttempts': number(
    4,
    'How often a request is sent in all when the service is overloaded or limits the rate.',
    { minimum: 1, stricter: Math.min },
  ),
  'general.checkpointing.enabled': onOff(true, 'What is changed is recorded first, so that it can be taken back.', {
    stricter: (before, value) => before || value,
  }),
  'general.plan.enabled': onOff(true, 'The model may switch to plan mode, and a session may begin in it.'),
  'general.plan.directory': text(
    '',
    'A directory of the project for plans: Markdown files below it may be written in plan mode. Empty: none.',
  ),
  'general.plan.modelRouting': onOff(true, 'A model that is chosen automatically is the strong one in plan mode.'),
  'general.sessionRetention.enabled': onOff(true, 'Old chats are deleted.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxAge': age(
    '90d',
    'The age at which a chat that nobody went on with is deleted, such as `24h`, `30d`, `2w` or `6m`; `0d`: never.',
    { isUserOnly: true },
  ),
  'general.sessionRetention.minRetention': age('0d', 'No chat is deleted for its age before this one.', {
    isUserOnly: true,
  }),
  'general.sessionRetention.maxCount': number(500, 'How many chats of a workspace are kept; 0: all.', {
    minimum: 0,
    isUserOnly: true,
  }),
  'ui.showCitations': onOff(
    true,
    'Which published texts an answer repeats is told at its end, and before what it changes is decided.',
  ),
  'output.format': choice<OutputFormatName>(
    'text',
    ['text', 'json', 'stream-json'],
    'What the headless command prints.',
  ),
  'model.name': text('', 'The model; empty: the default one.'),
  'model.maxSessionTurns': number(MAX_TURNS, 'How many answers of the model one prompt may take; -1: any number.', {
    minimum: -1,
    stricter: (before, value) => (turnsOf(value) < turnsOf(before) ? value : before),
  }),
  'model.compressionThreshold': number(
    0.5,
    'The share of the model’s window from which on a conversation is compressed; 0: only when it would not fit.',
    { isShare: true },
  ),
  'model.disableLoopDetection': onOff(false, 'A model may repeat its calls and its words without end.', {
    stricter: (before, value) => before && value,
  }),
  'model.skipNextSpeakerCheck': onOff(
    true,
    'No small request checks after each answer whether the model stopped before it did what it said.',
  ),
};

/** How many answers a prompt may take, by the value of `model.maxSessionTurns`. */
export function turnsOf(value: number): number {
  return value < 0 ? Infinity : value;
}
