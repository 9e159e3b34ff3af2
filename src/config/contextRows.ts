// The settings in `settings.json` about memory files and ignored files.
import { choice, number, onOff, texts } from './settingRow';

export const CONTEXT_ROWS = {
  'context.includeDirectories': texts([], 'Additional workspace folders for the headless command.', {
    merge: 'concat',
    isUserOnly: true,
  }),
  'context.includeDirectoryTree': onOff(true, 'Tell the model which files and folders exist when a chat starts.'),
  'context.fileName': texts(['GEMINI.md'], 'The name of memory files, or a list of names.', {
    read: written => (typeof written === 'string' ? [written] : written),
  }),
  'context.importFormat': choice<'tree' | 'flat'>(
    'tree',
    ['tree', 'flat'],
    'Where to put imported memory files: in place of the import (`tree`), or as separate files after it (`flat`).',
  ),
  'context.discoveryMaxDirs': number(
    200,
    'Maximum number of folders below a workspace folder that are searched for memory files when a chat starts.',
    { minimum: 0 },
  ),
  'context.memoryBoundaryMarkers': texts(
    ['.git'],
    'Files or folders that mark the root of a project. Memory files are searched up to that root.',
    { isUserOnly: true },
  ),
  'context.loadMemoryFromIncludeDirectories': onOff(
    true,
    'Also use the memory files of folders that are added to a run of the headless command.',
    { isUserOnly: true },
  ),
  'context.fileFiltering.respectGitIgnore': onOff(true, 'Tools skip files that `.gitignore` excludes.'),
  'context.fileFiltering.respectGeminiIgnore': onOff(true, 'Tools skip files that `.geminiignore` excludes.', {
    stricter: (before, value) => before || value,
  }),
  'context.fileFiltering.customIgnoreFilePaths': texts(
    [],
    'Additional ignore files like `.geminiignore`, relative to the workspace folder. Later files take precedence.',
    { merge: 'union' },
  ),
};
