import type { KeptValues } from '../agent/ports/storedValues';
import type { ApprovalMode } from '../shared/protocol';

/** A chat's values besides its conversation. */
interface Values {
  readonly draft?: string;
  readonly queued?: string;
  /** See `StoredOutgoing`. */
  readonly outgoing?: string;
  readonly mode?: Exclude<ApprovalMode, 'yolo'>;
  readonly model?: string;
}

/** The id for the view's new chat, which has no lasting id before its first prompt. */
const NEW = 'new';
const INDEX = 'chatValues';
/** How many chats have stored values at most; the oldest are dropped. */
const MOST = 100;

/** A chat's values besides its conversation, stored so that they survive a reload. */
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

  /** Moves the values of the new chat to this id. */
  adopt(id: string): void {
    const { [NEW]: own, ...others } = valuesOf(this.stored);
    if (own) this.#write(others, id, own);
  }

  /** Moves the values of this id to the new chat, and appends the draft to the one there. */
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
