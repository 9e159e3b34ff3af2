import type { OutputFiles } from '../../agent/ports/outputFiles';
import type { ServerContent } from '../connection/mcpConnection';
import { isForModels } from './mediaForModels';
import { messageOf } from '../../shared/messageOf';

/** Limits per result: the number of files, and the size of each in base64. */
const MAX_FILES = 10;
const MAX_DATA = 32 * 1024 * 1024;

/** Saves content that no model can see or hear to files, and replaces it with a sentence that names the file. */
export async function keepMedia(
  content: readonly ServerContent[],
  files: Pick<OutputFiles, 'saveBytes'>,
): Promise<readonly ServerContent[]> {
  const kept: ServerContent[] = [];
  let count = 0;
  for (const each of content) {
    const media = mediaIn(each);
    const isKept = media !== undefined && count < MAX_FILES && media.data.length <= MAX_DATA;
    if (isKept) count++;
    kept.push(isKept ? { kind: 'text', text: await savedText(media, files) } : each);
  }
  return kept;
}

interface Media {
  readonly what: string;
  readonly mimeType: string;
  readonly data: string;
}

/** Returns undefined for text and for content that the model itself takes. */
function mediaIn(content: ServerContent): Media | undefined {
  if (content.kind !== 'audio' && content.kind !== 'image' && content.kind !== 'resource') return undefined;
  const { mimeType = 'application/octet-stream', data } = content;
  if (data === undefined || isForModels(mimeType, data)) return undefined;
  const what = content.kind === 'resource' ? `Resource ${content.uri}` : content.kind === 'audio' ? 'Audio' : 'Image';
  return { what, mimeType, data };
}

async function savedText({ what, mimeType, data }: Media, files: Pick<OutputFiles, 'saveBytes'>): Promise<string> {
  const [kind = '', subtype = ''] = mimeType.toLowerCase().split(/[/;]/);
  const ending = /^[a-z\d]{1,8}$/.test(subtype) ? subtype : 'bin';
  try {
    const file = await files.saveBytes(kind, Buffer.from(data, 'base64'), ending);
    return `[${what}, ${mimeType}, which the model can't take itself. It is in the file ${file}]`;
  } catch (error) {
    const why = messageOf(error);
    return `[${what}, ${mimeType}, which the model can't take itself and which couldn't be saved: ${why}]`;
  }
}
