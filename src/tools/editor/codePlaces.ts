// Converts the model's arguments to a place in code, and places in code to lines for the model.
import type { CodePlace } from '../../agent/ports/languageFeatures';
import type { Workspace, WorkspacePath } from '../../agent/ports/workspace';
import type { ReadContext } from '../../agent/tool';
import { isSecretFile } from '../../policy/secretFiles';
import { ToolError } from '../../shared/errors';
import { existingFile, fileTarget } from '../paths';
import { visible } from '../text/controls';
import { linesBetween } from '../text/lines';
import { symbolColumn } from '../text/symbolColumn';
import { cutLine } from '../text/truncate';

export const FILE_PATH = { type: 'string', description: 'File, absolute or relative to the workspace.' } as const;
export const LINE = { type: 'integer', minimum: 1, description: '1-based.' } as const;
export const COLUMN = { type: 'integer', minimum: 1, description: '1-based; alternative to symbol.' } as const;
export const SYMBOL = { type: 'string', description: 'The name as it stands in that line.' } as const;

export interface PlaceArgs {
  readonly file_path: string;
  readonly line: number;
  readonly column?: number;
  readonly symbol?: string;
}

const LONGEST_LINE = 300;
const MAX_HINTS = 10;

/** The file named by the model, so that policy can require approval if it looks like a secret. */
export async function namedFile(
  { file_path }: { readonly file_path: string },
  { workspace }: ReadContext,
): Promise<WorkspacePath[]> {
  return [await workspace.resolve(file_path)];
}

/** The place that the model means. Throws a `ToolError` with the symbol's actual lines if it isn't in this one. */
export async function placeOf(args: PlaceArgs, workspace: Workspace): Promise<CodePlace> {
  const { line, column, symbol } = args;
  const { path } = await existingFile(workspace, args.file_path);
  const { text } = await workspace.readText(path);
  const [content] = linesBetween(text, line, line);
  if (symbol === undefined) {
    if (column === undefined) throw new ToolError('invalid_tool_params', 'Give a symbol or a column.');
    return { file: path.absolute, line, column };
  }
  const found = content === undefined ? null : symbolColumn(content, symbol);
  if (found === null) throw notInLine(text, symbol, line, path.display);
  return { file: path.absolute, line, column: found };
}

function notInLine(text: string, symbol: string, line: number, path: string): ToolError {
  const lines = text.split('\n').flatMap((each, i) => (symbolColumn(each, symbol) === null ? [] : [i + 1]));
  const where =
    lines.length === 0
      ? 'nor anywhere else in the file'
      : `but in line ${lines.slice(0, MAX_HINTS).join(', ')}${lines.length > MAX_HINTS ? ' and others' : ''}`;
  return new ToolError('invalid_tool_params', `"${symbol}" does not stand in line ${line} of ${path}, ${where}.`);
}

/**
 * Returns `path:line:column  text of the line` for each place. Files that are outside the workspace, ignored or look
 * like secrets are named, but not read.
 */
export async function placeLines(places: readonly CodePlace[], workspace: Workspace): Promise<string[]> {
  const files = new Map<string, Promise<Named>>();
  return Promise.all(
    places.map(async ({ file, line, column }) => {
      const named = files.get(file) ?? readNamed(file, workspace);
      files.set(file, named);
      const { name, text } = await named;
      const [content = ''] = text === null ? [] : linesBetween(text, line, line);
      const shown = cutLine(content.trim(), LONGEST_LINE);
      return `${name}:${line}:${column}${shown === '' ? '' : `  ${shown}`}`;
    }),
  );
}

interface Named {
  readonly name: string;
  readonly text: string | null;
}

async function readNamed(file: string, workspace: Workspace): Promise<Named> {
  try {
    const { path } = await fileTarget(workspace, file, { git: false });
    if (isSecretFile(path.relative)) return { name: path.display, text: null };
    return { name: path.display, text: (await workspace.readText(path)).text };
  } catch (error) {
    if (error instanceof ToolError) return { name: visible(file), text: null };
    throw error;
  }
}

/** A file's path as other tools print it; absolute if it is outside the workspace. */
export async function shownPath(file: string, workspace: Workspace): Promise<string> {
  try {
    return (await workspace.resolve(file)).display;
  } catch (error) {
    if (error instanceof ToolError) return visible(file);
    throw error;
  }
}
