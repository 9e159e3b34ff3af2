import type { Processes } from '../agent/ports/processes';
import type { KeptValues } from '../agent/ports/storedValues';
import type { Session, SessionStart } from '../agent/session';
import type { AgentEvent } from '../shared/events';
import type { ApprovalMode } from '../shared/protocol';
import type { Attachments } from './attachments';
import { ChatValues } from './chatValues';
import { EventOutlet } from './eventOutlet';
import { FormDrafts } from './formDrafts';
import { OutgoingPrompt } from './outgoingPrompt';
import { isShown } from './viewEvents';

/** What a chat asks of its own settings. */
export type ChatChoices = Pick<Chat, 'mode' | 'setMode' | 'model'>;

/** What is made for one chat, and ends with it. */
export interface ChatParts {
  readonly session: Session;
  readonly attachments: Attachments;
  readonly processes: Pick<Processes, 'list'>;
  /** Goes back to the chosen model, where another one answers in its place. */
  resetModel(): void;
  /** Ends what it has started. */
  dispose(): Promise<void>;
}

export interface ChatOptions {
  readonly stored: KeptValues;
  readonly createParts: (choices: ChatChoices, start: SessionStart) => ChatParts;
  /** The mode of a chat in which nobody has chosen one. */
  readonly initialMode: () => ApprovalMode;
  /** False where the mode that asks about nothing is not to be had. */
  readonly mayAllowAll: () => boolean;
  /** The model of a chat in which nobody has chosen one. */
  readonly defaultModel: () => string;
  /** Whether what it has before its first prompt is its own, rather than that of the new chat of the view. */
  readonly isApart: boolean;
  /** Gets every event in batches. */
  readonly onEvents: (chat: Chat, events: readonly AgentEvent[]) => void;
}

/** A conversation with all that is its own: session, mode, model, draft, queue, attachments, processes. */
export class Chat {
  readonly session: Session;
  readonly attachments: Attachments;
  /** What is typed into forms but not sent. */
  readonly forms: FormDrafts;
  /** What is sent but not part of the conversation yet. */
  readonly outgoing = new OutgoingPrompt();
  readonly #values: ChatValues;
  readonly #outlet: EventOutlet;
  readonly #parts: ChatParts;
  readonly #unsubscribe: () => void;
  #mode: ApprovalMode | undefined;
  #hasBegun: boolean;
  #isApart: boolean;

  constructor(
    private readonly options: ChatOptions,
    start: SessionStart = {},
  ) {
    this.#parts = options.createParts(this, start);
    const { session, attachments } = this.#parts;
    this.session = session;
    this.attachments = attachments;
    this.forms = new FormDrafts(() => session.state.approvals);
    this.#hasBegun = session.state.messages.length > 0;
    this.#isApart = options.isApart;
    this.#values = new ChatValues(options.stored, () => (this.#hasBegun || this.#isApart ? this.id : undefined));
    this.#mode = this.#values.get('mode');
    this.#outlet = new EventOutlet(events => options.onEvents(this, events));
    this.#unsubscribe = session.subscribe(event => this.#outlet.push(event));
  }

  get id(): string {
    return this.session.state.sessionId;
  }

  /** Whether anything was said in it that people see. */
  get hasPrompts(): boolean {
    return this.session.state.messages.some(isShown);
  }

  /** Whether something of it would be lost, or end, if it were closed now. */
  get isBusy(): boolean {
    const { isRunning, approvals } = this.session.state;
    const runs = this.#parts.processes.list().some(({ result }) => !result);
    const waits = this.queued !== '' || this.outgoing.text !== '';
    return isRunning || runs || approvals.length > 0 || this.attachments.views().length > 0 || waits;
  }

  get mode(): ApprovalMode {
    const mode = this.#mode ?? this.options.initialMode();
    return mode === 'yolo' && !this.options.mayAllowAll() ? 'default' : mode;
  }

  /** The mode that asks about nothing ends with the window: it is not stored. */
  setMode(mode: ApprovalMode): void {
    this.#mode = mode;
    this.#values.set('mode', mode === 'yolo' ? undefined : mode);
  }

  /** The name of a model, or an alias of one. */
  get model(): string {
    return this.#values.get('model') ?? this.options.defaultModel();
  }

  /** Undefined: the one that is set for new chats. */
  setModel(model: string | undefined): void {
    this.#values.set('model', model);
  }

  resetModel(): void {
    this.#parts.resetModel();
  }

  /** What is typed but not sent. */
  get draft(): string {
    return this.#values.get('draft') ?? '';
  }

  saveDraft(text: string): void {
    this.#values.set('draft', text === '' ? undefined : text);
  }

  /** The prompt that waits for the run in progress; empty: none does. */
  get queued(): string {
    return this.#values.get('queued') ?? '';
  }

  /** Has a prompt wait, behind what waits already. */
  queue(text: string): void {
    this.#values.set('queued', [this.queued, text].filter(Boolean).join('\n\n'));
  }

  /** The prompt that waits, which then waits no longer; empty: none does. */
  takeQueued(): string {
    const text = this.queued;
    this.#values.set('queued', undefined);
    return text;
  }

  /** See `ChatOptions.isApart`. */
  setApart(isApart: boolean): void {
    if (this.#isApart === isApart || this.#hasBegun) return;
    if (isApart) this.#values.adopt(this.id);
    else this.#values.giveBack(this.id);
    this.#isApart = isApart;
  }

  /** To be called before its first prompt: an empty chat leaves no trace. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#mode ??= this.options.initialMode();
    if (!this.#isApart) this.#values.adopt(this.id);
    this.#hasBegun = true;
  }

  /** Ends the run in progress, and has a prompt given back that has not begun one. */
  stop(): void {
    this.outgoing.stop();
    this.session.stop();
  }

  /** Passes on what has been gathered, so that a snapshot taken next holds nothing that will be sent again. */
  flush(): void {
    this.#outlet.flush();
  }

  /** Ends its run, its hooks and its processes; resolves when nothing more will come of it. */
  async close(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    const { session } = this;
    const ended = new Promise<void>(resolve => {
      if (session.state.isRunning) session.subscribe(event => event.type === 'run-finished' && resolve());
      else resolve();
    });
    // What was sent but never got into the conversation is there to be sent again.
    if (!session.state.isRunning && this.draft === '' && this.outgoing.text !== '') this.saveDraft(this.outgoing.text);
    this.outgoing.end();
    session.stop();
    // A window that closes does not wait: what was interrupted is put in order when the chat is opened again.
    if (reason !== 'exit') await ended;
    await Promise.all([session.end(reason), this.#parts.dispose()]);
    this.#outlet.flush();
    this.#unsubscribe();
  }
}
