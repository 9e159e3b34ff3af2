import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { ChangedFile, Since } from '../../agent/ports/changeScope';
import { someAtOnce } from '../../node/someAtOnce';
import { resolved } from '../documents/documents';
import { openGit, UNTRACKED, type Repository } from './gitExtension';

type SinceCommit = Extract<Since, { kind: 'commit' }>;

/**
 * The differences since a commit, in that commit's repository. Rejects if the repository can't be opened or has no
 * such commit.
 */
export class CommitTexts {
  /** A cache, since a commit's content never changes. */
  readonly #known = new Map<string, string | null>();

  constructor(private readonly read: (file: string) => Promise<string | null>) {}

  /** The changed files in alphabetical order, at most `most`. */
  async changed(since: SinceCommit, most: number): Promise<readonly ChangedFile[]> {
    const repository = await repositoryAt(since.root);
    const { workingTreeChanges, untrackedChanges = [] } = repository.state;
    const isNew = ({ status }: { readonly status: number }) => status === UNTRACKED;
    const all = [
      ...(await repository.diffWith(since.commit)).flatMap(({ uri, originalUri }) => [uri, originalUri]),
      ...[...workingTreeChanges, ...untrackedChanges].filter(isNew).map(({ uri }) => uri),
    ];
    const files = [...new Set(all.map(({ fsPath }) => resolved(fsPath)))].sort();
    const texts = await someAtOnce(files.slice(0, most), async file => {
      const isDirectory = await stat(file).then(
        each => each.isDirectory(), // a submodule, or a nested repository
        () => false,
      );
      if (isDirectory) return { file, before: null, now: null };
      const [before, now] = await Promise.all([this.before(since, file), this.read(file)]);
      return { file, before, now };
    });
    return texts.filter(({ before, now }) => before !== now);
  }

  /** A file's text in a commit; null: the commit doesn't contain it. */
  async before({ root, commit }: SinceCommit, file: string): Promise<string | null> {
    const key = `${commit}:${file}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const repository = await repositoryAt(root);
    const text = await repository.show(commit, file).catch(() => null);
    this.#known.set(key, text);
    return text;
  }
}

async function repositoryAt(root: string): Promise<Repository> {
  const git = await openGit();
  const repository =
    git?.repositories.find(({ rootUri }) => rootUri.fsPath === root) ??
    (await git?.openRepository(vscode.Uri.file(root)));
  if (!repository) throw new Error(`There is no repository open at ${root}`);
  return repository;
}
