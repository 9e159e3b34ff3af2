import { sep } from 'node:path';
import * as vscode from 'vscode';
import { resolved } from '../documents/documents';
import { openGit, type Repository } from './gitExtension';

export interface FollowedCommits {
  /** The files under review. */
  readonly files: () => readonly string[];
  /** Called with a file's text in the latest commit whenever that is another commit. */
  readonly onCommitted: (file: string, text: string) => void;
  /** Called when the state of a repository has changed in git. */
  readonly onState: () => void;
}

/** Follows the commits in all open repositories, whatever tool makes them; does nothing without git. */
export function followCommits({ files, onCommitted, onState }: FollowedCommits): vscode.Disposable {
  const subscriptions: vscode.Disposable[] = [];
  const look = async (repository: Repository) => {
    const root = resolved(repository.rootUri.fsPath) + sep;
    const inside = files().filter(file => file.startsWith(root));
    for (const file of inside) {
      try {
        onCommitted(file, await repository.show('HEAD', file));
      } catch {
        // The file is in no commit.
      }
    }
  };
  const follow = (repository: Repository) => {
    let last = repository.state.HEAD?.commit;
    subscriptions.push(
      repository.state.onDidChange(() => {
        onState();
        const now = repository.state.HEAD?.commit;
        if (now === last) return;
        last = now;
        void look(repository);
      }),
    );
  };
  const open = async () => {
    const git = await openGit();
    git?.repositories.forEach(follow);
    if (git) subscriptions.push(git.onDidOpenRepository(follow));
  };
  open().catch(() => undefined); // git may be switched off
  return new vscode.Disposable(() => subscriptions.forEach(each => void each.dispose()));
}
