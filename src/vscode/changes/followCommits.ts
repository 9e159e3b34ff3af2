import { sep } from 'node:path';
import * as vscode from 'vscode';
import { openGit, type Repository } from './gitExtension';

export interface FollowedCommits {
  /** Files under review. */
  readonly files: () => readonly string[];
  /** Told of what a file holds in the last commit, whenever there is another. */
  readonly onCommitted: (file: string, text: string) => void;
  /** Called when git sees something else in a repository. */
  readonly onState: () => void;
}

/** Follows the commits of all repositories that are open, whoever makes them; nothing where git is not there. */
export function followCommits({ files, onCommitted, onState }: FollowedCommits): vscode.Disposable {
  const subscriptions: vscode.Disposable[] = [];
  const look = async (repository: Repository) => {
    const inside = files().filter(file => file.startsWith(repository.rootUri.fsPath + sep));
    for (const file of inside) {
      try {
        onCommitted(file, await repository.show('HEAD', file));
      } catch {
        // It is in no commit.
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
