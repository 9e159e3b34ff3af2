import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createTreeView, type PlainRow } from './plainWindow';
import { messageOf } from '../shared/messageOf';

export const CONTEXT_VIEW = 'pollux.context';

/** Something the model is given or could use: a file of memory, a server, an agent. Commands of its menu get it. */
export interface ContextEntry extends Omit<PlainRow, 'expands'> {
  /** Where it comes from; a click opens it unless `command` is something else. `line` is 1-based. */
  readonly file?: string;
  readonly line?: number;
  /** Present where something stands below it; asked each time it is expanded. */
  readonly children?: () => Promise<readonly ContextEntry[]> | readonly ContextEntry[];
}

/** A group of the view; nothing of it is read before the view is seen. */
export interface ContextSection {
  /** Begins the ids of its entries. */
  readonly id: string;
  /** Localised. */
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** What the menus of package.json ask for as `viewItem`. */
  readonly contextValue?: string;
  /** What is said where there is no entry; localised. */
  readonly emptyText: string;
  entries(): Promise<readonly ContextEntry[]>;
}

type Row = PlainRow & { readonly below?: () => Promise<readonly ContextEntry[]> | readonly ContextEntry[] };

/** The view that shows what a chat works with, section by section. */
export class ContextTree implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly #tops: readonly Row[];
  readonly #view: vscode.TreeView<Row>;

  constructor(sections: readonly ContextSection[]) {
    this.#tops = sections.map(topOf);
    this.#view = createTreeView<Row>(CONTEXT_VIEW, {
      onDidChange: this.#changed.event,
      children: async row => (row ? rowsBelow(row) : this.#tops),
    });
  }

  /** To be called when a section has changed; without its id, when all may have. */
  refresh(id?: string): void {
    this.#changed.fire(this.#tops.find(top => top.id === id));
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function topOf(section: ContextSection): Row {
  const { id, label, icon, contextValue = `section.${id}`, emptyText } = section;
  const empty = { id: `${id}/empty`, label: emptyText };
  const below = async () => {
    const entries = await section.entries();
    return entries.length > 0 ? entries : [empty];
  };
  return { id, label, icon, contextValue, expands: 'expanded', below };
}

/** One that can't be listed says why, and the others are listed all the same. */
async function rowsBelow({ id, below }: Row): Promise<readonly Row[]> {
  try {
    return ((await below?.()) ?? []).map(rowOf);
  } catch (error) {
    const message = messageOf(error);
    return [{ id: `${id}/error`, icon: 'error', label: l10n.t('Couldn’t be listed: {0}', message) }];
  }
}

/** The entry itself, so that commands get all that it has. */
function rowOf(entry: ContextEntry): Row {
  const opening = entry.file === undefined ? {} : { command: 'pollux.openContextFile' };
  return { ...opening, ...entry, ...(entry.children && { expands: 'collapsed', below: entry.children }) };
}
