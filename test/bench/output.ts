import { once } from 'node:events';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { testEnvironment } from '../support/vscode/environment';
import { root } from '../support/vscode/paths';
import { start } from '../support/vscode/processes';
import type { Metric } from './metric';
import { startModel } from './modelProcess';

interface Run {
  readonly ms: number;
  readonly peakMb: number;
  readonly sessionKb: number;
}

/** What a command costs that prints a gigabyte, beside one that prints a line. */
export async function measureOutput(report: (...metrics: Metric[]) => void): Promise<void> {
  const model = await startModel();
  try {
    const little = await printing(1, model.url);
    const much = await printing(1000, model.url);
    report(
      {
        name: 'output: a gigabyte of a command, more at the peak',
        value: much.peakMb - little.peakMb,
        unit: 'MB',
        limit: 60,
      },
      { name: 'output:   until the answer', value: much.ms / 1000, unit: 's', limit: 60 },
      { name: 'output:   in the session file', value: much.sessionKb, unit: 'kB', limit: 3000 },
    );
  } finally {
    await model.stop();
  }
}

async function printing(megabytes: number, url: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  const env = testEnvironment(folder, { GEMINI_API_KEY: 'any', GOOGLE_GEMINI_BASE_URL: url });
  const usage = join(root, 'test/bench/reportUsage.cjs');
  const args = ['--require', usage, join(root, 'dist/headless.js'), '-y', '--trust', '-p', `PRINT ${megabytes}`];
  const began = performance.now();
  const { child } = start(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const [errors, used, [code]] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`It ended with ${String(code)}\n${errors}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.jsonl'));
  const bytes = Math.max(...files.map(file => statSync(join(folder, file)).size));
  if (megabytes > 1 && bytes < 100_000) throw new Error('The command did not run');
  return { ms: performance.now() - began, peakMb: Number(used.split(' ')[1]) / 1024, sessionKb: bytes / 1024 };
}
