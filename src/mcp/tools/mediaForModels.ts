/** Maximum length in base64; more is too much for a request. */
export const MAX_MEDIA = 7 * 1024 * 1024;

/** The media types that models take, with the service's name for each. */
const TAKEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['png', 'jpeg', 'webp', 'heic', 'heif', 'gif'].map(name => [`image/${name}`, `image/${name}`] as const),
  ),
  'image/jpg': 'image/jpeg',
  ...Object.fromEntries(
    ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac'].map(name => [`audio/${name}`, `audio/${name}`] as const),
  ),
  'audio/mpeg': 'audio/mp3',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-aiff': 'audio/aiff',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
};

/** The service's own name for a type that models take; undefined if they don't. */
export function takenAs(mimeType: string): string | undefined {
  const [plain = ''] = mimeType.toLowerCase().split(';');
  return Object.hasOwn(TAKEN, plain.trim()) ? TAKEN[plain.trim()] : undefined;
}

export function isForModels(mimeType: string, data: string): boolean {
  return takenAs(mimeType) !== undefined && data.length <= MAX_MEDIA;
}
