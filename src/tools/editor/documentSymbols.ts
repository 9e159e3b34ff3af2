import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ReadTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { existingFile } from '../paths';
import { visible } from '../text/controls';
import { FILE_PATH, namedFile } from './codePlaces';
import { symbolCount } from './symbolCount';

interface Args {
  readonly file_path: string;
}

const MAX_SYMBOLS = 400;

export function documentSymbols(features: LanguageFeatures): ReadTool<Args> {
  return {
    kind: 'read',
    needsWritten: true,
    name: 'document_symbols',
    icon: 'search',
    description: 'Outlines a file: its classes, functions and so on, each with its line.',
    parameters: objectSchema({ file_path: FILE_PATH }, ['file_path']),
    title: ({ file_path }, path) => l10n.t('Outline {0}', path(file_path)),
    reads: namedFile,
    async run({ file_path }, { workspace, signal }) {
      const { path } = await existingFile(workspace, file_path);
      const symbols = await features.documentSymbols(path.absolute, signal);
      const lines = symbols
        .slice(0, MAX_SYMBOLS)
        .map(({ line, kind, name, depth }) => `${'  '.repeat(depth)}${line}: ${kind} ${visible(name)}`);
      const rest = symbols.length - lines.length;
      if (rest > 0) lines.push(`... and ${rest} more (${symbols.length} symbols in all)`);
      return {
        content: symbols.length === 0 ? `No symbols in ${path.display}.` : `${path.display}\n${lines.join('\n')}`,
        display: { type: 'text', text: symbolCount(symbols.length) },
      };
    },
  };
}
