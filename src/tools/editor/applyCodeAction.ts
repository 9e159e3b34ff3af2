import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ChangeTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { existingFile } from '../paths';
import { visible } from '../text/controls';
import { applyCodeEdits, proposeCodeEdits, type CodeEdits } from './codeEdits';
import { FILE_PATH, LINE, namedFile } from './codePlaces';

interface Args {
  readonly file_path: string;
  readonly line: number;
  readonly title: string;
}

export function applyCodeAction(features: LanguageFeatures): ChangeTool<Args, CodeEdits> {
  return {
    kind: 'change',
    changes: 'edits',
    name: 'apply_code_action',
    icon: 'edit',
    description: 'Makes the change of a code action of a line, named as list_code_actions names it.',
    parameters: objectSchema({ file_path: FILE_PATH, line: LINE, title: { type: 'string' } }, [
      'file_path',
      'line',
      'title',
    ]),
    reads: namedFile,
    title: ({ file_path, title }, path) => l10n.t('{0} in {1}', visible(title), path(file_path)),
    async propose({ file_path, line, title }, { workspace, signal }) {
      const { path } = await existingFile(workspace, file_path);
      return proposeCodeEdits(await features.action(path.absolute, line, title, signal), workspace);
    },
    apply: async (approved, context) => applyCodeEdits(approved, context, 'Done:'),
  };
}
