import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiError, retryInfo } from '../support/gemini/errors';
import { randomNumbers } from '../support/gemini/packets';
import { call, cut, raw, text, unfinished, type Reply } from '../support/gemini/replies';
import type { GeminiRequest } from '../support/gemini/request';
import { startGeminiServer } from '../support/geminiServer';
import type { Endured } from './endureSession';
import type { Metric } from './metric';

const PROMPTS = 200;
const CALLS = 10;
const FAULTS = 0.05;
/** Until then the process still warms up, in tens of prompts. */
const WARM = 5;
/** Stands in the arguments of every process that the agent starts, and of no other. */
const MARK = `97${process.pid}.5`;
const SNAPSHOT = `<state_snapshot>\n<goal>Go on. ${'What was found there. '.repeat(20)}</goal>\n</state_snapshot>`;

/** Two hundred prompts of ten calls each, one request and one call in twenty of which go wrong. */
export async function measureEndurance(report: (...metrics: Metric[]) => void): Promise<void> {
  await using server = await startGeminiServer();
  const random = randomNumbers(200);
  server.respond(request => answerTo(request, random));
  const script = join(__dirname, 'endureSession.ts');
  const args = ['--expose-gc', '--import', 'tsx', script, server.url, String(PROMPTS)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { reasons, results, crashes, heaps } = JSON.parse(stdout) as Endured;
  for (const crash of crashes) console.error(crash);
  const orphans = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split(MARK).length - 1;
  const refused = server.requests.filter(request => request.refused !== undefined).length;
  const { done = 0, ...others } = reasons;
  console.log(`endurance: ${JSON.stringify({ done, ...others })}, ${server.requests.length} requests`);
  report(
    { name: 'endurance: prompts that were done, of 200', value: done, unit: '' },
    { name: 'endurance: calls that have a result', value: results, unit: '' },
    { name: 'endurance: crashes and bugs', value: crashes.length, unit: '', limit: 0 },
    { name: 'endurance: histories that the service refused', value: refused, unit: '', limit: 0 },
    { name: 'endurance: processes left behind', value: orphans, unit: '', limit: 0 },
    { name: 'endurance: heap at the end', value: (heaps.at(-1) ?? NaN) / 1e6, unit: 'MB' },
    {
      name: 'endurance: growth of the heap after 50 prompts',
      value: slopeOf(heaps.slice(WARM)) / 10 / 1000,
      unit: 'kB/prompt',
      limit: 60,
    },
  );
}

/** Each prompt is answered with ten calls, and their results with a word; what was said besides is a summary. */
function answerTo(request: GeminiRequest, random: () => number): Reply {
  if (request.method === 'generateContent') return text(SNAPSHOT);
  if (random() < FAULTS) return faults[Math.floor(random() * faults.length)] ?? apiError(500);
  const prompt = /Prompt (\d+)$/.exec(request.contents.at(-1)?.parts?.at(-1)?.text ?? '')?.[1];
  if (prompt === undefined) return text('Done with that.');
  const hangs = random() < FAULTS;
  const command = hangs ? `sleep ${MARK} & echo hangs; sleep ${MARK}; wait` : `echo ${MARK}`;
  const calls = Array.from({ length: CALLS - 2 }, (_, i) => {
    const isFault = random() < FAULTS;
    const name = isFault ? (random() < 0.5 ? 'bug' : 3) : `${prompt}-${i} ${'of the tide '.repeat(80)}`;
    return call(random() < FAULTS / 2 ? 'no_such_tool' : 'read_note', { name });
  });
  return [calls, call('write_note', { name: `n${prompt}`, text: `${prompt}\n` }), call('run', { command })];
}

const faults: readonly Reply[] = [
  apiError(500),
  apiError(503),
  apiError(429, { details: [retryInfo('1s')] }),
  cut({ before: 'headers' }, { isReset: true }),
  [text('Half an answer'), cut()],
  [text('Half an answer'), unfinished()],
  [text('Half an answer'), raw('data: {"candidates": [nonsense\n\n')],
];

/** By how much the values grow from one to the next: the line that fits them best. */
function slopeOf(values: readonly number[]): number {
  const [x, y] = [(values.length - 1) / 2, values.reduce((a, b) => a + b, 0) / values.length];
  const covariance = values.reduce((sum, value, i) => sum + (i - x) * (value - y), 0);
  return covariance / values.reduce((sum, _, i) => sum + (i - x) ** 2, 0);
}
