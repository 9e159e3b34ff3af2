import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createTreeView, type PlainRow } from '../plainWindow';
import { messageOf } from '../../shared/messageOf';

export const CONTEXT_VIEW = 'pollux.context';

/** Something that the model is given or could use: a memory file, a server, an agent. Menu commands receive it. */
export interface ContextEntry extends Omit<PlainRow, 'expands'> {
  /** Its source, which a click opens unless `command` is set. `line` is 1-based. */
  readonly file?: string;
  readonly line?: number;
  /** Present if there are rows below it; called each time it is expanded. */
  readonly children?: () => Promise<readonly ContextEntry[]> | readonly ContextEntry[];
}

/** A group of the view. Nothing of it is read before the view is shown. */
export interface ContextSection {
  /** The prefix of its entries' ids. */
  readonly id: string;
  /** Localized. */
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The `viewItem` for menus in package.json. */
  readonly contextValue?: string;
  /** Shown if there are no entries; localized. */
  readonly emptyText: string;
  /** If present, the section is in the view only while this returns true. */
  readonly isShown?: () => boolean;
  entries(): Promise<readonly ContextEntry[]>;
}

type Row = PlainRow & {
  readonly isShown?: () => boolean;
  readonly below?: () => Promise<readonly ContextEntry[]> | readonly ContextEntry[];
};

/** The view that shows what a chat works with, in sections. */
export class ContextTree implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly #tops: readonly Row[];
  readonly #view: vscode.TreeView<Row>;

  constructor(sections: readonly ContextSection[]) {
    this.#tops = sections.map(topOf);
    this.#view = createTreeView<Row>(CONTEXT_VIEW, {
      onDidChange: this.#changed.event,
      children: async row => (row ? rowsBelow(row) : this.#tops.filter(({ isShown }) => isShown?.() ?? true)),
    });
  }

  /** Must be called when a section has changed; without an id, when all may have. */
  refresh(id?: string): void {
    const top = this.#tops.find(each => each.id === id);
    this.#changed.fire(top?.isShown ? undefined : top);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function topOf(section: ContextSection): Row {
  const { id, label, icon, contextValue = `section.${id}`, emptyText, isShown } = section;
  const empty = { id: `${id}/empty`, label: emptyText };
  const below = async () => {
    const entries = await section.entries();
    return entries.length > 0 ? entries : [empty];
  };
  return { id, label, icon, contextValue, expands: 'expanded', below, ...(isShown && { isShown }) };
}

/** If rows can't be listed, one row says why; other sections are not affected. */
async function rowsBelow({ id, below }: Row): Promise<readonly Row[]> {
  try {
    return ((await below?.()) ?? []).map(rowOf);
  } catch (error) {
    const message = messageOf(error);
    return [{ id: `${id}/error`, icon: 'error', label: l10n.t('Couldn’t be listed: {0}', message) }];
  }
}

/** Keeps all of the entry's properties, for commands. */
function rowOf(entry: ContextEntry): Row {
  const opening = entry.file === undefined ? {} : { command: 'pollux.openContextFile' };
  return { ...opening, ...entry, ...(entry.children && { expands: 'collapsed', below: entry.children }) };
}
