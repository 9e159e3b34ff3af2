import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ReadTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { COLUMN, FILE_PATH, LINE, namedFile, placeLines, placeOf, SYMBOL, type PlaceArgs } from './codePlaces';

interface Args extends PlaceArgs {
  readonly offset?: number;
}

const PAGE_SIZE = 100;

export function findReferences(features: LanguageFeatures): ReadTool<Args> {
  return {
    kind: 'read',
    needsWritten: true,
    name: 'find_references',
    icon: 'search',
    description: `Finds every use of a symbol, by the editor's language extension; ${PAGE_SIZE} a call.`,
    parameters: objectSchema(
      {
        file_path: FILE_PATH,
        line: LINE,
        symbol: SYMBOL,
        column: COLUMN,
        offset: { type: 'integer', minimum: 0, description: 'References to leave out. Default 0.' },
      },
      ['file_path', 'line'],
    ),
    title: ({ file_path, line, symbol }, path) =>
      l10n.t('Find the references to {0}', symbol ?? `${path(file_path)}:${line}`),
    reads: namedFile,
    async run(args, { workspace, signal }) {
      const places = await features.references(await placeOf(args, workspace), signal);
      const { offset = 0 } = args;
      const lines = await placeLines(places.slice(offset, offset + PAGE_SIZE), workspace);
      const rest = places.length - offset - lines.length;
      const files = new Set(places.map(({ file }) => file)).size;
      const more = rest > 0 ? [`... and ${rest} more; go on with offset ${offset + lines.length}`] : [];
      return {
        content: [`${places.length} references in ${files} files.`, ...lines, ...more].join('\n'),
        display: { type: 'text', text: countText(places.length) },
      };
    },
  };
}

function countText(count: number): string {
  return count === 1 ? l10n.t('1 reference') : l10n.t('{0} references', count);
}
