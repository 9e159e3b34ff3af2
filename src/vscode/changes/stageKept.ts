import * as vscode from 'vscode';
import type { FileChanges } from '../../agent/ports/changes';
import { BINARY } from '../../node/changes/readReviewed';
import { decodeText, encodeText } from '../../node/files/textEncoding';
import { GitIndex } from '../../node/git/indexFile';
import { resolved } from '../documents/documents';
import { openGit, repositoryOf, type Repository } from './gitExtension';
import { messageOf } from '../../shared/messageOf';

/** Kept changes, by file. */
export interface KeptFiles {
  files(): readonly string[];
  stateOf(file: string): FileChanges | undefined;
}

/** Returns an index's text with kept hunks applied. A pure function, implemented in the agent. */
export type StageText = (
  index: string | null,
  kept: FileChanges,
) => { readonly text: string | null; readonly staged: number; readonly left: readonly unknown[] };

/** `left`: files with hunks that could not be staged separately; `failed`: files that git refused, and why. */
export interface StageOutcome {
  readonly staged: number;
  readonly left: readonly string[];
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
  /** The number of files in no repository. */
  readonly outside: number;
}

/** Stages kept changes, and nothing else, in their repositories. The files themselves are not touched. */
export async function stageKept(kept: KeptFiles, stageText: StageText): Promise<StageOutcome> {
  const git = vscode.workspace.isTrusted ? await openGit() : undefined;
  const left: string[] = [];
  const failed: { file: string; reason: string }[] = [];
  const repositories = new Map<string, Repository>();
  let [staged, outside] = [0, 0];
  for (const file of kept.files()) {
    const state = kept.stateOf(file);
    const repository = git && repositoryOf(git, file);
    if (!state || !git || !repository) {
      outside++;
      continue;
    }
    try {
      const done = await stageFile(
        new GitIndex(git.git.path, resolved(repository.rootUri.fsPath)),
        file,
        state,
        stageText,
      );
      staged += done.staged;
      if (done.left.length > 0) left.push(file);
      repositories.set(repository.rootUri.toString(), repository);
    } catch (error) {
      failed.push({ file, reason: messageOf(error) });
    }
  }
  await Promise.all([...repositories.values()].map(repository => repository.status()));
  return { staged, left, failed, outside };
}

/** Stages one file. Throws git's errors. */
async function stageFile(
  index: Pick<GitIndex, 'read' | 'write' | 'add'>,
  file: string,
  state: FileChanges,
  stageText: StageText,
): Promise<ReturnType<StageText>> {
  const nothing = { text: null, staged: 0, left: state.hunks };
  if (state.lines[0]?.startsWith(BINARY) || state.hunks.some(({ base }) => base[0]?.startsWith(BINARY))) return nothing;
  const known = await index.read(file);
  const decoded = known && decodeText(known.bytes);
  if (known && !decoded) return nothing;
  const done = stageText(decoded ? decoded.text : null, state);
  if (done.staged === 0 || done.text === (decoded ? decoded.text : null)) return done;
  const bytes = done.text === null ? null : encodeText(done.text, decoded?.encoding ?? 'utf8');
  if (done.text !== null && !bytes) return nothing;
  if (!known && bytes) await index.add(file, Buffer.from(bytes));
  else if (known) await index.write(file, bytes && Buffer.from(bytes), known.mode);
  return done;
}
