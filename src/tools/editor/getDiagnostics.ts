import * as l10n from '@vscode/l10n';
import type { UnwrittenTexts } from '../../agent/ports/diagnostics';
import type { LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { Workspace } from '../../agent/ports/workspace';
import type { ReadTool } from '../../agent/tool';
import { byImportance, problemLine, SEVERITIES, type Problem, type Severity } from '../../shared/problems';
import { objectSchema } from '../args';
import { existingFile } from '../paths';
import { FILE_PATH, shownPath } from './codePlaces';

interface Args {
  readonly file_path?: string;
  readonly min_severity?: Severity;
}

const MAX_PER_FILE = 50;
const MAX_IN_ALL = 200;
const UNCHECKED =
  'No language extension has said anything about this file; some check only files that a tab shows. Use a build or a linter.';

export function getDiagnostics(features: LanguageFeatures): ReadTool<Args> {
  return {
    kind: 'read',
    needsWritten: ({ file_path }) => file_path === undefined || features.checksTexts?.(file_path) !== true,
    name: 'get_diagnostics',
    icon: 'search',
    description:
      'The errors and warnings that the editor shows, of a file or, without file_path, of all files that it has checked.',
    parameters: objectSchema(
      {
        file_path: FILE_PATH,
        min_severity: { type: 'string', enum: SEVERITIES, description: 'Leave out lesser ones. Default warning.' },
      },
      [],
    ),
    title: ({ file_path }, path) =>
      file_path === undefined ? l10n.t('Read the problems') : l10n.t('Read the problems of {0}', path(file_path)),
    reads: async ({ file_path }, { workspace }) =>
      file_path === undefined ? [] : [await workspace.resolve(file_path)],
    async run({ file_path, min_severity = 'warning' }, { workspace, unwritten, signal }) {
      const file = file_path === undefined ? null : (await existingFile(workspace, file_path)).path.absolute;
      const { problems: all, isChecked } =
        file === null
          ? { problems: features.problems(), isChecked: true }
          : await problemsOf(features, file, unwritten?.(), signal);
      const lowest = SEVERITIES.indexOf(min_severity);
      const wanted = all.filter(({ severity }) => SEVERITIES.indexOf(severity) <= lowest).sort(byImportance);
      const lines = isChecked ? await describe(wanted, workspace) : [UNCHECKED];
      const lesser = all.length - wanted.length;
      if (lesser > 0) lines.push(`(${lesser} below ${min_severity} left out)`);
      return { content: lines.join('\n'), display: { type: 'text', text: countText(wanted.length) } };
    },
  };
}

/** Of the file as it would be, if edits are undecided. */
function problemsOf(
  features: LanguageFeatures,
  file: string,
  texts: UnwrittenTexts = new Map(),
  signal: AbortSignal,
): ReturnType<LanguageFeatures['problemsOf']> {
  if (texts.size > 0 && features.problemsWith) return features.problemsWith(texts, file, signal);
  return features.problemsOf(file, signal);
}

/** The most severe first, after a line with the totals. */
async function describe(problems: readonly Problem[], workspace: Workspace): Promise<string[]> {
  if (problems.length === 0) return ['No problems.'];
  const perFile = new Map<string, number>();
  const shown = problems.filter(({ file }) => {
    const count = (perFile.get(file) ?? 0) + 1;
    perFile.set(file, count);
    return count <= MAX_PER_FILE;
  });
  const lines = await Promise.all(
    shown.slice(0, MAX_IN_ALL).map(async problem => problemLine(problem, await shownPath(problem.file, workspace))),
  );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const head = `${problems.length} problems in ${perFile.size} files, ${errors} of them errors.`;
  const rest = problems.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`... and ${rest} more`] : [])];
}

function countText(count: number): string {
  if (count === 0) return l10n.t('No problems');
  return count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', count);
}
