import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { ensureUserSettings } from './settingsFiles';

/**
 * Sets one value in the person's own settings file, made if it is missing; comments and everything else stay. Undefined
 * takes it out. Rejects if the file can't be read as JSON, or can't be written.
 */
export async function setUserSetting(home: string, path: readonly string[], value: unknown): Promise<void> {
  // A link stays one: the file that it leads to is replaced.
  const file = await realpath(await ensureUserSettings(home));
  const text = await readFile(file, 'utf8');
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  // An edit of what is no JSON could make anything of it.
  if (errors.length > 0) throw new Error(`${file} is no JSON`);
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  const edits = modify(text, [...path], value, { formattingOptions });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, applyEdits(text, edits), { mode: (await stat(file)).mode & 0o777 });
  await rename(draft, file);
}
