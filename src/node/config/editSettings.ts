import { randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, type ParseError } from 'jsonc-parser';
import { codeOf } from '../files/fileErrors';
import { ensureUserSettings } from './settingsFiles';

/**
 * Sets one value in the user's settings file, which is created if missing; comments and everything else stay.
 * Undefined removes the value. Rejects if the file isn't valid JSON or can't be written.
 */
export async function setUserSetting(home: string, path: readonly string[], value: unknown): Promise<void> {
  await editSettings(await ensureUserSettings(home), path, () => value);
}

/** Does the same with a value that depends on the one in that file; `before` is undefined if there is none. */
export async function updateUserSetting(
  home: string,
  path: readonly string[],
  update: (before: unknown) => unknown,
): Promise<void> {
  await editSettings(await ensureUserSettings(home), path, update);
}

/** Does the same for any settings file. */
export async function setSetting(file: string, path: readonly string[], value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{}\n', { flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await editSettings(file, path, () => value);
}

async function editSettings(
  linked: string,
  path: readonly string[],
  update: (before: unknown) => unknown,
): Promise<void> {
  // Preserve a link: replace the file that it points to.
  const file = await realpath(linked);
  const text = await readFile(file, 'utf8');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  // Editing invalid JSON could corrupt the file.
  if (errors.length > 0) throw new Error(`${file} isn't valid JSON`);
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  const before = root && findNodeAtLocation(root, [...path]);
  const value = update(before && getNodeValue(before));
  const edits = modify(text, [...path], value, { formattingOptions });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, applyEdits(text, edits), { mode: (await stat(file)).mode & 0o777 });
  await rename(draft, file);
}
