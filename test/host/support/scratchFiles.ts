import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { makeScratch, removeScratch } from '../window';

/** Files of the workspace, in a folder that is there for one test. */
export interface ScratchFiles {
  /** Where a file is. */
  readonly file: (name: string) => string;
  /** A file as the model names it. */
  readonly path: (name: string) => string;
  readonly read: (name: string) => Promise<string>;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly exists: (name: string) => Promise<boolean>;
  readonly open: (name: string) => Thenable<vscode.TextEditor>;
}

export function useScratchFiles(): () => ScratchFiles {
  let folder: string;
  beforeEach('make a folder', async () => (folder = await makeScratch()));
  afterEach('remove the folder', () => removeScratch(folder));
  const file = (name: string) => join(folder, name);
  const files: ScratchFiles = {
    file,
    path: name => `${basename(folder)}/${name}`,
    read: name => readFile(file(name), 'utf8'),
    write: async (name, text) => {
      await mkdir(dirname(file(name)), { recursive: true });
      await writeFile(file(name), text);
    },
    exists: name =>
      access(file(name)).then(
        () => true,
        () => false,
      ),
    open: name => vscode.window.showTextDocument(vscode.Uri.file(file(name)), { preview: false }),
  };
  return () => files;
}
