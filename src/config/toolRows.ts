// The settings in `settings.json` about tools and commands, and their permissions.
import { number, onOff, text, texts } from './settingRow';

export const TOOL_ROWS = {
  'tools.allowed': texts([], 'Tools that run without approval, such as `run_shell_command(git status)`.', {
    merge: 'union',
    isUserOnly: true,
  }),
  'tools.disableLLMCorrection': onOff(
    false,
    'Do not ask a model to correct an edit whose text isn’t in the file, or content that was escaped twice.',
  ),
  'tools.exclude': texts([], 'Tools and commands that never run, in any mode, such as `run_shell_command(git push)`.', {
    merge: 'union',
    tightens: true,
  }),
  'tools.confirmationRequired': texts([], 'Tools and commands that require approval in every mode.', {
    merge: 'union',
    tightens: true,
  }),
  'tools.core': texts(
    [],
    'The only available tools, which run without approval. Empty: all tools, with the usual approvals.',
    {
      merge: 'union',
      limits: true,
    },
  ),
  'tools.discoveryCommand': text(
    '',
    'A command that prints declarations of additional tools as JSON. If it comes from a workspace, the workspace must be trusted and you must approve the command.',
  ),
  'tools.callCommand': text(
    '',
    'The command that runs these tools. It gets the tool’s name as its last argument, and the tool’s arguments as JSON on standard input.',
  ),
  'tools.truncateToolOutputThreshold': number(
    40_000,
    'Maximum number of characters of a command’s output that the model gets; the whole output is kept in a file. 0 or less: no limit.',
    { stricter: (before, value) => (charactersOf(value) < charactersOf(before) ? value : before) },
  ),
  'tools.shell.pager': text('cat', 'The pager for commands (`PAGER` and `GIT_PAGER`).', {
    isUserOnly: true,
  }),
  'tools.shell.enableInteractiveShell': onOff(
    true,
    'Give a terminal (PTY) to commands that need one, such as `top` or `ssh`. If off, no command has a terminal.',
  ),
  'tools.shell.inactivityTimeout': number(
    300,
    'End a shell command after this many seconds without output; 0: never.',
    { minimum: 0 },
  ),
  'security.disableYoloMode': onOff(false, 'Block the mode that runs everything without approval.', {
    stricter: (before, value) => before || value,
  }),
  'security.disableAlwaysAllow': onOff(
    false,
    'Do not offer “Always allow” in approvals. Earlier choices stay in effect.',
    { stricter: (before, value) => before || value },
  ),
  'security.folderTrust.enabled': onOff(
    true,
    'Use `trustedFolders.json` to decide whether the headless command trusts a folder. If off, every folder is trusted.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.enabled': onOff(
    true,
    'Hide environment variables that look like secrets from commands. Gemini API keys are always hidden.',
    { isUserOnly: true },
  ),
  'security.environmentVariableRedaction.allowed': texts(
    [],
    'Environment variables that commands get even if they look like secrets.',
    { merge: 'union', isUserOnly: true },
  ),
  'security.environmentVariableRedaction.blocked': texts([], 'Environment variables that commands never get.', {
    merge: 'union',
    tightens: true,
  }),
  'advanced.excludedEnvVars': texts(
    ['DEBUG', 'DEBUG_MODE'],
    'Environment variables to ignore in a project’s `.env` file.',
    {
      merge: 'union',
    },
  ),
  'advanced.ignoreLocalEnv': onOff(false, 'Ignore a project’s `.env` file and read only those in the home folder.', {
    stricter: (before, value) => before || value,
  }),
};

/** The number of characters of an output that the model gets, from `tools.truncateToolOutputThreshold`. */
export function charactersOf(value: number): number {
  return value <= 0 ? Infinity : value;
}
