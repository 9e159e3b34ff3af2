import * as l10n from '@vscode/l10n';
import { MAX_IMAGE_BYTES } from '../src/shared/images';

/** The pasted images; empty if there is text too, because then the text is meant. */
export function imagesIn(clipboard: DataTransfer | null): readonly File[] {
  if (clipboard?.getData('text/plain') !== '') return [];
  return [...clipboard.files].filter(({ type }) => type.startsWith('image/'));
}

/** Returns the file's content as base64. Rejects if the file is too large to be sent, before reading it. */
export async function toBase64(file: File): Promise<string> {
  if (file.size > MAX_IMAGE_BYTES) {
    throw new RangeError(l10n.t('The images in a prompt can be at most {0} MB in total.', MAX_IMAGE_BYTES / 1e6));
  }
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // The result has the form `data:TYPE;base64,DATA`.
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
