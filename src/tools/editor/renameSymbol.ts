import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ChangeTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { applyCodeEdits, proposeCodeEdits, type CodeEdits } from './codeEdits';
import { FILE_PATH, LINE, namedFile, placeOf, SYMBOL } from './codePlaces';

interface Args {
  readonly file_path: string;
  readonly line: number;
  readonly symbol: string;
  readonly new_name: string;
}

export function renameSymbol(features: LanguageFeatures): ChangeTool<Args, CodeEdits> {
  return {
    kind: 'change',
    changes: 'edits',
    name: 'rename_symbol',
    icon: 'edit',
    description: "Renames a symbol everywhere, by the editor's language extension.",
    parameters: objectSchema({ file_path: FILE_PATH, line: LINE, symbol: SYMBOL, new_name: { type: 'string' } }, [
      'file_path',
      'line',
      'symbol',
      'new_name',
    ]),
    reads: namedFile,
    title: ({ symbol, new_name }) => l10n.t('Rename {0} to {1}', symbol, new_name),
    async propose(args, { workspace, signal }) {
      const place = await placeOf(args, workspace);
      return proposeCodeEdits(await features.rename(place, args.new_name, signal), workspace);
    },
    apply: async (approved, context) => applyCodeEdits(approved, context, `Renamed in ${approved.edits.length} files:`),
  };
}
