import * as vscode from 'vscode';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeTerminal } from '../../src/vscode/terminal/terminal';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { describeFileWriter } from '../contract/fileWriterContract';
import { describeTerminal } from '../contract/terminalContract';
import { describeWorkspace } from '../contract/workspaceContract';
import { Scratch } from '../support/scratch';

/** A workspace whose only folder is empty, which that of the window is not. */
async function makePlace() {
  const { path, put, link, bytes, absolute, close } = await Scratch.make();
  const home = await Scratch.make();
  const file = home.absolute('.gemini/GEMINI.md');
  const workspace = createVscodeWorkspace(() => [{ name: 'contract', uri: vscode.Uri.file(path) }], {
    memoryFile: file,
  });
  const closeBoth = async () => {
    workspace.dispose();
    await Promise.all([close(), home.close()]);
  };
  const memory = { file, bytes: () => home.bytes('.gemini/GEMINI.md') };
  return { path, workspace, memory, put, link, bytes, absolute, close: closeBoth };
}

describeWorkspace('VS Code', makePlace, { hasLinks: true });

describeFileWriter('VS Code', async () => {
  const place = await makePlace();
  const { workspace } = place;
  return { ...place, writer: createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) }) };
});

describeTerminal(
  'VS Code',
  async () => {
    const { path, close } = await Scratch.make();
    const terminal = createVscodeTerminal({ inactivityMs: () => 60_000 });
    const closeBoth = async () => {
      terminal.dispose();
      await close();
    };
    return { terminal, cwd: path, close: closeBoth };
  },
  { canAnswer: true },
);
