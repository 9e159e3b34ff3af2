import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Transport, Where } from './replies';

/**
 * Writes a body in the packets that the transport asks for and stops for good at a counted limit. After a planned split
 * it waits a turn of the event loop, so that a client in the same process reads every packet by itself; one in another
 * process may find a few joined.
 */
export class PacketWriter {
  private queue: Uint8Array[] = [];
  private queued = 0;
  private sent = 0;
  private events = 0;
  private readonly packetEnd: (offset: number) => number;

  constructor(
    private readonly response: ServerResponse,
    private readonly splitAt: Transport['splitAt'],
    private readonly limit: Where | undefined,
  ) {
    this.packetEnd = splitPlan(splitAt);
  }

  /** True once the limit is reached: nothing more is written. */
  get isStopped(): boolean {
    if (!this.limit || 'before' in this.limit) return false;
    return 'bytes' in this.limit ? this.sent + this.queued >= this.limit.bytes : this.events >= this.limit.chunks;
  }

  async write(body: string | Uint8Array, isEvent = false): Promise<void> {
    if (this.isStopped) return;
    if (isEvent) this.events++;
    const room = this.limit && 'bytes' in this.limit ? this.limit.bytes - this.sent - this.queued : Infinity;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.queue.push(bytes.length > room ? bytes.subarray(0, room) : bytes);
    this.queued += Math.min(bytes.length, room);
    if (this.splitAt === undefined) return this.emit(this.queued);
    let end = this.packetEnd(this.sent);
    while (end <= this.sent + this.queued) {
      const isFirst = this.sent === 0;
      await this.emit(end - this.sent);
      await turns(isFirst ? 8 : 2);
      end = this.packetEnd(this.sent);
    }
  }

  /** Everything so far has been handed to the operating system. */
  async flush(): Promise<void> {
    await this.emit(this.queued);
    if (!this.response.destroyed) await new Promise<void>(resolve => this.response.write('', () => resolve()));
  }

  private async emit(length: number): Promise<void> {
    if (length === 0) return;
    const all = this.queue.length === 1 && this.queue[0] ? this.queue[0] : Buffer.concat(this.queue);
    this.queue = length < all.length ? [all.subarray(length)] : [];
    this.queued -= length;
    this.sent += length;
    if (!this.response.write(all.subarray(0, length)) && !this.response.destroyed) await drained(this.response);
  }
}

/** Settles when the response takes more, or never will. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}

/** Gives a client in this process time to read; a fetch needs a few turns more before it reads the first bytes. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await setImmediate();
}

/** Where the packet that begins at an offset ends. */
function splitPlan(splitAt: Transport['splitAt']): (offset: number) => number {
  if (splitAt === undefined) return () => Infinity;
  if (splitAt === 'everyByte') return offset => offset + 1;
  if (typeof splitAt === 'number' || Array.isArray(splitAt)) {
    const positions = [splitAt].flat().sort((a, b) => a - b) as number[];
    return offset => positions.find(position => position > offset) ?? Infinity;
  }
  const random = randomNumbers((splitAt as { seed: number }).seed);
  let split = 0;
  return offset => {
    // Mostly tiny packets, now and then one that holds several events.
    while (split <= offset) split += 1 + Math.floor(random() ** 3 * 700);
    return split;
  };
}

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
