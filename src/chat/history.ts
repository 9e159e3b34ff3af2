import * as l10n from '@vscode/l10n';
import type { SessionStore, SessionSummary } from '../agent/ports/sessionStore';
import { chatAsJson, chatAsMarkdown, type ExportedChat } from '../sessions/exportChat';
import { idOfContinued, notOurs } from '../sessions/geminiRecording';
import { restoreChat } from '../sessions/restoreChat';
import type { Message } from '../shared/messages';
import { storageReason } from '../shared/storageReason';
import type { Chat } from './chat';
import { chatCalled } from './chatCalled';
import type { ChatRegistry } from './chatRegistry';
import type { ChatTabs } from './surfaces/chatTabs';
import { pickFromHistory, type HistoryActions, type HistoryEntry } from './commands/historyPicker';
import { forkChat, pickPrompt } from './prompts/rewind';
import type { Sending } from './prompts/sending';
import type { Surface } from './surfaces/surface';
import { saveText } from '../vscode/questions/saveText';
import { showInformationMessage, showInputBox, showWarningMessage } from '../vscode/plainWindow';

/** Conversations that Gemini CLI recorded in this workspace; an id is a file name. */
export interface Recordings {
  list(): Promise<readonly (HistoryEntry & { readonly sessionId: string })[]>;
  load(id: string): Promise<readonly Message[] | undefined>;
}

export interface HistoryContext {
  readonly chats: ChatRegistry;
  readonly tabs: Pick<ChatTabs, 'open' | 'openWith'>;
  readonly store: SessionStore;
  /** Deletes everything stored about a chat except its session: checkpoints, outputs. */
  readonly forget: (sessionId: string) => Promise<void>;
  readonly recordings: Recordings;
  readonly compose: () => Promise<void>;
  /** See `PanelFocus.watch`. */
  readonly watch: () => () => boolean;
  /** Called when a chat was renamed. */
  readonly renamed: () => void;
  /** Puts a prompt of a chat into the message box, to be edited and sent again. */
  readonly edit: (chat: Chat, messageId: string) => Promise<void>;
  /** Shows a chat with the caret in the message box. Resolves with false if the chat is no longer shown. */
  readonly composeIn: (chat: Chat) => Promise<boolean>;
  readonly send: Sending['send'];
}

/** The commands about the chats of this workspace, by their ids without the prefix. */
export function createHistoryCommands({
  chats,
  tabs,
  store,
  forget,
  recordings,
  compose,
  composeIn,
  watch,
  renamed,
  edit,
  send,
}: HistoryContext) {
  const rename = async (id: string, title: string) => {
    await store.rename(id, title);
    renamed();
  };
  const actions: HistoryActions = {
    list: async () => {
      await chats.save();
      const own = (await store.list()).map(entry => ({ ...entry, ...activityOf(chats.get(entry.id)) }));
      return [...own, ...notOurs(await recordings.list(), own)].sort((a, b) => b.at - a.at);
    },
    load: async id => (await recordings.load(id)) ?? (await read(store, { id, title: '' }))?.messages ?? [],
    rename: async session => {
      const title = await askForName(session);
      if (title !== undefined) await rename(session.id, title);
    },
    delete: async session => {
      if (await confirmDelete([session])) await deleteChat(session.id);
    },
    export: async session => {
      await exportChat(store, session);
    },
    openInEditor: async session => {
      const shown = chats.get(session.id);
      if (shown) await tabs.open(shown);
      else if (!(await tabs.openWith(tab => open(session, tab)))) tellOfUnreadChat(session.title);
    },
  };
  /** Resolves with why the chat can't be deleted; undefined: it was deleted. */
  const deleteChat = async (id: string): Promise<string | undefined> => {
    await chats.leave(id);
    if (await store.delete(id)) {
      await forget(id);
      return undefined;
    }
    const said = l10n.t('The chat is in use in another window.');
    void showWarningMessage(said);
    return said;
  };
  const open = async ({ id, isRecording, sessionId = '' }: HistoryEntry, surface?: Surface): Promise<boolean> => {
    if (!isRecording) return chats.stored.open(id, surface);
    const messages = await recordings.load(id);
    if (messages) chats.stored.adopt(messages, idOfContinued(sessionId, await store.list()), surface);
    return messages !== undefined;
  };
  const current = async (): Promise<SessionSummary | undefined> => {
    const { sessionId } = chats.active.session.state;
    const found = (await actions.list()).find(({ id }) => id === sessionId);
    if (!found) void showInformationMessage(l10n.t('There is nothing in this chat yet.'));
    return found;
  };
  const called = async (name: string, ours: (entry: HistoryEntry) => boolean): Promise<HistoryEntry | undefined> => {
    const found = chatCalled((await actions.list()).filter(ours), name);
    if (!found) void showWarningMessage(l10n.t('There is no chat “{0}”, or more than one.', name));
    return found;
  };
  // Only a typed name is a string; an editor menu may pass something else.
  const chosen = async (name: unknown) =>
    typeof name === 'string' ? called(name, ({ isRecording }) => !isRecording) : current();
  return {
    history: async (name?: unknown) => {
      const picked = typeof name === 'string' ? await called(name, () => true) : await pickFromHistory(actions);
      if (!picked) return undefined;
      const isStill = watch();
      if (!(await open(picked))) return tellOfUnreadChat(picked.title);
      if (isStill()) await compose();
      return l10n.t('The chat “{0}” was opened.', picked.title);
    },
    /** `title`: the new name, if it was typed. */
    renameChat: async (title?: unknown) => {
      const session = await current();
      if (!session) return undefined;
      const name = typeof title === 'string' ? title : await askForName(session);
      if (name === undefined) return undefined;
      await rename(session.id, name);
      return l10n.t('This chat is now called “{0}”.', name);
    },
    deleteChat: async (name?: unknown) => {
      const session = await chosen(name);
      if (!session || !(await confirmDelete([session]))) return undefined;
      return (await deleteChat(session.id)) ?? l10n.t('The chat “{0}” was deleted.', session.title);
    },
    rewind: async () => {
      const chat = chats.active;
      const messageId = await pickPrompt(chat);
      if (messageId === undefined || !(await composeIn(chat))) return undefined;
      await edit(chat, messageId);
      return l10n.t('The prompt is in the message box. Sending it again goes back to before it.');
    },
    fork: async () => {
      const chat = chats.active;
      const messageId = await pickPrompt(chat);
      if (messageId === undefined || !(await composeIn(chat))) return;
      await forkChat({ chats, chat, send }, messageId);
    },
    exportChat: async (name?: unknown) => {
      const session = await chosen(name);
      const file = session && (await exportChat(store, session));
      return file === undefined ? undefined : l10n.t('The chat was exported to {0}.', file);
    },
  };
}

/** Describes what an open chat is doing. */
function activityOf(chat: Chat | undefined): Pick<HistoryEntry, 'activity'> {
  if (!chat?.session.state.isRunning) return {};
  const isWaiting = chat.session.state.approvals.length > 0;
  return { activity: isWaiting ? l10n.t('waiting for your approval') : l10n.t('running') };
}

async function read(
  store: SessionStore,
  { id, title }: Pick<SessionSummary, 'id' | 'title'>,
): Promise<ExportedChat | undefined> {
  const stored = await store.load(id);
  return stored ? { id, title, messages: restoreChat(id, stored.events).messages } : undefined;
}

async function askForName({ title }: SessionSummary): Promise<string | undefined> {
  return showInputBox({ title: l10n.t('Name of the chat'), value: title });
}

async function confirmDelete(sessions: readonly SessionSummary[]): Promise<boolean> {
  const remove = l10n.t('Delete');
  const answer = await showWarningMessage(
    l10n.t('Permanently delete this chat?'),
    { modal: true, detail: sessions.map(({ title }) => title).join('\n') },
    remove,
  );
  return answer === remove;
}

/** Resolves with the exported file's path; undefined: cancelled, or the chat can't be read. */
async function exportChat(store: SessionStore, session: SessionSummary): Promise<string | undefined> {
  const exported = await read(store, session);
  if (!exported) return undefined;
  const name = `${session.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 40) || 'chat'}.md`;
  const text = (file: string) => (file.endsWith('.json') ? chatAsJson(exported) : chatAsMarkdown(exported));
  return saveText(text, { title: l10n.t('Export chat'), name, filters: { Markdown: ['md'], JSON: ['json'] } });
}

export function tellOfUnreadChat(title: string): string {
  const said = l10n.t('This chat can’t be read: {0}', title);
  void showWarningMessage(said);
  return said;
}

/** Tells the user immediately when a chat can't be saved, and when it can be again. */
export function tellOfUnsavedChat(error: unknown): void {
  if (error === undefined) void showInformationMessage(l10n.t('The chat is saved again.'));
  else void showWarningMessage(l10n.t('The chat can’t be saved: {0}', storageReason(error)));
}
