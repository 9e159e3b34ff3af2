import type { Processes } from '../agent/ports/processes';
import type { KeptValues } from '../agent/ports/storedValues';
import type { Session, SessionStart } from '../agent/session';
import type { AgentEvent } from '../shared/events';
import type { ApprovalMode } from '../shared/protocol';
import type { Attachments } from './prompts/attachments';
import { ChatValues } from './chatValues';
import { EventOutlet } from './surfaces/eventOutlet';
import { FormDrafts } from './formDrafts';
import { PendingWork } from './pendingWork';
import { returnToDraft } from './prompts/drafts';
import { PromptQueue } from './prompts/promptQueue';
import { SentAfterStop } from './prompts/sentAfterStop';
import { StoredOutgoing } from './prompts/storedOutgoing';
import { isShown } from './surfaces/viewEvents';

/** What a chat's parts need to know about its settings. */
export type ChatChoices = Pick<Chat, 'mode' | 'setMode' | 'model'>;

/** What is created for one chat and disposed of with it. */
export interface ChatParts {
  readonly session: Session;
  readonly attachments: Attachments;
  readonly processes: Pick<Processes, 'list'>;
  /** Returns to the chosen model, if a fallback is in use. */
  resetModel(): void;
  /** Ends the terminal and the processes that the chat started. */
  dispose(): Promise<void>;
}

export interface ChatOptions {
  readonly stored: KeptValues;
  readonly createParts: (choices: ChatChoices, start: SessionStart) => ChatParts;
  /** The mode of a chat for which none was chosen. */
  readonly initialMode: () => ApprovalMode;
  /** False if the mode that allows everything is not available. */
  readonly mayAllowAll: () => boolean;
  /** The model of a chat for which none was chosen. */
  readonly defaultModel: () => string;
  /** Whether the values of a chat before its first prompt are its own, instead of those of the view's new chat. */
  readonly isApart: boolean;
  /** Called with all events, in batches. */
  readonly onEvents: (chat: Chat, events: readonly AgentEvent[]) => void;
  /** Called when work that kept the chat open is done. */
  readonly onDone: (chat: Chat) => void;
}

/** A conversation with everything that belongs to it: session, mode, model, draft, queue, attachments, processes. */
export class Chat {
  readonly session: Session;
  readonly attachments: Attachments;
  /** Text typed into forms but not sent yet. */
  readonly forms: FormDrafts;
  /** The prompt that was sent but isn't part of the conversation yet. */
  readonly outgoing: StoredOutgoing;
  readonly afterStop = new SentAfterStop();
  /** Work that may end in a prompt: until it has, the chat isn't closed when it is no longer shown. */
  readonly work: PendingWork;
  readonly queue: PromptQueue;
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
    this.work = new PendingWork(() => options.onDone(this));
    ({ session: this.session, attachments: this.attachments } = this.#parts);
    const { session } = this;
    this.forms = new FormDrafts(() => session.state.approvals);
    this.#hasBegun = session.state.messages.length > 0;
    this.#isApart = options.isApart;
    this.#values = new ChatValues(options.stored, () => (this.#hasBegun || this.#isApart ? this.id : undefined));
    this.queue = new PromptQueue(this.#values);
    this.outgoing = new StoredOutgoing(this.#values, session);
    this.#mode = this.#values.get('mode');
    this.#outlet = new EventOutlet(events => options.onEvents(this, events));
    this.#unsubscribe = session.subscribe(event => this.#outlet.push(event));
  }

  get id(): string {
    return this.session.state.sessionId;
  }

  /** Whether it has any messages that are shown. */
  get hasPrompts(): boolean {
    return this.session.state.messages.some(isShown);
  }

  /** Whether closing the chat now would lose or end something. */
  get isBusy(): boolean {
    const { isRunning, approvals } = this.session.state;
    const runs = isRunning || this.#parts.processes.list().some(({ result }) => !result);
    const waits = this.queue.text !== '' || this.outgoing.text !== '' || this.work.isPending || approvals.length > 0;
    return runs || waits || this.attachments.views().length > 0;
  }

  get mode(): ApprovalMode {
    const mode = this.#mode ?? this.options.initialMode();
    return mode === 'yolo' && !this.options.mayAllowAll() ? 'default' : mode;
  }

  /** The mode that allows everything isn't stored, so it ends with the window. */
  setMode(mode: ApprovalMode): void {
    this.#mode = mode;
    this.#values.set('mode', mode === 'yolo' ? undefined : mode);
  }

  /** The model's name or alias. */
  get model(): string {
    return this.#values.get('model') ?? this.options.defaultModel();
  }

  /** Undefined: use the default for new chats. */
  setModel(model: string | undefined): void {
    this.#values.set('model', model);
  }

  resetModel(): void {
    this.#parts.resetModel();
  }

  /** Text typed but not sent yet. */
  get draft(): string {
    return this.#values.get('draft') ?? '';
  }

  saveDraft(text: string): void {
    this.#values.set('draft', text === '' ? undefined : text);
  }

  /** Appends a prompt to the queue. */
  enqueue(text: string): void {
    if (this.queue.text === '') this.afterStop.queued();
    this.queue.add(text);
  }

  /** See `ChatOptions.isApart`. */
  setApart(isApart: boolean): void {
    if (this.#isApart === isApart || this.#hasBegun) return;
    if (isApart) this.#values.adopt(this.id);
    else this.#values.giveBack(this.id);
    this.#isApart = isApart;
  }

  /** Must be called before the first prompt; until then a chat leaves no trace. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#mode ??= this.options.initialMode();
    if (!this.#isApart) this.#values.adopt(this.id);
    this.#hasBegun = true;
  }

  /** Ends the current run, and gives back a prompt whose run hasn't begun. */
  stop(): void {
    this.outgoing.stop();
    if (this.session.state.isRunning) this.afterStop.stopped();
    this.session.stop();
  }

  /** Passes on the gathered events, so that a snapshot taken next contains nothing that is sent again later. */
  flush(): void {
    this.#outlet.flush();
  }

  /** Ends the run, hooks and processes. Resolves when no more events will come. */
  async close(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    const { session } = this;
    const ended = new Promise<void>(resolve => {
      if (session.state.isRunning) session.subscribe(event => event.type === 'run-finished' && resolve());
      else resolve();
    });
    // A prompt that never reached the conversation becomes the draft, so that it can be sent again.
    returnToDraft(this, this.outgoing.drop());
    session.stop(reason === 'exit');
    // A closing window doesn't wait for the run: `recover` handles interrupted calls when the chat is opened again.
    if (reason !== 'exit') await ended;
    await Promise.all([session.end(reason), this.#parts.dispose()]);
    this.#outlet.flush();
    this.#unsubscribe();
  }
}
