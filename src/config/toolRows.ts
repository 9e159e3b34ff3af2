// What of `settings.json` is about tools and commands, and what those may do.
import { number, onOff, text, texts } from './settingRow';

export const TOOL_ROWS = {
  'tools.allowed': texts([], 'Tools that run without asking, such as `run_shell_command(git status)`.', {
    merge: 'union',
    isUserOnly: true,
  }),
  'tools.disableLLMCorrection': onOff(
    false,
    'No model is asked to correct an edit whose text is not in the file, or content that was escaped once too often.',
  ),
  'tools.exclude': texts(
    [],
    'Tools and commands that are never run, in no mode, such as `run_shell_command(git push)`.',
    {
      merge: 'union',
      tightens: true,
    },
  ),
  'tools.confirmationRequired': texts([], 'Tools and commands that are asked about in every mode.', {
    merge: 'union',
    tightens: true,
  }),
  'tools.core': texts([], 'The only tools that may be used, and they run without asking; empty: all tools, as usual.', {
    merge: 'union',
    limits: true,
  }),
  'tools.discoveryCommand': text(
    '',
    'A command that prints the declarations of more tools as JSON. One of a workspace runs only in a trusted one, and after you approve it.',
  ),
  'tools.callCommand': text(
    '',
    'The command that runs such a tool: it gets the name of the tool as its last argument and the arguments as JSON on its standard input.',
  ),
  'tools.truncateToolOutputThreshold': number(
    40_000,
    'How many characters of what a command prints the model gets, the rest being kept in a file; 0 or less: all.',
    { stricter: (before, value) => (charactersOf(value) < charactersOf(before) ? value : before) },
  ),
  'tools.shell.pager': text('cat', 'What commands are told to show long output with (`PAGER` and `GIT_PAGER`).', {
    isUserOnly: true,
  }),
  'tools.shell.inactivityTimeout': number(
    300,
    'Seconds without output after which a shell command is ended; 0: never.',
    { minimum: 0 },
  ),
  'security.disableYoloMode': onOff(false, 'No session may run everything without asking.', {
    stricter: (before, value) => before || value,
  }),
  'security.disableAlwaysAllow': onOff(
    false,
    'No question offers to allow something from now on. What was allowed so before still holds.',
    { stricter: (before, value) => before || value },
  ),
  'security.folderTrust.enabled': onOff(
    true,
    'The headless command asks `trustedFolders.json` whether a folder is trusted; without it, every folder is.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.enabled': onOff(
    true,
    'Commands do not get variables whose name or value looks like a secret. Always on for the keys of Gemini.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.allowed': texts(
    [],
    'Variables that commands get although they look like secrets.',
    { merge: 'union', isUserOnly: true },
  ),
  'security.environmentVariableRedaction.blocked': texts([], 'Variables that commands do not get.', {
    merge: 'union',
    tightens: true,
  }),
  'advanced.excludedEnvVars': texts(
    ['DEBUG', 'DEBUG_MODE'],
    'Variables that are not taken from the `.env` of a project.',
    {
      merge: 'union',
    },
  ),
  'advanced.ignoreLocalEnv': onOff(false, 'No `.env` of a project is read, only those of the home folder.', {
    stricter: (before, value) => before || value,
  }),
};

/** How many characters of an output the model gets, by the value of `tools.truncateToolOutputThreshold`. */
export function charactersOf(value: number): number {
  return value <= 0 ? Infinity : value;
}
