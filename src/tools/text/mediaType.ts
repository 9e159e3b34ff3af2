/** A type of file that the model can read besides text. */
export interface MediaType {
  readonly kind: 'image' | 'pdf' | 'audio' | 'video';
  readonly mimeType: string;
}

/** `at` is the position of the signature in the file; each of its characters is one byte. */
const SIGNATURES: readonly (readonly [at: number, signature: string, kind: MediaType['kind'], mimeType: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image', 'image/png'],
  [0, '\xff\xd8\xff', 'image', 'image/jpeg'],
  [0, 'GIF87a', 'image', 'image/gif'],
  [0, 'GIF89a', 'image', 'image/gif'],
  [8, 'WEBP', 'image', 'image/webp'],
  [0, 'BM', 'image', 'image/bmp'],
  [4, 'ftypheic', 'image', 'image/heic'],
  [4, 'ftypmif1', 'image', 'image/heif'],
  [0, '%PDF-', 'pdf', 'application/pdf'],
  [8, 'WAVE', 'audio', 'audio/wav'],
  [8, 'AIFF', 'audio', 'audio/aiff'],
  [8, 'AIFC', 'audio', 'audio/aiff'],
  [0, 'OggS', 'audio', 'audio/ogg'],
  [0, 'fLaC', 'audio', 'audio/flac'],
  [0, 'ID3', 'audio', 'audio/mp3'],
  [0, '\xff\xfb', 'audio', 'audio/mp3'],
  [0, '\xff\xf3', 'audio', 'audio/mp3'],
  [0, '\xff\xf2', 'audio', 'audio/mp3'],
  [0, '\xff\xf1', 'audio', 'audio/aac'],
  [0, '\xff\xf9', 'audio', 'audio/aac'],
  [4, 'ftypM4A', 'audio', 'audio/aac'],
  [4, 'ftypqt', 'video', 'video/quicktime'],
  [4, 'ftyp', 'video', 'video/mp4'],
  [0, '\x1a\x45\xdf\xa3', 'video', 'video/webm'],
];

/** The number of leading bytes that `mediaTypeOf` needs. */
export const SIGNATURE_BYTES = 512;

/** Determined by content, never by name. Null for text (which may well begin with "BM") and any other content. */
export function mediaTypeOf(head: Uint8Array): MediaType | null {
  const begin = String.fromCharCode(...head.subarray(0, 16));
  const found = SIGNATURES.find(([at, signature]) => begin.startsWith(signature, at));
  if (!found) return null;
  const [, , kind, mimeType] = found;
  return kind === 'pdf' || head.subarray(0, SIGNATURE_BYTES).some(isNeverText) ? { kind, mimeType } : null;
}

function isNeverText(byte: number): boolean {
  return byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
}

/** Base64 of bytes; JavaScript's `btoa` accepts only strings. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  const step = 3 * 8192;
  for (let at = 0; at < bytes.length; at += step)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  return parts.join('');
}
