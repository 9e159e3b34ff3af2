import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SessionSummary } from '../../agent/ports/sessionStore';
import { findSnippet, searchableText } from '../../sessions/search';
import type { Message } from '../../shared/messages';
import { createQuickPick, showInformationMessage } from '../../vscode/plainWindow';

/** A chat in the list. `isRecording`: a chat of Gemini CLI, which is only read; `sessionId` is its id there. */
export interface HistoryEntry extends SessionSummary {
  readonly isRecording?: boolean;
  readonly sessionId?: string;
  /** What the chat is doing, if it is open; localized. */
  readonly activity?: string;
}

export interface HistoryActions {
  list(): Promise<readonly HistoryEntry[]>;
  load(id: string): Promise<readonly Message[]>;
  rename(session: SessionSummary): Promise<void>;
  delete(session: SessionSummary): Promise<void>;
  export(session: SessionSummary): Promise<void>;
  openInEditor(session: HistoryEntry): Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  readonly session: HistoryEntry;
}

type ButtonAction = 'rename' | 'delete' | 'export' | 'openInEditor';
interface ActionButton extends vscode.QuickInputButton {
  readonly action: ButtonAction;
}

/** Lets the user pick a chat by its name, its time, or any text in it. */
export async function pickFromHistory(actions: HistoryActions): Promise<HistoryEntry | undefined> {
  for (;;) {
    const sessions = await actions.list();
    if (sessions.length === 0) {
      void showInformationMessage(l10n.t('There are no earlier chats in this workspace.'));
      return undefined;
    }
    const picked = await pickOnce(sessions, actions);
    if (!picked?.action) return picked?.session;
    // The picker closes for the action's question, and reopens with the updated list.
    await actions[picked.action](picked.session);
    if (picked.action === 'export' || picked.action === 'openInEditor') return undefined;
  }
}

interface Picked {
  readonly session: HistoryEntry;
  readonly action?: ButtonAction;
}

function pickOnce(sessions: readonly HistoryEntry[], actions: HistoryActions): Promise<Picked | undefined> {
  const picker = createQuickPick<Item>();
  picker.title = l10n.t('Chats of this workspace');
  picker.placeholder = l10n.t('Search in all chats');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const search = new TextSearch(actions);
  picker.items = sessions.map(session => itemOf(session));
  return new Promise(resolve => {
    picker.onDidChangeValue(async query => {
      const snippets = await search.find(sessions, query);
      if (picker.value !== query) return;
      picker.items = sessions.map(session => itemOf(session, snippets.get(session.id)));
    });
    picker.onDidTriggerItemButton(({ item, button }) => {
      resolve({ session: item.session, action: (button as ActionButton).action });
      picker.hide();
    });
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      resolve(item && { session: item.session });
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function itemOf(session: HistoryEntry, snippet?: string): Item {
  const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  const button = (action: ButtonAction, icon: string, tooltip: string): ActionButton => {
    return { action, iconPath: new vscode.ThemeIcon(icon), tooltip };
  };
  const changes = [button('rename', 'edit', l10n.t('Rename')), button('export', 'export', l10n.t('Export'))];
  const openInEditor = button('openInEditor', 'go-to-file', l10n.t('Open in Editor'));
  const remove = button('delete', 'trash', l10n.t('Delete'));
  const unreadable = session.isUnreadable ? l10n.t('can’t be read by this version of Pollux') : '';
  const remark = session.isRecording ? 'Gemini CLI' : unreadable;
  return {
    session,
    label: session.title,
    description: [format.format(session.at), session.activity, remark].filter(Boolean).join(' · '),
    buttons: session.isRecording
      ? [openInEditor]
      : session.isUnreadable
        ? [remove]
        : [openInEditor, ...changes, remove],
    // Chats found by their text are shown even if their name doesn't match.
    ...(snippet !== undefined && { detail: snippet, alwaysShow: true }),
  };
}

/** The texts of chats, each read when it is first searched. */
class TextSearch {
  readonly #texts = new Map<string, Promise<string>>();

  constructor(private readonly actions: Pick<HistoryActions, 'load'>) {}

  /** Returns snippets by session id, for the sessions that contain all words of the query. */
  async find(sessions: readonly SessionSummary[], query: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    if (query.trim().length < 2) return found;
    for (const { id } of sessions) {
      const snippet = findSnippet(await this.#textOf(id), query);
      if (snippet !== undefined) found.set(id, snippet);
    }
    return found;
  }

  #textOf(id: string): Promise<string> {
    // A chat that can't be read must not prevent finding others; opening it shows the error.
    const text = this.#texts.get(id) ?? this.actions.load(id).then(searchableText, () => '');
    this.#texts.set(id, text);
    return text;
  }
}
