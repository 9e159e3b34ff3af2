import type { ToolOutput } from '../../agent/tool';
import type { ImagePart } from '../../shared/messages';
import { visibleText } from '../../shared/hiddenCharacters';
import type { ResourceContents, ServerContent, ServerResult } from '../connection/mcpConnection';
import { MAX_MEDIA, takenAs } from './mediaForModels';

/** The longest text of a result, in characters: far more than any model can take, and as much as can be searched for keys. */
const MAX_TEXT = 2_000_000;
/** The most media parts per result. */
const MAX_MEDIA_PARTS = 10;

/** A server's result for the model: its text, marked as untrusted, and its images and audio. */
export function outputOf(server: string, result: ServerResult): ToolOutput {
  const { text, images } = gathered(result);
  return shown(server, plainOutput(text), images);
}

/** The same for a result of any length: text that is made to be slow holds up nothing else. */
export async function longOutputOf(server: string, result: ServerResult): Promise<ToolOutput> {
  const { text, images } = gathered(result);
  return shown(server, await plainInPortions(text), images);
}

function gathered(result: ServerResult): { readonly text: string; readonly images: readonly ImagePart[] } {
  const images: ImagePart[] = [];
  const lines = result.content.map(content => textOf(content, images)).filter(text => text !== '');
  if (result.structured && lines.length === 0) lines.push(JSON.stringify(result.structured));
  if (result.mismatch !== undefined) {
    lines.push(`(The structured content is not what the tool promises: ${result.mismatch}.)`);
  }
  return { text: bounded(lines.join('\n')), images };
}

function bounded(text: string): string {
  const rest = text.length - MAX_TEXT;
  return rest <= 0 ? text : `${text.slice(0, MAX_TEXT)}\n(The last ${rest} characters were left out: too long.)`;
}

function shown(server: string, plain: string, images: readonly ImagePart[]): ToolOutput {
  const text = plain || '(The server answered with nothing.)';
  return {
    content: marked(server, text),
    ...(images.length > 0 && { images }),
    display: { type: 'text', text },
  };
}

/** Marks text as untrusted. Text that looks like the marker is escaped, so that the text can't close it. */
export function marked(server: string, text: string): string {
  const name = server.replace(/[^\w .:-]/g, '_');
  const harmless = text.replace(/<(?=\s*\/?\s*untrusted_server_output)/gi, '&lt;');
  return `<untrusted_server_output server="${name}">\n${harmless}\n</untrusted_server_output>`;
}

/** How many characters are made plain at a time: a few milliseconds, whatever they are. */
const PORTION = 50_000;

async function plainInPortions(text: string): Promise<string> {
  const portions: string[] = [];
  for (let start = 0, end; start < text.length; start = end) {
    end = Math.max(endOfPortion(text, start), start + 1);
    portions.push(plainOutput(text.slice(start, end)));
    if (end < text.length) await new Promise(resolve => setTimeout(resolve, 0));
  }
  return portions.join('');
}

/** Not within a line break, a character or a control sequence, if there is a line break or a blank nearby. */
function endOfPortion(text: string, start: number): number {
  const end = start + PORTION;
  if (end >= text.length) return text.length;
  const near = text.slice(end - 1000, end);
  const at = Math.max(near.lastIndexOf('\n'), near.lastIndexOf(' '));
  if (at >= 0) return end - near.length + at + 1;
  return /[\ud800-\udbff\r\u001b]/.test(near.slice(-1)) ? end - 1 : end;
}

/** Plain text from a server, marked the same way. */
export function markedPlain(server: string, text: string): string {
  return marked(server, plainOutput(text));
}

/** Writes out invisible characters and removes terminal control sequences. */
export function plainOutput(text: string): string {
  return visibleText(text.replace(/\r\n?/g, '\n').replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, ''));
}

function textOf(content: ServerContent, images: ImagePart[]): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'image':
      return mediumOf('Image', content.mimeType, content.data, images);
    case 'audio':
      return mediumOf('Audio', content.mimeType, content.data, images);
    case 'link':
      return `[Resource ${content.uri}${content.name === content.uri ? '' : ` (${content.name})`}${content.description === undefined ? '' : `: ${content.description}`}]`;
    case 'resource':
      return resourceText(content, images);
    default:
      return content satisfies never;
  }
}

/** A resource's content for the model. */
function resourceText({ uri, mimeType = '', text, data }: ResourceContents, images: ImagePart[]): string {
  if (text !== undefined) return `[Resource ${uri}]\n${text}`;
  if (data === undefined) return `[Resource ${uri}: empty]`;
  return takenAs(mimeType) !== undefined
    ? `[Resource ${uri}] ${mediumOf(mimeType.startsWith('audio/') ? 'Audio' : 'Image', mimeType, data, images)}`
    : `[Resource ${uri}: ${mimeType || 'binary'}, ${sizeOf(data)}]`;
}

function mediumOf(what: 'Image' | 'Audio', mimeType: string, data: string, images: ImagePart[]): string {
  const taken = takenAs(mimeType);
  if (taken === undefined) return `[${what}, ${mimeType}, ${sizeOf(data)}, which the model can't take]`;
  if (data.length > MAX_MEDIA || images.length >= MAX_MEDIA_PARTS)
    return `[${what}, ${mimeType}, ${sizeOf(data)}, left out: too much]`;
  if (!/^[A-Za-z0-9+/=\s]*$/.test(data)) return `[${what} that is none]`;
  images.push({ type: 'image', mimeType: taken, data: data.replace(/\s+/g, '') });
  return `[${what} ${images.length}]`;
}

function sizeOf(data: string): string {
  return `${Math.ceil((data.length * 3) / 4 / 1024)} KB`;
}
