import * as l10n from '@vscode/l10n';
import type { FileLines, FileStat, Workspace, WorkspacePath } from '../agent/ports/workspace';
import type { ReadTool, ToolOutput } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { objectSchema, renameArgs, type RawArgs } from './args';
import { existingFile } from './paths';
import { mediaTypeOf, SIGNATURE_BYTES, toBase64, type MediaType } from './text/mediaType';
import { cutLine } from './text/truncate';

interface Args {
  readonly file_path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_SVG_BYTES = 1024 * 1024;

export const readFile: ReadTool<Args> = {
  kind: 'read',
  name: 'read_file',
  advice: 'Read a file before you change it.',
  icon: 'file',
  description: 'Reads a file: text (up to 2000 lines at a time), image, PDF, audio or video.',
  parameters: objectSchema(
    {
      file_path: { type: 'string', description: 'File, absolute or relative to the workspace.' },
      start_line: { type: 'integer', minimum: 1, description: 'First line to read, 1-based.' },
      end_line: { type: 'integer', minimum: 1, description: 'Last line to read, inclusive.' },
    },
    ['file_path'],
  ),
  adapt: args => adaptRange(renameArgs(args, { absolute_path: 'file_path', path: 'file_path' })),
  title: ({ file_path }, path) => l10n.t('Read {0}', path(file_path)),
  reads: async ({ file_path }, { workspace }) => [await workspace.resolve(file_path)],
  async run({ file_path, start_line: first = 1, end_line: last = Infinity }, { workspace, signal }) {
    const { path, stat } = await existingFile(workspace, file_path);
    if (last < first) throw new ToolError('invalid_tool_params', 'start_line is greater than end_line.');
    const media = mediaTypeOf(await workspace.readBytes(path, SIGNATURE_BYTES));
    if (media) return readMedia(workspace, path, stat, media);
    if (path.relative.toLowerCase().endsWith('.svg')) refuseLarge(path, stat, MAX_SVG_BYTES);
    const range = { first, last: Math.min(last, first + MAX_LINES - 1), maxLength: MAX_LINE_LENGTH };
    return describe(await workspace.readLines(path, range, signal), path, stat, first);
  },
};

/** Earlier versions of the tool had a 0-based offset and a line count. The schema rejects what isn't a number. */
function adaptRange({ offset = 0, limit, ...args }: RawArgs): Record<string, unknown> {
  const [skipped, count] = [Number(offset), limit === undefined ? undefined : Number(limit)];
  if (!Number.isInteger(skipped) || Number.isNaN(count)) return { ...args, offset, limit };
  const start = skipped === 0 ? {} : { start_line: skipped + 1 };
  return { ...start, ...(count !== undefined && { end_line: skipped + count }), ...args };
}

function refuseLarge(path: WorkspacePath, { size }: FileStat, max: number): void {
  if (size <= max) return;
  const [limit, actual] = [max, size].map(bytes => (bytes / 1024 / 1024).toFixed(bytes === max ? 0 : 1));
  throw new ToolError('file_too_large', `File size exceeds the ${limit}MB limit: ${path.absolute} (${actual}MB)`);
}

async function readMedia(
  workspace: Workspace,
  path: WorkspacePath,
  stat: FileStat,
  { kind, mimeType }: MediaType,
): Promise<ToolOutput> {
  refuseLarge(path, stat, MAX_BYTES);
  const data = toBase64(await workspace.readBytes(path, stat.size));
  return {
    content: `Read ${kind} file: ${path.absolute} (${mimeType}, ${stat.size} bytes). Its contents are attached.`,
    images: [{ type: 'image', mimeType, data }],
    display: { type: 'text', text: l10n.t('{0}, {1} kB', mimeType, Math.ceil(stat.size / 1024)) },
  };
}

function describe(file: FileLines, path: WorkspacePath, stat: FileStat, first: number): ToolOutput {
  const { lines, total, endsInNewline } = file;
  const end = first + lines.length - 1;
  if (total !== null && first > Math.max(1, total)) {
    throw new ToolError('invalid_tool_params', `start_line ${first} is beyond the ${total} lines of ${path.absolute}.`);
  }
  const isLong = lines.some(line => line.length > MAX_LINE_LENGTH);
  const isPart = first > 1 || end !== total || isLong;
  const text = lines.map(line => cutLine(line, MAX_LINE_LENGTH)).join('\n');
  const head = isPart && total !== 0 ? banner(first, end, total ?? `more than ${end}`, isLong) : '';
  const content = head + text + (end === total && endsInNewline && total > 0 ? '\n' : '');
  return {
    content: notes(file) + (content === '' ? 'The file is empty.' : content),
    display: { type: 'text', text: total === null ? partText(lines.length, stat) : countText(lines.length, total) },
  };
}

function banner(first: number, end: number, total: number | string, isLong: boolean): string {
  const next = end === total ? 'No lines follow.' : `To read more, call read_file with start_line: ${end + 1}.`;
  const cut = isLong ? ` Lines longer than ${MAX_LINE_LENGTH} characters are cut.` : '';
  return [
    'IMPORTANT: The file content has been truncated.',
    `Status: Showing lines ${first}-${end} of ${total} total lines.${cut}`,
    `Action: ${next}`,
    '',
    '--- FILE CONTENT (truncated) ---',
    '',
  ].join('\n');
}

/** Facts that the text doesn't show and the model needs before it edits. */
function notes({ encoding, isUnsaved }: FileLines): string {
  const unsaved = isUnsaved ? '[These are unsaved changes in the editor; the file on disk differs.]\n' : '';
  const bytes =
    encoding === 'latin1' ? '[The file is not UTF-8 and was read as Latin-1; some characters may be wrong.]\n' : '';
  return unsaved + bytes;
}

function countText(count: number, total: number): string {
  if (count < total) return l10n.t('{0} of {1} lines', count, total);
  return count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', count);
}

/** For a file that was not read to its end. */
function partText(count: number, { size }: FileStat): string {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return count === 1 ? l10n.t('1 line of {0} MB', megabytes) : l10n.t('{0} lines of {1} MB', count, megabytes);
}
