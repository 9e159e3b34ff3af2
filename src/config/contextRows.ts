// What of `settings.json` is about memory files and ignored files.
import { choice, number, onOff, texts } from './settingRow';

export const CONTEXT_ROWS = {
  'context.includeDirectories': texts([], 'More workspace folders for the headless command.', {
    merge: 'concat',
    isUserOnly: true,
  }),
  'context.includeDirectoryTree': onOff(
    true,
    'The model is told which files and folders there are when a chat begins.',
  ),
  'context.fileName': texts(['GEMINI.md'], 'What memory files are called: a name, or a list of names.', {
    read: written => (typeof written === 'string' ? [written] : written),
  }),
  'context.importFormat': choice<'tree' | 'flat'>(
    'tree',
    ['tree', 'flat'],
    'Whether what memory files import stands in its place, or as a file of its own behind them.',
  ),
  'context.discoveryMaxDirs': number(
    200,
    'In how many folders below a workspace folder memory files are looked for when a chat begins.',
    { minimum: 0 },
  ),
  'context.memoryBoundaryMarkers': texts(
    ['.git'],
    'Files or folders that the root of a project has, up to which memory files are looked for.',
    { isUserOnly: true },
  ),
  'context.loadMemoryFromIncludeDirectories': onOff(
    true,
    'The memory files of folders that are added to a run of the headless command count as well.',
    { isUserOnly: true },
  ),
  'context.fileFiltering.respectGitIgnore': onOff(true, 'Tools leave out what `.gitignore` files exclude.'),
  'context.fileFiltering.respectGeminiIgnore': onOff(true, 'Tools leave out what `.geminiignore` excludes.', {
    stricter: (before, value) => before || value,
  }),
  'context.fileFiltering.customIgnoreFilePaths': texts(
    [],
    'More files like `.geminiignore`, relative to the workspace folder; the last one counts most.',
    { merge: 'union' },
  ),
};
