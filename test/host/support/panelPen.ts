import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Message } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';
import type { ChatHost, ToHost, ToView, ViewSettings } from '../../../src/shared/protocol';
import { connectHost } from '../../../src/shared/rpc';
import { HOST_METHODS } from '../../../webview/host';
import { applyChatEvent, EMPTY_PANEL, type PanelState } from '../../../webview/panelState';
import { until } from '../window';

/**
 * Stands in for the panel's page: calls the host as the page does, and folds what the host sends by the page's own reducer.
 * Nothing is drawn.
 */
export class PanelPen implements vscode.Disposable {
  /** The host, called about the chat that is shown. */
  readonly host: ChatHost;
  readonly #posted = new vscode.EventEmitter<unknown>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #connection: ReturnType<typeof connectHost>;
  #ready: Promise<void> | undefined;
  #state: PanelState = EMPTY_PANEL;

  constructor() {
    const post = (message: ToHost) => this.#posted.fire(message);
    this.#connection = connectHost(HOST_METHODS, post, () => this.#state.chat.sessionId);
    this.host = this.#connection.host;
  }

  /** A view to be resolved whose page is this one; the view itself stays blank. */
  join(view: vscode.WebviewView): vscode.WebviewView {
    const webview = over(view.webview, {
      html: '',
      postMessage: async (message: ToView) => {
        this.#receive(message);
        return true;
      },
      onDidReceiveMessage: (listener: (message: unknown) => unknown) => {
        this.#ready = new Promise(resolve => setImmediate(() => resolve(this.host.ready())));
        return this.#posted.event(listener);
      },
    });
    return over(view, { webview });
  }

  /** Resolves when the host has sent all that a page begins with; undefined until the host listens. */
  get ready(): Promise<void> | undefined {
    return this.#ready;
  }

  get state(): PanelState {
    return this.#state;
  }

  /** Fired when the host has sent something. */
  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }

  get settings(): ViewSettings {
    assert.ok(this.#state.settings, 'The host has sent nothing yet');
    return this.#state.settings;
  }

  /** Resolves with what `check` gives once that is true, looking again at everything that the host sends. */
  until<T>(check: (state: PanelState) => T): Promise<NonNullable<T>> {
    return until(() => check(this.#state), this.#changed.event);
  }

  /** What was said and is being said in the conversation, notices included, as one text. */
  get said(): string {
    const { messages, live } = this.#state.chat;
    return [...messages, ...(live ? [live] : [])].map(textOf).join('\n');
  }

  /** Resolves when the conversation contains a text. */
  untilSaid(text: string): Promise<unknown> {
    return this.until(() => this.said.includes(text));
  }

  /** The prompts of the conversation. */
  get prompts(): readonly string[] {
    return this.#state.chat.messages.filter(isPrompt).map(textOf);
  }

  /** Begins an empty chat; resolves when it is shown. */
  async startAnew(): Promise<void> {
    const { sessionId, messages } = this.#state.chat;
    await this.host.newChat();
    await this.until(
      ({ chat }) => (chat.sessionId !== sessionId || messages.length === 0) && chat.messages.length === 0,
    );
  }

  /** Sends a prompt; resolves when it stands in the conversation. */
  async send(prompt: string): Promise<void> {
    const before = this.prompts.length;
    await this.host.submit(prompt);
    await this.until(() => this.prompts.length > before);
  }

  /** Resolves when nothing is going on any more. */
  finished(): Promise<unknown> {
    return this.until(({ chat }) => !chat.isRunning);
  }

  /** Sends a prompt and waits for the end of all that comes of it. */
  async ask(prompt: string): Promise<void> {
    await this.send(prompt);
    await this.finished();
  }

  /** Resolves with the approval that is asked for next, or is open already. */
  waiting(): Promise<Approval> {
    return this.until(({ chat }) => chat.approvals[0]);
  }

  accept(approval: Approval): Promise<void> {
    return this.host.decide(approval.callId, { decision: 'accept' });
  }

  reject(approval: Approval): Promise<void> {
    return this.host.decide(approval.callId, { decision: 'reject' });
  }

  dispose(): void {
    this.#connection.close();
    this.#posted.dispose();
    this.#changed.dispose();
  }

  #receive(message: ToView): void {
    if ('reply' in message) {
      this.#connection.receive(message);
      return;
    }
    for (const event of message.events) this.#state = applyChatEvent(this.#state, event);
    this.#changed.fire();
  }
}

const isPrompt = (message: Message) => message.role === 'user' && !message.isContext;

function textOf(message: Message): string {
  if (message.role === 'notice') return message.text;
  if (message.role === 'tool') return '';
  return message.parts.map(part => (part.type === 'text' ? part.text : '')).join('');
}

/** `target` with `own` in place of some of its members, which then can't be set. Its private members know only itself. */
function over<T extends object>(target: T, own: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(target, {
    get(_target, name) {
      if (name in own) return own[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (_target, name, value) => name in own || Reflect.set(target, name, value, target),
  });
}
