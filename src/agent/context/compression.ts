import type { CompressionSettings } from '../ports/sessionSettings';
import type { ChatState } from '../../shared/chatState';
import type { Compacted, Emit } from '../../shared/events';
import type { AssistantMessage, Message } from '../../shared/messages';
import type { ContextUse } from '../../shared/protocol';
import { ContextMeter } from './contextMeter';
import { validHistory } from './history';
import { maskPoint } from './maskOutputs';
import { modelView } from './modelView';
import type { ModelFailure, ModelRequest } from '../ports/model';
import type { UtilityModel } from '../ports/utilityModel';
import { writeSnapshot } from './snapshot';
import { splitHistory } from './splitHistory';

/** Tokens of outputs to leave complete (`KEEP`) and to save at least (`WORTH`); both at most `share` of the window. */
const KEEP = { tokens: 50_000, share: 0.15 };
const WORTH = { tokens: 30_000, share: 0.05 };
/** After a refused summary, the conversation must grow by this factor before another is tried. */
const GROWTH = 1.2;

export interface CompressionOptions {
  readonly state: () => ChatState;
  /** Everything in a request except the messages. */
  readonly request: () => Omit<ModelRequest, 'messages'>;
  /** The maximum number of input tokens of a model. */
  readonly limit: (model: string) => number;
  readonly settings: () => CompressionSettings;
  readonly model: UtilityModel;
  readonly emit: Emit;
  /** What the model must be told again, because the summary replaced the messages that said it. */
  readonly reminder: () => string | undefined;
  readonly onCompressed: (result: Compressed) => void;
  /** Called before the conversation is shortened, if there is anything to shorten. */
  readonly onBegin?: (trigger: 'auto' | 'manual', signal: AbortSignal) => Promise<unknown>;
  /** Shows the user a summary before it takes effect; false: the user declines. Absent where the user is not asked. */
  readonly review?: (summary: Omit<Compressed, 'kind'>, signal: AbortSignal) => Promise<boolean>;
}

/** `before` and `after` are the tokens of a whole request. */
export interface Compressed {
  readonly kind: 'compressed';
  readonly before: number;
  readonly after: number;
  readonly snapshot: string;
}

/** `refused`: the summary was empty, or no shorter than what it replaces. */
export type CompressionResult =
  | Compressed
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused' }
  /** The user declined the summary. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Messages as a request sends them. */
interface View {
  readonly messages: readonly Message[];
  readonly compacted: Compacted | undefined;
  readonly sent: readonly Message[];
}

/** Keeps the conversation within the model's context window. One per session. */
export class Compression {
  readonly #meter = new ContextMeter();
  /** The size of the conversation, in tokens, when a summary of it was last refused. */
  #refusedAt = 0;
  /** Asked for several times before each request. */
  #lastView: View | undefined;

  constructor(private readonly options: CompressionOptions) {}

  /** The messages as the next request sends them. */
  messages(): readonly Message[] {
    const { messages, compacted } = this.options.state();
    return this.#view(messages, compacted);
  }

  /** How full the window is now. */
  use(): ContextUse {
    return this.#measure(this.options.state().compacted, this.#countedAnswer());
  }

  /**
   * Call this before each request: if the conversation is over the threshold, shortens old outputs and, if that is not
   * enough, summarizes. True if the conversation fits now; a failed summary is ignored while it fits.
   */
  async makeRoom(signal: AbortSignal): Promise<boolean> {
    const { threshold } = this.options.settings();
    const { total, limit } = this.use();
    const aim = threshold > 0 ? Math.min(threshold, 1) * limit : limit;
    if (total <= aim || (total <= limit && total < this.#refusedAt * GROWTH)) return true;
    await this.options.onBegin?.('auto', signal);
    if (this.#mask(limit) && this.use().total <= aim) return true;
    await this.#sumUp(signal);
    return this.use().total <= limit;
  }

  /** Summarizes the older part of the conversation, whatever its size. */
  async compress(signal: AbortSignal, trigger: 'auto' | 'manual' = 'auto'): Promise<CompressionResult> {
    if (this.options.state().messages.length > 0) await this.options.onBegin?.(trigger, signal);
    return this.#sumUp(signal);
  }

  async #sumUp(signal: AbortSignal): Promise<CompressionResult> {
    const { state, settings, model, emit, reminder, onCompressed, review } = this.options;
    const before = this.use();
    const { messages, compacted } = state();
    const { notes = [], ...old } = compacted ?? {};
    const view = modelView(messages, old);
    const split = splitHistory(view, message => this.#meter.sizeOf(message), settings().tail);
    const through = split && lastOf(split.covered, messages);
    if (!split || through === undefined) return { kind: 'nothing' };
    emit({ type: 'compressing' });
    const written = await writeSnapshot(model, { covered: split.covered, notes }, before.limit, signal);
    if (!written.ok && written.failure) return { kind: 'failed', failure: written.failure };
    const text = written.ok ? [INTRODUCTION, written.text, reminder() ?? ''].join('\n').trim() : '';
    const next: Compacted = {
      ...compacted,
      ...(written.ok && written.notes.length > 0 && { notes: [...notes, ...written.notes] }),
      snapshot: { text, through, ...(split.prompt && { prompt: split.prompt.id }) },
    };
    const after = this.#measure(next).total;
    if (!written.ok || after >= this.#measure(compacted).total) {
      this.#refusedAt = before.total;
      return { kind: 'refused' };
    }
    const result = { kind: 'compressed', before: before.total, after, snapshot: written.text } as const;
    if (settings().review && review && !(await review(result, signal))) {
      this.#refusedAt = before.total;
      return { kind: 'declined' };
    }
    emit({ type: 'compressed', compacted: next });
    onCompressed(result);
    return result;
  }

  /** Makes the model forget the conversation so far, except the environment; the messages stay. */
  forget(): void {
    const { state, emit, reminder } = this.options;
    const through = state().messages.at(-1)?.id;
    if (through === undefined) return;
    const text = `${FORGOTTEN}\n${reminder() ?? ''}`.trim();
    emit({ type: 'compressed', compacted: { snapshot: { text, through } } });
  }

  /** Lets the model see the whole history again, for as long as it fits. False if it already does. */
  restore(at: number): boolean {
    const { snapshot, maskedThrough } = this.options.state().compacted ?? {};
    if (!snapshot && maskedThrough === undefined) return false;
    this.options.emit({ type: 'uncompressed', at });
    this.#refusedAt = this.use().total;
    return true;
  }

  /** Shortens old outputs; true if that was worthwhile. */
  #mask(limit: number): boolean {
    const { state, emit } = this.options;
    const { messages, compacted } = state();
    const share = (of: typeof KEEP) => Math.min(of.tokens, of.share * limit);
    const view = compacted ? modelView(messages, compacted) : messages;
    const point = maskPoint(view, { keep: share(KEEP), worth: share(WORTH) });
    if (point === undefined) return false;
    const { since: _since, ...kept } = compacted ?? {};
    emit({ type: 'compressed', compacted: { ...kept, maskedThrough: point } });
    return true;
  }

  #measure(compacted: Compacted | undefined, counted?: AssistantMessage): ContextUse {
    const { state, request, limit } = this.options;
    const { messages } = state();
    const fixed = request();
    const sent = this.#view(messages, compacted);
    return this.#meter.measure({ ...fixed, messages: sent }, limit(fixed.model), counted);
  }

  #view(messages: readonly Message[], compacted: Compacted | undefined): readonly Message[] {
    if (this.#lastView?.messages !== messages || this.#lastView.compacted !== compacted) {
      const sent = validHistory(compacted ? modelView(messages, compacted) : messages);
      this.#lastView = { messages, compacted, sent };
    }
    return this.#lastView.sent;
  }

  /** The latest answer whose request the service has counted, if the model's view has not changed since. */
  #countedAnswer(): AssistantMessage | undefined {
    const { messages, compacted } = this.options.state();
    const answer = messages.findLastIndex(each => each.role === 'assistant' && each.usage !== undefined);
    const message = messages[answer];
    return message?.role === 'assistant' && answer >= (compacted?.since ?? 0) ? message : undefined;
  }
}

const INTRODUCTION =
  '[The conversation up to here was replaced by this snapshot of it. It is your own memory: go on from it.]';

const FORGOTTEN = '[The conversation up to here was cleared by a hook of the user.]';

/** The latest of the session's own messages among `covered`; a snapshot is not one of them. */
function lastOf(covered: readonly Message[], messages: readonly Message[]): string | undefined {
  const ids = new Set(covered.map(({ id }) => id));
  return messages.findLast(({ id }) => ids.has(id))?.id;
}
