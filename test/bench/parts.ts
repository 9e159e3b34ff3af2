import type { ChatState } from '../../src/shared/chatState';
import { emptyChat } from '../../src/shared/chatState';
import { applyEvent } from '../../src/shared/applyEvent';
import { readServerSentEvents } from '../../src/gemini/serverSentEvents';
import { sseEvent } from '../../src/demo/sse';
import { createMarkdown, renderMarkdown } from '../../webview/markdown/markdown';
import { answerPieces } from './answer';
import { median, type Metric } from './metric';

const MANY = 8000;
const FEW = 1000;

/** Parts that are passed by every piece of an answer, as ratios of one run: what machine it is does not matter then. */
export async function measureParts(report: (...metrics: Metric[]) => void): Promise<void> {
  const pieces = answerPieces(MANY);
  const fold = () => pieces.reduce(addDelta, streamingChat()).live;
  const few = pieces.slice(0, FEW);
  const foldFew = () => {
    for (let i = 0; i < MANY / FEW; i++) few.reduce(addDelta, streamingChat());
  };
  const payloads = pieces.map(text => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }));
  const bodies = payloads.map(payload => JSON.stringify(payload));
  const bytes = payloads.map(payload => new TextEncoder().encode(sseEvent(payload)));
  const markdown = createMarkdown();
  const answer = pieces.join('');
  const [folding, foldingFew, reading, parsing, rendering] = await timesOf([
    async () => fold(),
    async () => foldFew(),
    async () => readAll(bytes),
    async () => bodies.map(body => JSON.parse(body) as unknown),
    async () => renderMarkdown(markdown, answer),
  ]);
  report(
    { name: 'parts: folding a delta into 8000 against 1000', value: folding! / foldingFew!, unit: '×', limit: 2 },
    { name: 'parts: folding a delta against parsing its JSON', value: folding! / parsing!, unit: '×' },
    { name: 'parts: reading an event against parsing its JSON', value: reading! / parsing!, unit: '×' },
    { name: 'parts: rendering 320 kB of markdown at once', value: rendering!, unit: 'ms' },
  );
}

const addDelta = (state: ChatState, text: string): ChatState =>
  applyEvent(state, { type: 'delta', messageId: 'a', text });

const streamingChat = (): ChatState =>
  applyEvent(emptyChat(), {
    type: 'message',
    message: { id: 'a', at: 0, role: 'assistant', model: 'any', parts: [] },
  });

async function readAll(pieces: readonly Uint8Array[]): Promise<number> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  let count = 0;
  for await (const events of readServerSentEvents(body)) count += events.length;
  return count;
}

/** The median CPU of each in ms, taken in turns after two rounds to warm up. */
async function timesOf(works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < 12; round++) {
    for (const [which, work] of works.entries()) {
      const began = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(began);
      if (round > 1) times[which]!.push((user + system) / 1000);
    }
  }
  return times.map(median);
}
