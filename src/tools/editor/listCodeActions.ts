import * as l10n from '@vscode/l10n';
import type { CodeAction, LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ReadTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { existingFile } from '../paths';
import { visible } from '../text/controls';
import { FILE_PATH, LINE, namedFile } from './codePlaces';

interface Args {
  readonly file_path: string;
  readonly line: number;
}

const MAX_ACTIONS = 50;

export function listCodeActions(features: LanguageFeatures): ReadTool<Args> {
  return {
    kind: 'read',
    needsWritten: true,
    name: 'list_code_actions',
    icon: 'search',
    description: 'Lists the quick fixes and refactorings that the editor offers for a line.',
    parameters: objectSchema({ file_path: FILE_PATH, line: LINE }, ['file_path', 'line']),
    title: ({ file_path, line }, path) => l10n.t('List the code actions of {0}', `${path(file_path)}:${line}`),
    reads: namedFile,
    async run({ file_path, line }, { workspace, signal }) {
      const { path } = await existingFile(workspace, file_path);
      const actions = await features.actions(path.absolute, line, signal);
      const lines = actions.slice(0, MAX_ACTIONS).map(describe);
      const rest = actions.length - lines.length;
      if (rest > 0) lines.push(`... and ${rest} more`);
      return { content: actions.length === 0 ? 'The editor offers nothing here.' : lines.join('\n') };
    },
  };
}

function describe({ title, kind, isPreferred, disabled }: CodeAction): string {
  const notes = [kind, isPreferred ? 'preferred' : '', disabled === undefined ? '' : `not possible here: ${disabled}`];
  const shown = notes.filter(note => note !== '').join(', ');
  return `${visible(title)}${shown === '' ? '' : ` (${shown})`}`;
}
