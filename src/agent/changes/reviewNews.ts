import { structuredPatch } from 'diff';
import { isSecretFile } from '../../policy/secretFiles';
import type { Decided, RecordedNews } from '../ports/changes';

/** How much is told about changes, in characters; the model can read the files. */
const MAX_DIFF = 6000;
const MAX_LISTED = 40;

interface Known {
  /** The texts of the files that the model changed, as it knows them; null: the file does not exist. */
  readonly texts: Map<string, string | null>;
  decided: Decided[];
}

/** What the model of each session has not yet been told about the outcome of its changes. */
export class ReviewNews {
  readonly #sessions = new Map<string, Known>();
  readonly #recovering = new Map<string, Promise<void>>();

  /** `record` outlives the window; absent: what a model is not told in time, it isn't told at all. */
  constructor(private readonly record?: RecordedNews) {}

  /** The model knows this text of the file. Secrets are not stored. */
  knows(sessionId: string, file: string, text: string | null): void {
    this.#of(sessionId).texts.set(file, text);
    if (!isSecretFile(file)) this.record?.knows(sessionId, file, text);
  }

  /** Call this when a session is open again: what its model was not told in an earlier window, it is told next. */
  recovered(sessionId: string): void {
    if (this.record) this.#recovering.set(sessionId, this.#recover(sessionId, this.record));
  }

  async #recover(sessionId: string, record: RecordedNews): Promise<void> {
    const { texts, decided } = await record.read(sessionId);
    const known = this.#of(sessionId);
    for (const [file, text] of texts) if (!known.texts.has(file)) known.texts.set(file, text);
    const newer = new Set(known.decided.map(({ id }) => id));
    known.decided = [...decided.filter(({ id }) => !newer.has(id)), ...known.decided];
  }

  decided(all: readonly Decided[]): void {
    for (const decided of all) {
      const sessions = new Set(decided.sources.map(({ sessionId }) => sessionId));
      for (const sessionId of sessions) {
        const known = this.#of(sessionId);
        known.decided = [...known.decided.filter(({ id }) => id !== decided.id), decided];
      }
    }
  }

  /** These hunks are open for decision again. That they were undone is true again if the editor's redo removes them. */
  cameBack(ids: ReadonlySet<string>): void {
    for (const known of this.#sessions.values()) {
      known.decided = known.decided.filter(({ id, choice }) => choice === 'undo' || !ids.has(id));
    }
  }

  /**
   * Returns what to tell a session's model, once; undefined: nothing. Says nothing about hunks that are undecided, and
   * of files that can't be read now (undefined), only once they can.
   */
  async take(
    sessionId: string,
    read: (file: string) => Promise<string | null | undefined>,
    undecided: ReadonlySet<string>,
  ): Promise<string | undefined> {
    await this.#recovering.get(sessionId);
    const known = this.#sessions.get(sessionId);
    if (!known) return undefined;
    const { texts } = known;
    const decided = known.decided.filter(({ id }) => !undecided.has(id));
    known.decided = known.decided.filter(({ id }) => undecided.has(id));
    const diffs: string[] = [];
    for (const [file, told] of texts) {
      const text = await read(file);
      if (text === undefined || text === told) continue;
      this.knows(sessionId, file, text);
      diffs.push(text === null ? `${file} was deleted.\n` : diffOf(file, told ?? '', text));
    }
    if (decided.length > 0) this.record?.told(sessionId);
    if (decided.length === 0 && diffs.length === 0) return undefined;
    return [
      '<changes_review>',
      ...listed('The user kept', decided, 'keep'),
      ...listed('The user undid (do not make these changes again unless asked to)', decided, 'undo'),
      ...(diffs.length === 0
        ? []
        : ['Since your last edit these files were changed, by the user or for them:', cut(diffs)]),
      '</changes_review>',
    ].join('\n');
  }

  #of(sessionId: string): Known {
    const known = this.#sessions.get(sessionId) ?? { texts: new Map(), decided: [] };
    this.#sessions.set(sessionId, known);
    return known;
  }
}

function listed(heading: string, all: readonly Decided[], choice: Decided['choice']): string[] {
  const places = all
    .filter(each => each.choice === choice)
    .map(({ file, line, isEdited }) => `${file}:${line}${isEdited ? ' (edited by the user)' : ''}`);
  if (places.length === 0) return [];
  const more = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : '';
  return [`${heading}: ${places.slice(0, MAX_LISTED).join(', ')}${more}.`];
}

function diffOf(file: string, before: string, after: string): string {
  const patch = structuredPatch(file, file, before, after, '', '', { context: 1, maxEditLength: 2000 });
  if (!patch) return `${file}: too much to show; read it again.\n`;
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
  );
  return `--- ${file}\n${hunks.join('\n')}\n`;
}

function cut(diffs: readonly string[]): string {
  const text = diffs.join('');
  return text.length <= MAX_DIFF ? text.trimEnd() : `${text.slice(0, MAX_DIFF)}\n(cut; read the files for the rest)`;
}
