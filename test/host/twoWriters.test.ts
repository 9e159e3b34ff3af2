import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { lockedWriter } from '../../src/agent/calls/lockedWriter';
import type { FileLocks } from '../../src/agent/ports/fileLocks';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createFileLocks, lockFolders } from '../../src/node/files/fileLocks';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { editLine, editsOf, linesFor } from '../support/editLine';
import { closeAllTabs, makeScratch, removeScratch } from './window';

/** By each writer. More can be asked for, such as `POLLUX_EDITS=1000`. */
const EDITS = Number(process.env.POLLUX_EDITS ?? 25);

describe('A window that edits a file together with others', () => {
  let folder: string;
  let home: string;
  const workspaces: ReturnType<typeof createVscodeWorkspace>[] = [];
  let locks: FileLocks;
  before(async () => {
    folder = await makeScratch();
    home = join(folder, 'home');
    await mkdir(home);
    locks = createFileLocks({ folders: lockFolders(home) });
  });
  after(async () => {
    for (const workspace of workspaces) workspace.dispose();
    await removeScratch(folder);
  });
  afterEach(closeAllTabs);

  const inWindow = (file: string, name: string) => {
    const workspace = createVscodeWorkspace();
    workspaces.push(workspace);
    const writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
    return editLine(lockedWriter(writer, locks), file, name, EDITS);
  };
  const headless = async (file: string, name: string) => {
    const root = join(__dirname, '../..');
    const args = ['--import', 'tsx', join(root, 'test/support/editingProcess.ts'), home, file, name, String(EDITS)];
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    return Number((await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout);
  };

  const pairings: readonly (readonly [name: string, other: typeof inWindow])[] = [
    ['a headless run', headless],
    ['another chat', inWindow],
  ];
  for (const [other, edit] of pairings) {
    for (const isOpen of [true, false]) {
      it(`loses nothing that was reported done beside ${other}, with the file ${isOpen ? 'open' : 'closed'}`, async () => {
        const file = join(folder, `${other}-${String(isOpen)}.txt`);
        await writeFile(file, linesFor(['red', 'green']));
        if (isOpen) await vscode.window.showTextDocument(vscode.Uri.file(file));
        assert.deepEqual(await Promise.all([inWindow(file, 'red'), edit(file, 'green')]), [0, 0]);
        const text = await readFile(file, 'utf8');
        assert.deepEqual([editsOf(text, 'red'), editsOf(text, 'green')], [EDITS, EDITS]);
      }).timeout(Math.max(120_000, EDITS * 1000));
    }
  }
});
