import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../files/fileErrors';

/** The file's content if the user has turned the ID off; it identifies nobody, in Gemini CLI, too. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The file, shared with Gemini CLI. */
export function installationFile(home: string): string {
  return join(home, '.gemini', 'installation_id');
}

/** The ID; null: turned off; undefined: it doesn't exist yet, or the file can't be read. */
export function readInstallationId(home: string): string | null | undefined {
  try {
    const text = readFileSync(installationFile(home), 'utf8').trim();
    if (text === NOBODY) return null;
    return UUID.test(text) ? text : undefined;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return undefined;
  }
}

/** The ID, created if missing; null: turned off, or it can't be stored. */
export function installationIdOf(home: string): string | null {
  const id = readInstallationId(home);
  if (id !== undefined) return id;
  try {
    return resetInstallationId(home);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null; // A new ID each time would count one user as many.
  }
}

/** Replaces the ID by a new one; throws Node's errors. */
export function resetInstallationId(home: string): string {
  const id = randomUUID();
  write(home, id);
  return id;
}

/** Turns the ID off; throws Node's errors. */
export function turnOffInstallationId(home: string): void {
  write(home, NOBODY);
}

function write(home: string, id: string): void {
  const file = installationFile(home);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, id, { mode: 0o600 });
  renameSync(draft, file);
}
