import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from '../files/ownFolder';
import { temporaryRoot } from '../files/temporaryRoot';

const NAME = /^report-[\w-]+\.json$/;
const KEPT = 20;

/** Writes a report below `home`, readable only by the user, or else to the temporary directory; returns its path. */
export async function writeReport(home: string, at: Date, report: string): Promise<string> {
  const name = `report-${at.toISOString().replace(/[^\d]/g, '-')}${process.pid}.json`;
  const folder = join(home, '.pollux', 'reports');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await write(folder, name, report);
  } catch {
    // The home directory itself may be the problem.
    return write(await ownFolder(join(temporaryRoot(home), 'pollux-reports')), name, report);
  }
}

async function write(folder: string, name: string, report: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, report, { flag: 'wx', mode: 0o600 });
  const older = (await readdir(folder)).filter(each => NAME.test(each)).sort();
  await Promise.all(older.slice(0, -KEPT).map(each => rm(join(folder, each), { force: true })));
  return path;
}
