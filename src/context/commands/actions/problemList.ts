import type { FileProblem } from '../../definitionFile';
import { plainMarkdown } from '../command';

/** The lines of a Markdown list below a list of what works; empty: nothing is wrong. `pathFor`: a path as users see it. */
export function problemList(
  heading: string,
  problems: readonly FileProblem[],
  pathFor: (path: string) => string,
): readonly string[] {
  const wrong = problems.filter(({ severity }) => severity !== 'hint');
  const lines = wrong.map(({ file, line, message }) => {
    return `- ${plainMarkdown([pathFor(file), line].filter(Boolean).join(':'))}: ${plainMarkdown(message)}`;
  });
  return lines.length > 0 ? ['', heading, '', ...lines] : [];
}
