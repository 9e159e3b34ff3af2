import * as l10n from '@vscode/l10n';
import type { PromptTools } from '../../agent/ports/promptTools';
import type { Tool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';
import type { FilePart, ImagePart } from '../../shared/messages';
import { findMentions, type Mention, type MentionReading } from './findMentions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { looksLikePath } from './looksLikePath';

/** A file that was read. */
interface ReadFile {
  readonly absolute: string;
  readonly display: string;
  readonly text: string;
  readonly image?: ImagePart;
}

interface Read {
  readonly files: readonly ReadFile[];
  /** Files that were left out, and why. */
  readonly skipped: readonly { readonly absolute: string; readonly error: ToolError }[];
}

/** Creates the tool that reads mentioned files. `room`: the remaining characters, which the tool decreases. */
export type MentionReader = (
  options: {
    readonly room: { left: number };
    readonly lines?: { readonly first: number; readonly last: number };
    readonly liftsIgnores: boolean;
  },
  take: (read: Read) => void,
) => Tool;

export interface MentionContext {
  readonly tools: PromptTools;
  readonly reader: MentionReader;
  /** Asked before files are searched, in order. */
  readonly sources: readonly MentionSource[];
  /** False if the text is not the user's own; files that ignore files exclude are then not read. */
  readonly isTyped?: boolean;
}

/** The content attached to a prompt, or to a part of a template. */
export interface Expanded {
  readonly parts: readonly (FilePart | ImagePart)[];
  /** Mentions that can't be attached, one sentence each. */
  readonly problems: readonly string[];
}

/** The limit of all files of one prompt together, in characters; the same as for one call of the tool. */
export const MAX_MENTIONED = 200_000;
/** No one writes a prompt with more mentions. */
const MAX_MENTIONS = 500;

/** Reads what a text mentions with `@`. The text itself is not changed; an `@` that names nothing is ordinary text. */
export async function expandMentions(text: string, context: MentionContext): Promise<Expanded> {
  const parts: (FilePart | ImagePart)[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const room = { left: MAX_MENTIONED };
  for (const mention of findMentions(text).slice(0, MAX_MENTIONS)) {
    context.tools.signal.throwIfAborted();
    const typed = text.slice(mention.start, mention.readings[0]?.end);
    if (seen.has(typed)) continue;
    seen.add(typed);
    try {
      parts.push(...((await expandMention(mention, context, room)) ?? []).filter(part => isNew(part, parts)));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const name = typed.replace(/[.,;:!?]+$/, '');
      problems.push(l10n.t('{0} isn’t attached: {1}', name, error.forPeople ?? error.message));
    }
  }
  return { parts: parts.map(part => ({ ...part, isMentioned: true })), problems };
}

/** Content that is mentioned in two ways is attached once. */
function isNew(part: FilePart | ImagePart, parts: readonly (FilePart | ImagePart)[]): boolean {
  if (part.type === 'image') return !parts.some(other => other.type === 'image' && other.data === part.data);
  const { path, startLine, endLine } = part;
  const isSame = (other: FilePart | ImagePart) =>
    other.type === 'file' && other.path === path && other.startLine === startLine && other.endLine === endLine;
  return !parts.some(isSame);
}

/** Null if it mentions nothing. Throws `ToolError` if the content can't be attached. */
async function expandMention(mention: Mention, context: MentionContext, room: { left: number }) {
  for (const { name, lines } of mention.readings) {
    if (lines) continue;
    for (const source of context.sources) {
      const parts = await source.expand(name, context.tools);
      if (parts) return parts;
    }
  }
  const place = await placeOf(mention, context.tools);
  if (place) return readPlace(place, context, room);
  const last = mention.readings.at(-1)?.name ?? '';
  if (!(await looksLikePath(last, mention.isExplicit, context.tools.workspace))) return null;
  throw new ToolError('file_not_found', `There is no ${last}.`, l10n.t('There is no such file.'));
}

interface Place {
  readonly reading: MentionReading;
  readonly kind: 'file' | 'directory' | 'glob';
}

/** The first reading that names an existing file or folder, otherwise the first that is a pattern. */
async function placeOf({ readings, isExplicit }: Mention, { workspace }: PromptTools): Promise<Place | undefined> {
  let refusal: ToolError | undefined;
  for (const reading of readings) {
    try {
      const stat = await workspace.stat(await workspace.resolve(reading.name));
      if (stat) return { reading, kind: stat.type === 'directory' ? 'directory' : 'file' };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      refusal ??= (await looksLikePath(reading.name, isExplicit, workspace)) ? error : undefined;
    }
  }
  const glob = readings.find(({ name, lines }) => !lines && isGlob(name));
  if (glob && !glob.name.split(/[\\/]/).includes('..')) return { reading: glob, kind: 'glob' };
  if (refusal) throw new ToolError(refusal.type, refusal.message, l10n.t('It’s outside the workspace.'));
  return undefined;
}

function isGlob(name: string): boolean {
  return (
    /\*./.test(name) || /[^*]\/\*$|^\*\./.test(name) || (name.includes('/') && /\{[^}]*,[^}]*\}|\[[^\]]+\]/.test(name))
  );
}

async function readPlace(
  { reading, kind }: Place,
  { tools, reader, isTyped = true }: MentionContext,
  room: { left: number },
) {
  const { name, lines } = reading;
  let read: Read = { files: [], skipped: [] };
  const tool = reader({ room, liftsIgnores: isTyped, ...(lines && { lines }) }, taken => (read = taken));
  const result = await tools.call(tool, { include: [name], ...(kind === 'file' && { file_path: name }) });
  if (result.status === 'rejected') throw new ToolError('rejected', 'Rejected.', l10n.t('You didn’t allow it.'));
  if (result.status !== 'success')
    throw new ToolError(result.errorType ?? result.status, result.error || result.content);
  if (kind === 'file') return ofFile(read, lines);
  const path = kind === 'directory' ? `${name.replace(/[\\/]+$/, '')}/` : name;
  if (read.files.length === 0 && kind === 'glob') {
    throw new ToolError('file_not_found', 'No file matches.', l10n.t('No file matches.'));
  }
  return [{ type: 'file', path, text: listed(read), source: 'folder' } as const];
}

function ofFile({ files, skipped }: Read, lines: MentionReading['lines']): (FilePart | ImagePart)[] {
  const [file] = files;
  if (!file) {
    const why = l10n.t('It is neither a file nor a folder.');
    throw skipped[0]?.error ?? new ToolError('read_content_failure', why, why);
  }
  const { display: path, text, image } = file;
  if (image) return [{ type: 'file', path, text }, image];
  return [{ type: 'file', path, text, ...(lines && { startLine: lines.first, endLine: lines.last }) }];
}

const MAX_SKIPPED = 20;

/** The files of a directory or pattern, one after the other, followed by a list of those not read. */
function listed({ files, skipped }: Read): string {
  const blocks = files.map(({ display, text }) => `--- ${display} ---\n${text}`);
  const shown = skipped.slice(0, MAX_SKIPPED);
  const more = skipped.length - MAX_SKIPPED;
  const left =
    skipped.length === 0
      ? []
      : ['--- Not read ---', ...shown.map(({ absolute, error }) => `- ${absolute}: ${error.message}`)];
  return [...blocks, ...left, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n\n') || 'No files.';
}
