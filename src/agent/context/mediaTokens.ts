import type { ImagePart } from '../../shared/messages';

/** What an image counts, whatever its size. */
const IMAGE_TOKENS = 3000;
/** What a page of a PDF counts, and how many pages one has of which nothing is known. */
const PAGE_TOKENS = 258;
const USUAL_PAGES = 100;
/** What a second of sound counts, and one of film with its sound. */
const AUDIO_TOKENS = 32;
const VIDEO_TOKENS = 295;

/** Bytes of a second, as such files usually are; others of their kind are taken for the smallest. */
const AUDIO_RATES: Readonly<Record<string, number>> = {
  'audio/wav': 176_400,
  'audio/aiff': 176_400,
  'audio/flac': 90_000,
};
const COMPRESSED_AUDIO = 16_000;
const VIDEO_RATE = 250_000;

/** So much of each end of a PDF is looked through for the number of its pages, in characters of base64. */
const LOOKED_AT = 262_144;

/** About how many tokens an image, a PDF, a piece of sound or a film counts. */
export function mediaTokens({ mimeType, data }: Pick<ImagePart, 'mimeType' | 'data'>): number {
  const bytes = Math.ceil((data.length * 3) / 4);
  if (mimeType === 'application/pdf') return (pagesOf(data) ?? USUAL_PAGES) * PAGE_TOKENS;
  if (mimeType.startsWith('audio/'))
    return Math.ceil((bytes / (AUDIO_RATES[mimeType] ?? COMPRESSED_AUDIO)) * AUDIO_TOKENS);
  if (mimeType.startsWith('video/')) return Math.ceil((bytes / VIDEO_RATE) * VIDEO_TOKENS);
  return IMAGE_TOKENS;
}

/** The number that the root of its pages says; undefined where that is packed, or stands in the middle of the file. */
function pagesOf(data: string): number | undefined {
  const end = Math.max(0, data.length - LOOKED_AT);
  const parts = [data.slice(0, LOOKED_AT), data.slice(end - (end % 4))];
  const counts = parts.flatMap(part =>
    [
      ...plain(part).matchAll(
        /\/Type\s{0,9}\/Pages\b[^>]{0,400}?\/Count\s{1,9}(\d{1,6})|\/Count\s{1,9}(\d{1,6})[^>]{0,400}?\/Type\s{0,9}\/Pages\b/g,
      ),
    ].map(([, after, before]) => Number(after ?? before)),
  );
  return counts.length > 0 ? Math.max(1, ...counts) : undefined;
}

function plain(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return ''; // what is no base64 the service refuses; it counts like any other
  }
}
