import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../src/agent/ports/log';
import type { Approved, Proposal } from '../../src/shared/proposals';
import { approve } from '../support/approve';

/** The first workspace folder, free of symbolic links. */
export async function workspaceFolder(): Promise<string> {
  return realpath(vscode.workspace.workspaceFolders![0]!.uri.fsPath);
}

/** A folder in the workspace that `removeScratch` takes away again. */
export async function makeScratch(): Promise<string> {
  return mkdtemp(join(await workspaceFolder(), 'scratch-'));
}

export async function removeScratch(folder: string): Promise<void> {
  await closeAllTabs();
  await rm(folder, { recursive: true, force: true });
}

/** Closes every tab. Nothing may be left unsaved, since nobody could answer. */
export async function closeAllTabs(): Promise<void> {
  await vscode.workspace.saveAll(false);
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(group => group.tabs));
}

/** Waits until `check` gives something true, looking again at every one of `events`. */
export function until<T>(check: () => T, ...events: vscode.Event<unknown>[]): Promise<NonNullable<T>> {
  return new Promise(resolve => {
    const subscriptions: vscode.Disposable[] = [];
    const look = () => {
      const result = check();
      if (!result) return;
      for (const subscription of subscriptions) subscription.dispose();
      resolve(result);
    };
    for (const event of events) subscriptions.push(event(look));
    look();
  });
}

export function approved<P extends Proposal>(proposal: P): Approved<P> {
  return approve(proposal);
}

/** A log that a test can look at. */
export function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    info: message => void lines.push(message),
    warn: message => void lines.push(message),
    error: (message, error) => void lines.push(`${message} ${String(error)}`),
  };
}
