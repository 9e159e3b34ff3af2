import type { SearchFile, SearchLine, Workspace, WorkspacePath } from '../agent/ports/workspace';
import { ToolError } from '../shared/errors';
import { below } from './paths';
import { linesBetween } from './text/lines';

/** The matches found in one directory. */
export interface Found {
  readonly base: WorkspacePath;
  readonly files: readonly SearchFile[];
}

/** Lines of context around each match that save the model a second call: the fewer matches, the more lines. */
function widthFor(matches: number): number {
  if (matches === 1) return 50;
  return matches <= 3 ? 15 : 0;
}

/** The same results with context around the matches, if there are few. */
export async function addAutoContext(
  workspace: Workspace,
  found: readonly Found[],
  matches: number,
): Promise<readonly Found[]> {
  const width = widthFor(matches);
  if (width === 0) return found;
  return Promise.all(
    found.map(async each => ({
      ...each,
      files: await Promise.all(
        each.files.map(file => withContext(workspace, below(each.base, file.path), file, width)),
      ),
    })),
  );
}

async function withContext(workspace: Workspace, absolute: string, file: SearchFile, width: number) {
  const text = await readIfText(workspace, absolute);
  if (text === null) return file;
  const lines = new Map<number, SearchLine>();
  for (const match of file.lines) {
    const first = Math.max(1, match.line - width);
    linesBetween(text, first, match.line + width).forEach((text, n) => {
      lines.set(first + n, lines.get(first + n) ?? { line: first + n, text, isMatch: false });
    });
  }
  // The editor's version of the file may differ from the one that was searched.
  if (file.lines.some(match => lines.get(match.line)?.text !== match.text)) return file;
  for (const match of file.lines) lines.set(match.line, match);
  return { path: file.path, lines: [...lines.values()].sort((a, b) => a.line - b.line) };
}

/** Null if a searched file can't be read, for example because it is very large. */
async function readIfText(workspace: Workspace, absolute: string): Promise<string | null> {
  try {
    return (await workspace.readText(await workspace.resolve(absolute))).text;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
