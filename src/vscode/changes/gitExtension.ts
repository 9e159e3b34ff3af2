import { sep } from 'node:path';
import * as vscode from 'vscode';
import { resolved } from '../documents/documents';

/** The parts of VS Code's own git extension (API version 1) that are used here. */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: { readonly commit?: string };
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  show(ref: string, path: string): Promise<string>;
  /** The differences between a commit and the working tree, without untracked files. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
  status(): Promise<void>;
}

export interface GitChange {
  readonly uri: vscode.Uri;
  /** The earlier location, if the file was renamed. */
  readonly originalUri: vscode.Uri;
  readonly status: number;
}

/** The `status` of an untracked file. */
export const UNTRACKED = 7;

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly commitDate?: Date;
}

export interface Git {
  readonly git: { readonly path: string };
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
  openRepository(root: vscode.Uri): Promise<Repository | null>;
}

/** Undefined: git is switched off or not installed. */
export async function openGit(): Promise<Git | undefined> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>('vscode.git');
  try {
    return extension && (await extension.activate()).getAPI(1);
  } catch {
    return undefined; // it may be switched off
  }
}

/** Whether both are the same repository: the git extension makes a new object each time that it is asked. */
export function isSameRepository(one: Pick<Repository, 'rootUri'>, other: Pick<Repository, 'rootUri'>): boolean {
  return one.rootUri.toString() === other.rootUri.toString();
}

/** The innermost repository that contains a file. */
export function repositoryOf(git: Git, file: string): Repository | undefined {
  const around = git.repositories.filter(({ rootUri }) => file.startsWith(resolved(rootUri.fsPath) + sep));
  return [...around].sort((a, b) => b.rootUri.fsPath.length - a.rootUri.fsPath.length)[0];
}
