import * as l10n from '@vscode/l10n';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { ReadTool } from '../../agent/tool';
import { objectSchema } from '../args';
import { visible } from '../text/controls';
import { shownPath } from './codePlaces';
import { symbolCount } from './symbolCount';

interface Args {
  readonly query: string;
}

const MAX_SYMBOLS = 100;

export function workspaceSymbols(features: LanguageFeatures): ReadTool<Args> {
  return {
    kind: 'read',
    needsWritten: true,
    name: 'workspace_symbols',
    icon: 'search',
    description: "Finds symbols by a part of their name in the whole workspace, by the editor's language extensions.",
    parameters: objectSchema({ query: { type: 'string', description: 'Part of the name.' } }, ['query']),
    title: ({ query }) => l10n.t('Find the symbol {0}', query),
    async run({ query }, { workspace, signal }) {
      const symbols = await features.workspaceSymbols(query, signal);
      const lines = await Promise.all(
        symbols.slice(0, MAX_SYMBOLS).map(async ({ file, line, column, kind, name, container }) => {
          const within = container === undefined ? '' : ` in ${visible(container)}`;
          return `${await shownPath(file, workspace)}:${line}:${column}  ${kind} ${visible(name)}${within}`;
        }),
      );
      const rest = symbols.length - lines.length;
      if (rest > 0) lines.push(`... and ${rest} more; give more of the name`);
      const none = 'No symbol found. Language extensions know those of languages that have been opened in this window.';
      return {
        content: symbols.length === 0 ? none : lines.join('\n'),
        display: { type: 'text', text: symbolCount(symbols.length) },
      };
    },
  };
}
