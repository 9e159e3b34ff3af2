import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ChangeTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { existingFile } from '../paths';
import { applyCodeEdits, proposeCodeEdits, type CodeEdits } from './codeEdits';
import { FILE_PATH, namedFile } from './codePlaces';

interface Args {
  readonly file_path: string;
}

export function organizeImports(features: LanguageFeatures): ChangeTool<Args, CodeEdits> {
  return {
    kind: 'change',
    changes: 'edits',
    name: 'organize_imports',
    icon: 'edit',
    description: 'Sorts the imports of a file and removes unused ones.',
    parameters: objectSchema({ file_path: FILE_PATH }, ['file_path']),
    reads: namedFile,
    title: ({ file_path }, path) => l10n.t('Organize the imports of {0}', path(file_path)),
    async propose({ file_path }, { workspace, signal }) {
      const { path } = await existingFile(workspace, file_path);
      return proposeCodeEdits(await features.organizeImports(path.absolute, signal), workspace);
    },
    apply: async (approved, context) => applyCodeEdits(approved, context, 'Organized the imports:'),
  };
}
