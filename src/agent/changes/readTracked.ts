import type { TrackedChangesOptions } from './trackedChangesOptions';

/** The file's text; null: it does not exist; undefined: it can't be read, which is reported. Never rejects. */
export async function readTracked(
  { files, reportBug }: Pick<TrackedChangesOptions, 'files' | 'reportBug'>,
  file: string,
): Promise<string | null | undefined> {
  try {
    return await files.read(file);
  } catch (error) {
    reportBug(`${file} could not be read`, error);
    return undefined;
  }
}
