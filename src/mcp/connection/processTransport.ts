import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { OpenServerProcess, ServerProcess, ServerProcessRequest } from '../../agent/ports/serverProcess';
import { readMessage } from './messages';

/** A server that communicates over the standard input and output of a child process, one message per line. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why the process ended by itself. */
  reason: string | undefined;
  #process: ServerProcess | undefined;
  #isClosed = false;

  constructor(
    private readonly open: OpenServerProcess,
    private readonly request: Omit<ServerProcessRequest, 'onLine' | 'onEnd'>,
  ) {}

  async start(): Promise<void> {
    const opened = await this.open({
      ...this.request,
      onLine: line => this.#onLine(line),
      onEnd: reason => {
        this.reason = reason;
        this.#tellClosed();
      },
    });
    this.#process = opened;
    if (this.#isClosed) await opened.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#process) throw new Error('Not started');
    await this.#process.send(JSON.stringify(message));
  }

  /** Its output besides messages. */
  said(): string {
    return this.#process?.said() ?? '';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.close();
    this.#tellClosed();
  }

  #onLine(line: string): void {
    const message = readMessage(line);
    if (message) this.onmessage?.(message);
    else this.onerror?.(new Error(`This isn't a message: ${line.slice(0, 200)}`));
  }

  #tellClosed(): void {
    const { onclose } = this;
    delete this.onclose;
    onclose?.();
  }
}
