import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ReadTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { COLUMN, FILE_PATH, LINE, namedFile, placeLines, placeOf, SYMBOL, type PlaceArgs } from './codePlaces';

const MAX_PLACES = 20;

export function goToDefinition(features: LanguageFeatures): ReadTool<PlaceArgs> {
  return {
    kind: 'read',
    needsWritten: true,
    name: 'go_to_definition',
    icon: 'search',
    description: "Finds where a symbol is defined, by the editor's language extension.",
    parameters: objectSchema({ file_path: FILE_PATH, line: LINE, symbol: SYMBOL, column: COLUMN }, [
      'file_path',
      'line',
    ]),
    title: ({ file_path, line, symbol }, path) =>
      l10n.t('Find the definition of {0}', symbol ?? `${path(file_path)}:${line}`),
    reads: namedFile,
    async run(args, { workspace, signal }) {
      const places = await features.definitions(await placeOf(args, workspace), signal);
      if (places.length === 0) return { content: 'No definition found.' };
      const lines = await placeLines(places.slice(0, MAX_PLACES), workspace);
      if (places.length > lines.length) lines.push(`... and ${places.length - lines.length} more`);
      return { content: lines.join('\n'), display: { type: 'text', text: lines[0] ?? '' } };
    },
  };
}
