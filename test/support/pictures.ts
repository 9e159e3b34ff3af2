import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Frame<T extends string> {
  readonly theme: T;
  readonly width: number;
}

/** The widths of a narrow and of an ordinary side bar. */
const WIDTHS = [300, 420];

/** Where pictures of each theme at each width are wanted; undefined: they are not. */
const folder = process.env.POLLUX_PICTURES;

/** What is looked at: every theme at every width where pictures are wanted, otherwise the first and the last of them. */
export function frames<T extends string>(themes: readonly T[]): Frame<T>[] {
  const all = WIDTHS.flatMap(width => themes.map(theme => ({ theme, width })));
  return folder === undefined ? [...all.slice(0, 1), ...all.slice(-1)] : all;
}

/** The file for a picture; undefined where none is wanted. */
export function pictureFile<T extends string>(name: string, { theme, width }: Frame<T>): string | undefined {
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}-${theme}-${width}.png`);
}
