import type { KeptValues } from '../agent/ports/storedValues';
import type { ApprovalMode } from '../shared/protocol';

/** What a chat has besides its conversation. */
interface Values {
  readonly draft?: string;
  readonly queued?: string;
  readonly mode?: Exclude<ApprovalMode, 'yolo'>;
  readonly model?: string;
}

/** The chat of the view has no id that lasts before its first prompt. */
const NEW = 'new';
const INDEX = 'chatValues';
/** Of chats that are not opened again, the values of the oldest are dropped. */
const MOST = 100;

/** What a chat has besides its conversation; stored, so that it comes back after a reload. */
export class ChatValues {
  constructor(
    private readonly stored: KeptValues,
    /** Undefined: the chat has no prompt yet. */
    private readonly chatId: () => string | undefined,
  ) {}

  get<K extends keyof Values>(name: K): Values[K] {
    const value = valuesOf(this.stored)[this.chatId() ?? NEW]?.[name];
    return (typeof value === 'string' ? value : undefined) as Values[K];
  }

  set<K extends keyof Values>(name: K, value: Values[K]): void {
    if (this.get(name) === value) return;
    const id = this.chatId() ?? NEW;
    const { [id]: own, ...others } = valuesOf(this.stored);
    const { [name]: _before, ...rest } = own ?? {};
    this.#write(others, id, value === undefined ? rest : { ...rest, [name]: value });
  }

  /** Makes what the new chat had that of the chat with this id, which it has become. */
  adopt(id: string): void {
    const { [NEW]: own, ...others } = valuesOf(this.stored);
    if (own) this.#write(others, id, own);
  }

  /** Makes what the chat with this id had that of the new chat, whose draft stays as well. */
  giveBack(id: string): void {
    const { [id]: own, [NEW]: before, ...others } = valuesOf(this.stored);
    const draft = [before?.draft, own?.draft].filter(Boolean).join('\n\n');
    this.#write(others, NEW, { ...before, ...own, ...(draft !== '' && { draft }) });
  }

  #write(others: Readonly<Record<string, Values>>, id: string, own: Values): void {
    const entries = Object.entries(others).slice(1 - MOST);
    const all = Object.keys(own).length === 0 ? entries : [...entries, [id, own] as const];
    this.stored.set(INDEX, Object.fromEntries(all));
  }
}

function valuesOf(stored: KeptValues): Readonly<Record<string, Values>> {
  const values = stored.get(INDEX);
  return typeof values === 'object' && values !== null ? (values as Record<string, Values>) : {};
}
