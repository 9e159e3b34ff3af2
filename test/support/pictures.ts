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

/** The file for a picture of that frame; undefined where none is wanted. */
export function pictureFile<T extends string>(name: string, { theme, width }: Frame<T>): string | undefined {
  return fileOf(`${name}-${theme}-${width}`);
}

/** The files for a picture in each of `themes`; none where none are wanted. */
export function pictureFiles<T extends string>(name: string, themes: readonly T[]): readonly (readonly [T, string])[] {
  return themes.flatMap(theme => {
    const file = fileOf(`${name}-${theme}`);
    return file === undefined ? [] : [[theme, file] as const];
  });
}

function fileOf(name: string): string | undefined {
  if (folder === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
}
