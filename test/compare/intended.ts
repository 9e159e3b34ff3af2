/** Why Pollux is meant to be other than Gemini CLI, by what it is about. */
const BELOW = 'told of with the first request, and so not again';
const OWN_TOOL = 'a tool of earlier versions, which Pollux keeps';

export const INTENDED: Readonly<Record<string, string>> = {
  'told of MEMORY-BELOW': 'folders below are looked through, as earlier versions did',
  'default: memory below that a tool comes upon': BELOW,
  'yolo: memory below that a tool comes upon': BELOW,
  'told of IMPORT-DOT': 'a comma behind a path is no part of it',
  'has the tool update_topic': 'for a line in the terminal',
  'has the tool read_many_files': OWN_TOOL,
  'has the tool save_memory': OWN_TOOL,
  'has the tool write_todos': OWN_TOOL,
  'has the tool kill_background_process': 'what runs on can be ended by the model that began it',
  'has the tool exit_plan_mode': 'the tools stay the same in every mode, so that the prefix does',
  'yolo: a substitution in one': 'what is substituted is evaluated like any command',
  'hook: one that answers for the model':
    'what a hook answers counts without a decision as well, as its documentation says',
  'prompt /hello Ada': 'that of the project counts; Gemini CLI then knows neither by that name',
  'prompt /asked': 'a command that is known to be harmless needs no question',
  'prompt /broken': 'the command of a broken file is unknown',
  'prompt /none x': 'an unknown command asks no model',
  'prompt Read @ignored.txt': 'what is named outright is read, unless a rule forbids it',
};
