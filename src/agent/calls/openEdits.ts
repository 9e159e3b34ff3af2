import { ToolError } from '../../shared/errors';
import type { EditProposal } from '../../shared/proposals';
import type { Workspace } from '../ports/workspace';
import { mergeChange } from './mergeChange';

/** An edit, from the question to its end. */
export interface OpenEdit {
  readonly callId: string;
  proposal: EditProposal;
  /** The edit that it builds on is gone, and it does not fit without it. */
  isDropped: boolean;
  /** Withdraws its question; absent while none is open. */
  withdraw?: (() => void) | undefined;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** The edits that are being asked about or made, oldest first. */
export class OpenEdits {
  readonly #open: OpenEdit[] = [];

  constructor(private readonly workspace: Workspace) {}

  /** The files' texts with these edits made. */
  texts(): ReadonlyMap<string, string> {
    const edits = this.#open.filter(({ isDropped }) => !isDropped);
    return new Map(edits.map(({ proposal: { file, after } }) => [file, after]));
  }

  /** The edits that a call's edit builds on: earlier ones of the same file. */
  below({ callId, file }: { readonly callId: string; readonly file: string }): readonly OpenEdit[] {
    const own = this.#open.findIndex(edit => edit.callId === callId);
    return this.#open.slice(0, own < 0 ? undefined : own).filter(edit => isOf(edit, file));
  }

  /** A call may ask again when its file has changed. */
  add(callId: string, proposal: EditProposal): OpenEdit {
    const known = this.#open.find(edit => edit.callId === callId);
    if (known) return Object.assign(known, { proposal, isDropped: false });
    const { promise: ended, resolve: end } = promiseOf();
    const edit: OpenEdit = { callId, proposal, isDropped: false, ended, end };
    this.#open.push(edit);
    return edit;
  }

  /** Ends a call's edit and rebases the later ones onto its outcome. Rejects if that is not possible. */
  async end(callId: string): Promise<void> {
    const index = this.#open.findIndex(edit => edit.callId === callId);
    const [edit] = index < 0 ? [] : this.#open.splice(index, 1);
    if (!edit) return;
    try {
      await this.#rebaseAbove(edit.proposal.file, index);
    } finally {
      edit.end();
    }
  }

  /** Rebases later edits of a file onto its text with or without the edit that ended; drops those that don't fit. */
  async #rebaseAbove(file: string, index: number): Promise<void> {
    const above = this.#open.slice(index).filter(edit => isOf(edit, file));
    if (above.length === 0) return;
    const below = this.#open.slice(0, index).findLast(edit => isOf(edit, file));
    let now = below ? below.proposal.after : await this.#textOnDisk(file);
    for (const edit of above) {
      const { before, after } = edit.proposal;
      if (before === now) return;
      const merged = before === null || now === null ? null : mergeChange(before, after, now);
      edit.isDropped = merged === null;
      if (merged !== null) {
        edit.proposal = { ...edit.proposal, before: now, after: merged };
        now = merged;
      }
      edit.withdraw?.();
    }
  }

  async #textOnDisk(file: string): Promise<string | null> {
    const { workspace } = this;
    try {
      return (await workspace.readText(await workspace.resolve(file))).text;
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }
}

function isOf({ proposal, isDropped }: OpenEdit, file: string): boolean {
  return proposal.file === file && !isDropped;
}

function promiseOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>(settle => (resolve = settle));
  return { promise, resolve };
}
