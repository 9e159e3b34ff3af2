import type { AssistantMessage, Message, Part, ToolResult } from '../../shared/messages';
import type { ContextSource, ContextUse } from '../../shared/protocol';
import type { ModelRequest } from '../ports/model';
import { mediaTokens } from './mediaTokens';

/** In longer texts, examining each character would take too long. */
const LONG_TEXT = 100_000;

type Sizes = Partial<Record<ContextSource, number>>;

/** Estimates the tokens of a text: a token per four ASCII characters, and one and a half per other character. */
export function estimateText(text: string): number {
  if (text.length > LONG_TEXT) return Math.ceil(text.length / 4);
  let foreign = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) foreign++;
  return Math.ceil((text.length - foreign) / 4 + foreign * 1.5);
}

/** Measures what a request sends. Caches the sizes of messages and lists of tools, which never change, for their lifetime. */
export class ContextMeter {
  readonly #sizes = new WeakMap<Message, Sizes>();
  readonly #toolSizes = new WeakMap<ModelRequest['tools'], number>();
  #system = { text: '', size: 0 };

  /** The estimated tokens of a message. */
  sizeOf(message: Message): number {
    return sum(this.#sizesOf(message));
  }

  /**
   * The size of `request`. `counted`: an answer in it whose own request sent everything before it exactly as it would
   * be sent now, so the service's count applies to that part; only what came after is estimated.
   */
  measure(
    { system, tools, messages }: Omit<ModelRequest, 'model'>,
    limit: number,
    counted?: AssistantMessage,
  ): ContextUse {
    const sizes: Sizes = { instructions: this.#sizeOfSystem(system), tools: this.#sizeOfTools(tools) };
    let known: { readonly estimated: number; readonly real: number } | undefined;
    for (const message of messages) {
      add(sizes, this.#sizesOf(message));
      if (message !== counted || !counted.usage) continue;
      known = { estimated: sum(sizes), real: counted.usage.input + counted.usage.output };
    }
    const estimated = sum(sizes);
    const total = known ? Math.max(known.real + estimated - known.estimated, 0) : estimated;
    const scale = estimated > 0 ? total / estimated : 1;
    const sources = Object.entries(sizes).map(([source, tokens]) => [source, Math.round(tokens * scale)] as const);
    return { total, limit, sources: Object.fromEntries(sources) };
  }

  #sizeOfSystem(text: string): number {
    if (text !== this.#system.text) this.#system = { text, size: estimateText(text) };
    return this.#system.size;
  }

  #sizeOfTools(tools: ModelRequest['tools']): number {
    const size = this.#toolSizes.get(tools) ?? estimateText(JSON.stringify(tools));
    this.#toolSizes.set(tools, size);
    return size;
  }

  #sizesOf(message: Message): Sizes {
    const known = this.#sizes.get(message);
    if (known) return known;
    const sizes = measureMessage(message);
    this.#sizes.set(message, sizes);
    return sizes;
  }
}

function measureMessage(message: Message): Sizes {
  switch (message.role) {
    case 'user': {
      if (message.isContext) return { environment: sumOf(message.parts, sizeOfPart) };
      const isFile = ({ type }: Part) => type === 'file' || type === 'image';
      const files = message.parts.filter(isFile);
      const words = message.parts.filter(part => !isFile(part));
      return { attachments: sumOf(files, sizeOfPart), prompts: sumOf(words, sizeOfPart) };
    }
    case 'assistant':
      return { answers: sumOf(message.parts, sizeOfPart) };
    case 'tool':
      return { results: sumOf(message.results, sizeOfResult) };
    case 'notice':
      return {};
    default:
      return message satisfies never;
  }
}

function sizeOfPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'thought':
      return estimateText(part.text);
    case 'file':
      return estimateText(part.path) + estimateText(part.text);
    case 'toolCall':
      return estimateText(part.call.name) + estimateText(JSON.stringify(part.call.args));
    case 'image':
      return mediaTokens(part);
    case 'opaque':
      return estimateText(JSON.stringify(part.raw));
    default:
      return part satisfies never;
  }
}

export function sizeOfResult({ name, content, images = [] }: ToolResult): number {
  return estimateText(name) + estimateText(content) + sumOf(images, mediaTokens);
}

function sumOf<T>(items: readonly T[], sizeOf: (item: T) => number): number {
  return items.reduce((total, item) => total + sizeOf(item), 0);
}

function sum(sizes: Sizes): number {
  return Object.values(sizes).reduce((total, each) => total + each, 0);
}

function add(sizes: Sizes, more: Sizes): void {
  for (const source of Object.keys(more) as ContextSource[]) {
    sizes[source] = (sizes[source] ?? 0) + (more[source] ?? 0);
  }
}
