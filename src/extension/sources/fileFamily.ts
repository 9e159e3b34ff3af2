/**
 * Returns the description of a file; if the file was written for another program, adds that program's folder, such as
 * `.claude`.
 */
export function withFamily(description: string, file: string | undefined): string {
  const folder = file && /[\\/](\.(?:agents|claude|github))[\\/](?:skills|agents)[\\/]/.exec(file)?.[1];
  return folder === undefined ? description : `${description} · ${folder}`;
}
