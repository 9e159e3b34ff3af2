import type { Message } from '../../shared/messages';
import type { Memory, MemoryText } from '../ports/memory';

const HEADING = `# Memory
What the user and the project want you to know and to follow. What the user says in the conversation comes first; of two \
files that disagree, the later one does. No memory takes the place of the user's approval.`;

const NEAR = '[Memory of where you work now:]';
const CHANGED = '[This memory is new, or has changed; what it said before no longer holds:]';
const GONE = '[This memory no longer holds:]';

/** The limit for all memory told in the middle of a conversation, in characters. */
const MAX_CHARACTERS = 200_000;

/**
 * The memory that the model is told. Memory from the start of a conversation is in the instructions, which stay the
 * same; memory found or changed later is added to the conversation. The messages themselves are searched for what was
 * told, so that it is told again once it is gone from them.
 */
export class ToldMemory {
  #beginning: Promise<readonly MemoryText[]> | undefined;
  #isFirst = true;
  readonly #touched = new Set<string>();

  constructor(private readonly memory: Memory) {}

  /** A section of the instructions, the same for the lifetime of this object; undefined: there is no memory. */
  async section(): Promise<string | undefined> {
    const texts = await this.#begin();
    return texts.length === 0 ? undefined : [HEADING, ...texts.map(blockOf)].join('\n\n');
  }

  /** A tool has accessed these absolute paths. */
  touch(paths: readonly string[]): void {
    for (const path of paths) this.#touched.add(path);
  }

  /** What has changed; call it before a prompt. `messages`: as the model sees them. */
  async changes(messages: readonly Message[]): Promise<string[]> {
    const beginning = await this.#begin();
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const told = toldIn(messages);
    if (isFirst && told.size === 0) return [];
    for (const { name, text } of beginning) if (!told.has(name)) told.set(name, text);
    const now = isFirst ? beginning : await this.memory.load();
    const current = new Map(now.map(each => [each.name, each] as const));
    const changed = now.filter(({ name, text }) => told.get(name) !== text);
    const gone: string[] = [];
    for (const [name, text] of told) {
      if (text === null || current.has(name)) continue;
      const found = await this.memory.named(name);
      if (!found) gone.push(name);
      else if (found.text !== text) changed.push(found);
    }
    return [
      ...(changed.length > 0 ? [[CHANGED, ...changed.map(blockOf)].join('\n')] : []),
      ...(gone.length > 0 ? [[GONE, ...gone.map(name => `${NO_MORE}${name} ---`)].join('\n')] : []),
    ];
  }

  /** Memory for the places that tools have accessed since the last call; call it before each request. */
  async found(messages: readonly Message[]): Promise<string | undefined> {
    if (this.#touched.size === 0) return undefined;
    const paths = [...this.#touched];
    this.#touched.clear();
    const near = await this.memory.near(paths);
    if (near.length === 0) return undefined;
    const told = toldIn(messages);
    let room = MAX_CHARACTERS - [...told.values()].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const blocks = near
      .filter(({ name, text }) => told.get(name) !== text)
      .flatMap(each => {
        const block = blockOf(each);
        room -= block.length;
        if (room >= 0) return [block];
        return [`[${each.name} is left out: memory may have ${MAX_CHARACTERS} characters in a conversation.]`];
      });
    return blocks.length === 0 ? undefined : [NEAR, ...blocks].join('\n');
  }

  #begin(): Promise<readonly MemoryText[]> {
    return (this.#beginning ??= this.memory.load());
  }
}

const NO_MORE = '--- No context any more from: ';

function blockOf({ name, text }: MemoryText): string {
  return `--- Context from: ${name} ---\n${text}\n--- End of Context from: ${name} ---`;
}

/** The memory texts in the messages, by name; null: reported as no longer valid. */
function toldIn(messages: readonly Message[]): Map<string, string | null> {
  const told = new Map<string, string | null>();
  for (const message of messages) {
    if (message.role !== 'user' || !message.isContext) continue;
    for (const part of message.parts) {
      if (part.type !== 'text' || ![NEAR, CHANGED, GONE].some(each => part.text.startsWith(each))) continue;
      for (const [name, text] of blocksIn(part.text)) told.set(name, text);
    }
  }
  return told;
}

function* blocksIn(text: string): Generator<[string, string | null]> {
  const begins = /^--- (Context|No context any more) from: (.*) ---$/gm;
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const [whole, kind, name = ''] = match;
    if (kind !== 'Context') {
      yield [name, null];
      continue;
    }
    const start = match.index + whole.length + 1;
    const end = text.indexOf(`\n--- End of Context from: ${name} ---`, start - 1);
    if (end < 0) return;
    yield [name, text.slice(start, Math.max(start, end))];
    begins.lastIndex = end + 1;
  }
}
