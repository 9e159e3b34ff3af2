import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sseEvent, SSE_HEADERS } from '../../../src/demo/sse';
import { unaryResponse, type WireReply, type WireStep } from './compile';
import { PacketWriter } from './packets';

const jsonHeaders = { 'content-type': 'application/json; charset=UTF-8' };

/**
 * Plays a reply to the client. Aborting the signal (the client hung up, the server closes) ends it at once; `onCut` is
 * called when the script itself is about to break the connection.
 */
export async function sendReply(
  response: ServerResponse,
  reply: WireReply,
  as: 'sse' | 'json',
  signal: AbortSignal,
  onCut: () => void,
): Promise<void> {
  try {
    await new Playback(response, reply, signal, onCut).play(as);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

class Playback {
  private readonly writer: PacketWriter;
  private startedAt = 0;
  private events = 0;
  private isOver = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly reply: WireReply,
    private readonly signal: AbortSignal,
    private readonly onCut: () => void,
  ) {
    this.writer = new PacketWriter(response, reply.transport.splitAt, reply.fault?.at);
  }

  async play(as: 'sse' | 'json'): Promise<void> {
    const { transport, httpError, fault, steps } = this.reply;
    if (transport.delayMs) await delay(transport.delayMs, undefined, { signal: this.signal });
    if (fault && 'before' in fault.at) return this.fail(fault);
    const failed = as === 'json' ? steps.find(step => step.kind === 'error') : undefined;
    const code = httpError?.code ?? (failed ? codeOf(failed.body) : 200);
    const type = httpError?.headers ?? (as === 'json' ? jsonHeaders : SSE_HEADERS);
    this.response.writeHead(code, { ...type, ...transport.headers });
    this.response.flushHeaders();
    if (httpError) await this.writer.write(httpError.body);
    else if (as === 'json') await this.writeJson(failed?.body);
    else await this.writeStream();
    if (this.isOver) return;
    if (fault && this.writer.isStopped) return this.fail(fault);
    await this.writer.flush();
    this.response.end();
  }

  /** The answer in one piece: gates and faults among the steps come before its body. */
  private async writeJson(errorBody: object | undefined): Promise<void> {
    for (const step of this.reply.steps) {
      if (step.kind !== 'payload' && step.kind !== 'error' && step.kind !== 'raw') await this.pass(step);
      if (this.isOver) return;
    }
    const events = this.reply.steps.flatMap(step => (step.kind === 'payload' ? [step.payload] : []));
    const raw = this.reply.steps.find(step => step.kind === 'raw');
    await this.writer.write(raw ? raw.bytes : JSON.stringify(errorBody ?? unaryResponse(events)), true);
  }

  private async writeStream(): Promise<void> {
    const { transport, steps } = this.reply;
    const eol = transport.eol ?? '\n';
    if (transport.comments) await this.writer.write(`: stream opened${eol}${eol}`);
    for (const step of steps) {
      if (step.kind === 'payload') {
        await this.keepPace();
        const isLast = step === steps.at(-1) && transport.finalBlankLine === false;
        const event = sseEvent(step.payload, transport);
        const comment = transport.comments === 'inside' ? `: comment${eol}` : '';
        await this.writer.write(comment + (isLast ? event.trimEnd() : event), true);
        if (transport.comments === true) await this.writer.write(`: keep-alive${eol}${eol}`);
      } else if (step.kind === 'error') {
        await this.writer.write(`${JSON.stringify(step.body, null, 2)}${eol}`, true);
      } else if (step.kind === 'raw') {
        await this.writer.write(step.bytes);
      } else {
        await this.pass(step);
      }
      if (this.isOver || this.writer.isStopped) return;
    }
  }

  private async pass(step: Extract<WireStep, { kind: 'gate' | 'cut' | 'hang' }>): Promise<void> {
    if (step.kind !== 'gate') return this.fail(step.kind === 'cut' ? step : { kind: 'hang' });
    await this.writer.flush();
    step.arrived();
    await Promise.race([step.opened, closing(this.signal)]);
    this.signal.throwIfAborted();
  }

  private async fail(fault: { readonly kind: 'cut' | 'hang'; readonly isReset?: boolean }): Promise<void> {
    this.isOver = true;
    if (this.response.headersSent) await this.writer.flush();
    if (fault.kind === 'hang') return closing(this.signal);
    this.onCut();
    if (fault.isReset) this.response.socket?.resetAndDestroy();
    else this.response.socket?.destroy();
  }

  /** Holds the average rate, however coarse the timers are. */
  private async keepPace(): Promise<void> {
    const { rate } = this.reply.transport;
    if (!rate) return;
    if (this.events === 0) this.startedAt = performance.now();
    const due = this.startedAt + (this.events++ * 1000) / rate;
    const wait = due - performance.now();
    if (wait >= 1) await delay(wait, undefined, { signal: this.signal });
  }
}

function closing(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function codeOf(body: object): number {
  const { error } = body as { error?: { code?: number } };
  return error?.code ?? 500;
}
