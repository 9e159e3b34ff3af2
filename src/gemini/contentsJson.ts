import type { Message } from '../shared/messages';
import { toContents } from './convert';

interface Converted {
  readonly model: string;
  readonly role: string;
  /** The JSON of the parts, without brackets. */
  readonly parts: string;
}

/** In characters; longer JSON, as of images, isn't stored besides the message. */
const MAX_STORED = 64 * 1024;

/**
 * The JSON of what `toContents` returns. Each message is converted once: a conversation sends all of its messages with
 * each request.
 */
export class ContentsJson {
  readonly #converted = new WeakMap<Message, Converted>();

  of(messages: readonly Message[], model: string): string {
    const contents: { readonly role: string; readonly parts: string[] }[] = [];
    for (const message of messages) {
      const { role, parts } = this.#convert(message, model);
      if (parts === '') continue;
      const last = contents.at(-1);
      if (last?.role === role) last.parts.push(parts);
      else contents.push({ role, parts: [parts] });
    }
    return `[${contents.map(({ role, parts }) => `{"parts":[${parts.join(',')}],"role":"${role}"}`).join(',')}]`;
  }

  #convert(message: Message, model: string): Converted {
    const known = this.#converted.get(message);
    if (known?.model === model) return known;
    const [{ role = '', parts = [] } = {}] = toContents([message], model);
    const converted = { model, role, parts: JSON.stringify(parts).slice(1, -1) };
    if (converted.parts.length <= MAX_STORED) this.#converted.set(message, converted);
    return converted;
  }
}
