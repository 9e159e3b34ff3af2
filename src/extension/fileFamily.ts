/** What a file is called that was written for another program: its description, with the folder that tells of the program. */
export function withFamily(description: string, file: string | undefined): string {
  const folder = file && /[\\/](\.(?:agents|claude|github))[\\/](?:skills|agents)[\\/]/.exec(file)?.[1];
  return folder === undefined ? description : `${description} · ${folder}`;
}
