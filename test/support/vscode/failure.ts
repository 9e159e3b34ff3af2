import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { out } from './paths';

/** What is left of a failed test. */
export interface Evidence {
  page?: Page;
  /** What the page has printed. */
  console?: readonly string[];
  /** A server's folder of logs. */
  logs?: string;
}

/** Saves a screenshot, the page's console, the logs of the extension host and of Pollux, and what runs, in `out/failures`. */
export async function saveFailure(title: string, { page, console: lines, logs }: Evidence): Promise<void> {
  const folder = out('failures', fileName(title));
  if (existsSync(folder)) return; // saved closer to the failure, from another window
  mkdirSync(folder, { recursive: true });
  if (lines) writeFileSync(join(folder, 'console.log'), lines.join('\n'));
  if (logs) copyLogs(logs, folder);
  writeFileSync(join(folder, 'processes.txt'), runningProcesses());
  try {
    await page?.screenshot({ path: join(folder, 'screenshot.png') });
  } catch (error) {
    writeFileSync(join(folder, 'screenshot.txt'), `No screenshot: ${String(error)}`); // the page has crashed
  }
}

/** With their states: a host that is stopped or starved answers nothing. */
function runningProcesses(): string {
  const { stdout, error } = spawnSync('ps', ['-eo', 'pid,ppid,stat,etime,time,args'], { encoding: 'utf8' });
  return error ? String(error) : stdout;
}

/** `title` as the name of a file or folder, whatever stands between its words. */
export const fileName = (title: string): string => title.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 150);

/** The extension host's own log, and what Pollux logs to its output channel. */
function copyLogs(logs: string, folder: string): void {
  if (!existsSync(logs)) return;
  const isWanted = (path: string) => basename(path) === 'remoteexthost.log' || /pollux[^\n]*\.log$/i.test(path);
  for (const path of readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter(isWanted)) {
    cpSync(join(logs, path), join(folder, fileName(path)));
  }
}
