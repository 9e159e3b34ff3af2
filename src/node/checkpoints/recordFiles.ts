import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '../../agent/ports/checkpoints';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import { someAtOnce } from '../someAtOnce';
import type { Records } from './records';

const MISSING = ['ENOENT', 'ENOTDIR'];
const ENDING = '.jsonl';

/** The recorded changes: one file per session, one record per line. */
export class RecordFiles {
  constructor(readonly folder: string) {}

  async list(sessionId: string): Promise<readonly Checkpoint[]> {
    const text = await unlessCode(readFile(this.#fileOf(sessionId), 'utf8'), MISSING, '');
    if (text === '') return [];
    const { readRecord } = await import('./readRecord');
    return text.split('\n').flatMap(line => readRecord(line) ?? []);
  }

  /** The records of all sessions. */
  async all(): Promise<Records[]> {
    const names = await unlessCode(readdir(this.folder), MISSING, []);
    return someAtOnce(names, async name => ({ name, checkpoints: await this.list(name.slice(0, -ENDING.length)) }));
  }

  append(checkpoint: Checkpoint): void {
    appendLines(this.#fileOf(checkpoint.sessionId), `${JSON.stringify(checkpoint)}\n`);
  }

  async forget(sessionId: string): Promise<void> {
    await rm(this.#fileOf(sessionId), { force: true });
  }

  async delete({ name }: Records): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  #fileOf(sessionId: string): string {
    return join(this.folder, `${sessionId.replace(/[^\w-]/g, '_')}${ENDING}`);
  }
}
