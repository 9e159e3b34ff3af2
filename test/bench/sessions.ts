import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';
import { restoreChat } from '../../src/sessions/restoreChat';
import { applyEvent } from '../../src/shared/applyEvent';
import type { AgentEvent } from '../../src/shared/events';
import { longSession } from './longSession';
import { median, type Metric } from './metric';

const MANY = 10_000;
const FEW = 100;
const APPENDED = 200;
const ROUNDS = 5;

interface Opened {
  readonly ms: number;
  readonly peakKb: number;
  readonly messages: number;
  readonly posted: number;
}

/** A chat of 10,000 messages: taking it up in a process of its own, what goes to the panel, and what one more message costs. */
export async function measureSessions(report: (...metrics: Metric[]) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pollux-sessions-'));
  try {
    await write(folder, 'many', MANY);
    await write(folder, 'few', FEW);
    const script = join(folder, 'openSession.cjs');
    const entry = join(__dirname, 'openSession.ts');
    await build({ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', logLevel: 'error' });
    const opened = Array.from({ length: ROUNDS }, () => openAlone(script, folder, 'many'));
    if (opened.some(({ messages }) => messages !== MANY)) throw new Error('Messages were lost.');
    const [many, few] = [await appendTimes(folder, 'many'), await appendTimes(folder, 'few')];
    const folding = foldTime(MANY) / foldTime(FEW);
    const whole = restoreTime(4 * MANY) / restoreTime(MANY);
    report(
      {
        name: 'sessions: a file of 10,000 messages',
        value: statSync(join(folder, 'many.jsonl')).size / 1e6,
        unit: 'MB',
      },
      { name: 'sessions: taking it up', value: median(opened.map(({ ms }) => ms)), unit: 'ms', limit: 1000 },
      {
        name: 'sessions: memory of a process that has taken it up, peak',
        value: median(opened.map(({ peakKb }) => peakKb)) / 1000,
        unit: 'MB',
        limit: 150,
      },
      { name: 'sessions: posted to the panel', value: (opened[0]?.posted ?? NaN) / 1000, unit: 'kB', limit: 1000 },
      { name: 'sessions: appending to it', value: many, unit: 'ms' },
      { name: 'sessions: appending to 10,000 against 100 messages', value: many / few, unit: '×', limit: 2 },
      { name: 'sessions: folding one more into 10,000 against 100', value: folding, unit: '×' },
      { name: 'sessions: folding 40,000 messages against 10,000', value: whole, unit: '×', limit: 8 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function write(folder: string, sessionId: string, count: number): Promise<void> {
  const store = openStore(folder);
  store.append(sessionId, longSession(count));
  await store.release(sessionId);
}

function openStore(folder: string) {
  return createSessionFiles(folder, { info: () => undefined, warn: () => undefined, error: console.error });
}

function openAlone(script: string, folder: string, sessionId: string): Opened {
  return JSON.parse(execFileSync(process.execPath, [script, folder, sessionId], { encoding: 'utf8' })) as Opened;
}

const more: AgentEvent = { type: 'delta', messageId: 'none', text: 'One more piece of an answer.' };

/** The median of what it takes until an event more is written. */
async function appendTimes(folder: string, sessionId: string): Promise<number> {
  const store = openStore(folder);
  const times: number[] = [];
  for (let i = 0; i < APPENDED; i++) {
    const began = performance.now();
    store.append(sessionId, [more]);
    await store.flush();
    times.push(performance.now() - began);
  }
  await store.release(sessionId);
  return median(times);
}

/** The median of what it takes to fold a message more into a chat of `count`. */
function foldTime(count: number): number {
  const state = restoreChat('s', longSession(count));
  const [last] = longSession(1);
  if (!last) throw new Error('A session of one message has an event.');
  const times = Array.from({ length: APPENDED }, () => {
    const began = performance.now();
    for (let i = 0; i < 10; i++) applyEvent(state, last);
    return performance.now() - began;
  });
  return median(times);
}

/** The median of what it takes to fold a chat of `count` messages. */
function restoreTime(count: number): number {
  const events = longSession(count);
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    restoreChat('s', events);
    return performance.now() - began;
  });
  return median(times);
}
