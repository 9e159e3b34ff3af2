import * as vscode from 'vscode';
import type { ChatHost } from '../../shared/protocol';
import { CHAT_EDITOR } from '../../vscode/chatColumns';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { ChatTab } from './chatTab';
import { firstPrompt } from '../prompts/promptText';
import type { Surface } from './surface';
import { TabNotices } from './tabNotices';
import { readTabState } from './tabState';

export interface ChatTabsOptions {
  readonly extensionUri: vscode.Uri;
  readonly chats: () => ChatRegistry;
  /** Returns the host that answers a tab about the chat of that id. */
  readonly hostOf: (tab: Surface, chat: string) => ChatHost;
  /** Resolves when chats of the previous window may be opened. */
  readonly restored: Promise<void>;
  /** The name that the user gave to a chat; undefined: none. */
  readonly nameOf: (chat: Chat) => string | undefined;
  /** Called when the user opened a tab or showed it again. */
  readonly onOpen: (tab: Surface) => void;
  /** Called when a tab is the active one in the editor area; its page reports the focus later. */
  readonly onActive: (tab: Surface) => void;
  /** Called when a tab is hidden, which its page may not report. */
  readonly onHide: (tab: Surface) => void;
  /** Called when a tab was closed. */
  readonly onClose: (tab: Surface) => void;
}

/** The editor tabs that show a chat each. */
export class ChatTabs implements vscode.Disposable {
  readonly #tabs = new Set<ChatTab>();
  /** Tabs of an earlier window whose chat no longer exists. */
  readonly #missing = new WeakSet<Surface>();

  readonly #notices: TabNotices;

  constructor(private readonly options: ChatTabsOptions) {
    this.#notices = new TabNotices({ get: id => options.chats().get(id), open: chat => this.open(chat) });
  }

  /** Shows an open chat in a tab, which gets the focus. If a tab shows it already, that tab is revealed. */
  async open(chat: Chat): Promise<void> {
    const chats = this.options.chats();
    const shown = chats.surfaceOf(chat);
    if (shown?.kind === 'tab') {
      this.options.onOpen(shown);
      return shown.reveal();
    }
    const tab = this.#create();
    chats.moveTo(tab, chat);
    chats.use(tab);
    this.options.onOpen(tab);
    this.#fill(tab);
  }

  /**
   * Creates a tab on which `show` puts a chat; if it doesn't, the tab is closed again. Resolves with the result of
   * `show`.
   */
  async openWith(show: (tab: Surface) => Promise<boolean>): Promise<boolean> {
    const tab = this.#create();
    const isShown = await show(tab);
    const chats = this.options.chats();
    if (this.#wasClosed(tab)) return isShown;
    if (isShown && chats.shownOn(tab)) {
      chats.use(tab);
      this.options.onOpen(tab);
      this.#fill(tab);
    } else tab.panel.dispose();
    return isShown;
  }

  /** Shows a chat in the view, which gets the focus, and closes the tab that it was in. */
  async moveToView(chat: Chat): Promise<void> {
    const chats = this.options.chats();
    const from = chats.surfaceOf(chat);
    if (from?.kind === 'tab') {
      chats.useView();
      chats.moveTo(chats.used, chat);
      this.options.onOpen(chats.used);
      this.close(from);
    }
    await chats.used.reveal();
  }

  /** The active tab of the editor group, with or without the focus. */
  get active(): Surface | undefined {
    return [...this.#tabs].find(({ panel }) => panel.active);
  }

  /** Fills a tab of an earlier window with the chat that it showed. `state`: what its page stored. */
  async reopen(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const tab = this.#add(panel);
    const { chat, isNew } = readTabState(state) ?? { chat: '', isNew: true };
    await this.options.restored;
    const chats = this.options.chats();
    const open = chats.get(chat);
    const other = open && chats.surfaceOf(open);
    if (other?.kind === 'tab') {
      panel.dispose();
      return other.reveal();
    }
    if (chat === '') chats.newChat(tab);
    else if (!(await chats.stored.reopen(tab, chat, isNew))) this.#missing.add(tab);
    if (!this.#wasClosed(tab)) this.#fill(tab);
  }

  /** Whether the surface shows a new chat because its earlier one could not be opened again. */
  isMissing(chat: Chat): boolean {
    const surface = this.options.chats().surfaceOf(chat);
    return surface !== undefined && this.#missing.has(surface) && !chat.hasPrompts;
  }

  /** Must be called after every event of a chat, and when a chat's name has changed. */
  update(): void {
    for (const tab of this.#tabs) {
      const chat = this.options.chats().shownOn(tab);
      if (!chat) continue;
      const title = this.#titleOf(chat);
      tab.name(title, chat.session.state.approvals.length > 0);
      this.#notices.update(tab, chat, title);
    }
  }

  /** Closes the tab of a chat that is now shown on another surface. */
  close(surface: Surface): void {
    for (const tab of this.#tabs) if (tab === surface) tab.panel.dispose();
  }

  dispose(): void {
    for (const tab of this.#tabs) tab.dispose();
  }

  #create(): ChatTab {
    // As in the view: only the page knows the edited text, the scroll position and what is expanded.
    const options = { retainContextWhenHidden: true };
    return this.#add(vscode.window.createWebviewPanel(CHAT_EDITOR, '', vscode.ViewColumn.Active, options));
  }

  #add(panel: vscode.WebviewPanel): ChatTab {
    const tab = new ChatTab(panel, this.options.extensionUri);
    this.#tabs.add(tab);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.options.onHide(tab);
      else if (panel.active) this.options.onActive(tab);
    });
    panel.onDidDispose(() => this.#closed(tab));
    return tab;
  }

  /** Takes the chat off a tab that was closed before it was ready: commands would act on it, unseen. */
  #wasClosed(tab: ChatTab): boolean {
    if (this.#tabs.has(tab)) return false;
    this.options.chats().closeTab(tab);
    return true;
  }

  #fill(tab: ChatTab): void {
    tab.name('', false);
    tab.fill(chat => this.options.hostOf(tab, chat));
    this.update();
  }

  #titleOf(chat: Chat): string {
    return this.options.nameOf(chat) ?? firstPrompt(chat.session.state.messages) ?? '';
  }

  /** A busy chat continues. */
  #closed(tab: ChatTab): void {
    this.#tabs.delete(tab);
    tab.dispose();
    const chat = this.options.chats().closeTab(tab);
    this.options.onClose(tab);
    if (chat) void this.#notices.tellOfGoingOn(chat, this.#titleOf(chat));
  }
}
