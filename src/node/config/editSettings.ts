import { randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { codeOf } from '../files/fileErrors';
import { ensureUserSettings } from './settingsFiles';

/**
 * Sets one value in the person's own settings file, made if it is missing; comments and everything else stay. Undefined
 * takes it out. Rejects if the file can't be read as JSON, or can't be written.
 */
export async function setUserSetting(home: string, path: readonly string[], value: unknown): Promise<void> {
  await editSettings(await ensureUserSettings(home), path, value);
}

/** The same for any file of settings. */
export async function setSetting(file: string, path: readonly string[], value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{}\n', { flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await editSettings(file, path, value);
}

async function editSettings(linked: string, path: readonly string[], value: unknown): Promise<void> {
  // A link stays one: the file that it leads to is replaced.
  const file = await realpath(linked);
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
