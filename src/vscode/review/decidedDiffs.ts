import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { columnAwayFromChats } from '../chatColumns';
import { openDiff } from '../plainWindow';
import { showSeveral } from './openAway';

const SCHEME = 'pollux-decided';
/** How many files keep their texts; tabs of earlier ones become empty. */
const MOST = 20;

export interface DecidedTexts {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly isProposal: boolean;
}

/** Shows decided edits side by side, as read-only texts. */
export class DecidedDiffs implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  #count = 0;

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#texts.get(query) ?? '';
  }

  /** Shows the edits at the user's request, so the diff gets the focus. Passes the documents to `onOpen` first. */
  async show(edits: readonly DecidedTexts[], onOpen: (uris: readonly vscode.Uri[]) => void): Promise<void> {
    const sides = edits.map(
      ({ file, before, after }) => [vscode.Uri.file(file), this.#put(file, before), this.#put(file, after)] as const,
    );
    const [first] = edits;
    if (!first) return;
    onOpen(sides.map(([, , after]) => after));
    const [, before, after] = sides[0] ?? [];
    if (edits.length === 1) {
      await openDiff(before, after, titleOf(first), {
        preview: true,
        viewColumn: columnAwayFromChats(),
      });
    } else {
      await showSeveral(l10n.t('Pollux’s changes in {0} files', edits.length), sides);
    }
  }

  dispose(): void {
    this.#registration.dispose();
  }

  /** Uses the real path, so that title, icon and language are the file's. */
  #put(file: string, text: string): vscode.Uri {
    const query = String(this.#count++);
    this.#texts.set(query, text);
    for (const old of [...this.#texts.keys()].slice(0, -2 * MOST)) this.#texts.delete(old);
    return vscode.Uri.file(file).with({ scheme: SCHEME, query });
  }
}

function titleOf({ file, isProposal }: DecidedTexts): string {
  const name = basename(file);
  return isProposal ? l10n.t('{0}: Pollux’s change, not applied', name) : l10n.t('{0}: Pollux’s change, applied', name);
}
