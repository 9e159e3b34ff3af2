import type { ImagePart } from '../../shared/messages';

/** The tokens of an image, whatever its size. */
const IMAGE_TOKENS = 3000;
/** The tokens of a PDF page, and the number of pages assumed if it can't be determined. */
const PAGE_TOKENS = 258;
const USUAL_PAGES = 100;
/** The tokens of a second of audio, and of a second of video with sound. */
const AUDIO_TOKENS = 32;
const VIDEO_TOKENS = 295;

/** Typical bytes per second of such files; other formats are assumed to be the most compressed of their kind. */
const AUDIO_RATES: Readonly<Record<string, number>> = {
  'audio/wav': 176_400,
  'audio/aiff': 176_400,
  'audio/flac': 90_000,
};
const COMPRESSED_AUDIO = 16_000;
const VIDEO_RATE = 250_000;

/** How much of each end of a PDF is searched for its page count, in base64 characters. */
const LOOKED_AT = 262_144;

/** Estimates the tokens of an image, a PDF, or an audio or video file. */
export function mediaTokens({ mimeType, data }: Pick<ImagePart, 'mimeType' | 'data'>): number {
  const bytes = Math.ceil((data.length * 3) / 4);
  if (mimeType === 'application/pdf') return (pagesOf(data) ?? USUAL_PAGES) * PAGE_TOKENS;
  if (mimeType.startsWith('audio/'))
    return Math.ceil((bytes / (AUDIO_RATES[mimeType] ?? COMPRESSED_AUDIO)) * AUDIO_TOKENS);
  if (mimeType.startsWith('video/')) return Math.ceil((bytes / VIDEO_RATE) * VIDEO_TOKENS);
  return IMAGE_TOKENS;
}

/** The page count in the root of the page tree; undefined if that is compressed, or in the middle of the file. */
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
    return ''; // the service refuses invalid base64; here it counts like any other file
  }
}
