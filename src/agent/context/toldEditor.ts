import { isSecretFile } from '../../policy/secretFiles';
import { ToolError } from '../../shared/errors';
import { ignoredFiles } from '../calls/ignoredFiles';
import type { EditorFile } from '../ports/sessionSettings';
import type { Workspace } from '../ports/workspace';

const MAX_FILES = 10;
/** The maximum length of the selected text, in characters. */
const MAX_SELECTION = 16_384;

/** Paths as the model reads them, the most recently viewed file first. */
interface EditorView {
  readonly openFiles: readonly string[];
  readonly activeFile?: string;
  readonly cursor?: EditorFile['cursor'];
  readonly selectedText?: string;
}

/** What the user has open in the editor, and which of it the model was told. */
export class ToldEditor {
  #told: EditorView | undefined;

  /** `files` returns undefined if the model is not to be told about them. */
  constructor(
    private readonly files: () => readonly EditorFile[] | undefined,
    private readonly workspace: Workspace,
  ) {}

  /** Everything at first, then what has changed; undefined: nothing. */
  async news(): Promise<string | undefined> {
    const files = this.files();
    if (!files) return undefined;
    const before = this.#told;
    const now = await this.#view(files);
    this.#told = now;
    const news = before ? changesOf(before, now) : now.openFiles.length > 0 ? now : undefined;
    if (!news) return undefined;
    const what = before ? 'has changed in the editor since you were told' : 'is open in the editor, the latest first';
    return `What ${what}, as JSON. The request may be about something else.\n${JSON.stringify(news)}`;
  }

  /** The model no longer has what it was told. */
  forget(): void {
    this.#told = undefined;
  }

  /** Leaves out files outside the workspace, files that ignore files exclude, and secret files. */
  async #view(files: readonly EditorFile[]): Promise<EditorView> {
    const ignored = await ignoredFiles(
      this.workspace,
      files.map(({ path }) => path),
    );
    const shown = files.filter(({ path }) => !ignored.has(path) && !isSecretFile(path)).slice(0, MAX_FILES);
    const named = await Promise.all(
      shown.map(async file => ({
        file,
        name: await this.#nameOf(file.path),
      })),
    );
    const known = named.flatMap(({ file, name }) => (name === undefined ? [] : [{ ...file, name }]));
    const active = known.find(({ isActive }) => isActive);
    return {
      openFiles: known.map(({ name }) => name),
      ...(active && { activeFile: active.name }),
      ...(active?.cursor && { cursor: active.cursor }),
      ...(active?.selectedText && {
        selectedText: active.selectedText.slice(0, MAX_SELECTION),
      }),
    };
  }

  async #nameOf(path: string): Promise<string | undefined> {
    try {
      return (await this.workspace.resolve(path)).display;
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }
}

/** The differences; null marks something that is gone. */
function changesOf(before: EditorView, now: EditorView): object | undefined {
  const opened = now.openFiles.filter(file => !before.openFiles.includes(file));
  const closed = before.openFiles.filter(file => !now.openFiles.includes(file));
  const changes = {
    ...(opened.length > 0 && { opened }),
    ...(closed.length > 0 && { closed }),
    ...changed('activeFile', before, now),
    ...changed('cursor', before, now),
    ...changed('selectedText', before, now),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function changed(field: 'activeFile' | 'cursor' | 'selectedText', before: EditorView, now: EditorView): object {
  return JSON.stringify(before[field]) === JSON.stringify(now[field]) ? {} : { [field]: now[field] ?? null };
}
