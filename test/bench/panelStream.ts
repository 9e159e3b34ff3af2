import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { END_MARK } from './answer';
import { percentile } from './metric';
import type { ModelProcess } from './modelProcess';
import { untilQuiet, usageBelow } from './usage';
import { messageBox, openPanel, withWindow, type Installed } from './window';

const RATE = 500;
const KEY_INTERVAL_MS = 200;
/** How long the idle extension host is watched. */
const IDLE_MS = 4000;

/** What the panel notes about itself. */
interface Notes {
  longestTaskMs: number;
  keyMs: number[];
  postedBytes: number;
  postedAt: number[];
}

/** Streams one answer; `watch` measures what it costs, `type` types meanwhile and counts what is posted. */
export const measureStream = (installed: Installed, chunks: number, mode: 'watch' | 'type') =>
  withWindow(installed, async ({ page, model }) => {
    const { frame } = await openPanel(page);
    await frame.evaluate(takeNotes, mode);
    const box = messageBox(frame);
    await box.fill(`STREAM ${chunks} ${RATE}`);
    await untilQuiet();

    const idle = usageBelow();
    if (mode === 'watch') await delay(IDLE_MS);
    const before = usageBelow();
    const [streaming, streamed] = [model.next('streaming'), model.next('streamed')];
    await box.press('Enter');
    await streaming;
    if (mode === 'type') await typeUntil(page, box, streamed);
    const { lastAt, rate } = await streamed;
    const renderedAt = await frame.evaluate(whenShown, END_MARK);
    await untilQuiet();
    const after = usageBelow();
    const notes = await notesOf(frame);
    const gaps = notes.postedAt.slice(1).map((at, i) => at - notes.postedAt[i]!);
    return {
      rate,
      lag: (renderedAt - lastAt) / 1000,
      hostCpu: after.host - before.host,
      /** CPU of the extension host for as long as the answer takes, when nothing happens. */
      hostIdleCpu: ((before.host - idle.host) * (chunks / RATE) * 1000) / IDLE_MS,
      rendererCpu: after.renderers - before.renderers,
      hostGrowthMb: after.hostPeakMb - before.hostMb,
      longestTaskMs: notes.longestTaskMs,
      postedMb: notes.postedBytes / 1e6,
      postGapMs: percentile(gaps, 0.95),
      keyMs: percentile(notes.keyMs, 0.95),
    };
  });

/** A key every 200 ms; none is waited for, so that a busy panel does not slow the typist. */
async function typeUntil(page: Page, box: ReturnType<typeof messageBox>, ended: ReturnType<ModelProcess['next']>) {
  const over = new AbortController();
  void ended.then(() => over.abort());
  await box.click();
  const began = performance.now();
  for (let i = 0; !over.signal.aborted; i++) {
    await delay(Math.max(0, began + i * KEY_INTERVAL_MS - performance.now()));
    page.keyboard.press('abcdefghij'[i % 10]!).catch(() => undefined);
  }
}

// ---- in the panel

type Noting = typeof globalThis & { benchNotes?: Notes };

function takeNotes(mode: 'watch' | 'type'): void {
  const notes: Notes = { longestTaskMs: 0, keyMs: [], postedBytes: 0, postedAt: [] };
  (globalThis as Noting).benchNotes = notes;
  if (mode === 'watch') {
    new PerformanceObserver(list => {
      notes.longestTaskMs = Math.max(notes.longestTaskMs, ...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    return;
  }
  const note = ({ data }: MessageEvent) => {
    notes.postedBytes += JSON.stringify(data).length;
    notes.postedAt.push(performance.now());
  };
  addEventListener('message', note, true);
  // Answered: the frame after the key has been painted, which is when a task that the frame began gets its turn.
  const answer = ({ timeStamp }: Event) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => notes.keyMs.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  addEventListener('keydown', answer, true);
}

const notesOf = (frame: Frame) => frame.evaluate(() => (globalThis as Noting).benchNotes!);

/** When the text was there; in milliseconds since the epoch. */
function whenShown(text: string): Promise<number> {
  return new Promise(resolve => {
    const look = () => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });
}
