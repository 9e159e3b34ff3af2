import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../files/fileErrors';

/** Stands in the file where the user wants none: it names nobody, also for Gemini CLI. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The file that Gemini CLI has for it, too. */
export function installationFile(home: string): string {
  return join(home, '.gemini', 'installation_id');
}

/** The id; null: it is switched off; undefined: there is none yet, or the file can't be read. */
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

/** The id, made now where there is none; null: it is switched off, or can't be kept. */
export function installationIdOf(home: string): string | null {
  const id = readInstallationId(home);
  if (id !== undefined) return id;
  try {
    return resetInstallationId(home);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null; // One that is another each time would count one user as many.
  }
}

/** Makes another one, in place of the one so far; throws Node's errors. */
export function resetInstallationId(home: string): string {
  const id = randomUUID();
  write(home, id);
  return id;
}

/** From now on there is none; throws Node's errors. */
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
