import { join } from 'node:path';
import type { Terminal } from '../../src/agent/ports/terminal';
import { createDiskProcesses } from '../../src/node/process/backgroundProcesses';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createDiskTerminal } from '../../src/node/process/diskTerminal';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import { findProgram } from '../../src/node/process/shell';
import { runProcess } from '../../src/node/process/processRunner';
import { MEMORY_DISK } from '../../src/node/config/memoryDisk';
import { describeFileWriter } from '../contract/fileWriterContract';
import { describeMemoryDisk } from '../contract/memoryDiskContract';
import { describeProcesses } from '../contract/processesContract';
import { describeTerminal } from '../contract/terminalContract';
import { describeWorkspace } from '../contract/workspaceContract';
import { verifyApproved } from '../../src/policy/verifyApproved';
import { FakeMemoryDisk } from '../support/memoryDisk';
import { createMemoryFileWriter } from '../support/memoryFileWriter';
import { createMemoryTerminal } from '../support/memoryTerminal';
import { createMemoryWorkspace, MemoryFiles } from '../support/memoryWorkspace';
import { Scratch } from '../support/scratch';

const memoryFolder = '/pollux-memory/work';
const nothingToClose = async () => undefined;

describeWorkspace(
  'Memory',
  async () => {
    const files = new MemoryFiles();
    const workspace = createMemoryWorkspace(files, [memoryFolder]);
    return {
      workspace,
      put: async (path, content) => files.put(join(memoryFolder, path), content),
      close: nothingToClose,
    };
  },
  { hasLinks: false },
);

/** A folder on the disk, searched with no other program than that one. */
const diskWith = (program?: 'rg' | 'git') =>
  async function () {
    const [scratch, programs] = [await Scratch.make(), await Scratch.make()];
    if (program) await programs.link(program, findProgram(program, searchPath) ?? '');
    if (program === 'git') {
      await runProcess({ command: 'git init -q', cwd: scratch.path }, () => undefined, new AbortController().signal);
    }
    return {
      workspace: createDiskWorkspace({ folders: [scratch.path], searchPath: programs.path }),
      put: scratch.put,
      link: scratch.link,
      close: async () => {
        await Promise.all([scratch.close(), programs.close()]);
      },
    };
  };

const searchPath = process.env.PATH ?? '';
describeWorkspace('The disk', diskWith(), { hasLinks: true });
// Machines without one of them still have the other ways to search.
for (const program of ['rg', 'git'] as const) {
  if (findProgram(program, searchPath))
    describeWorkspace(`The disk, with ${program}`, diskWith(program), { hasLinks: true });
}

describeFileWriter('Memory', async () => {
  const files = new MemoryFiles();
  const file = '/pollux-memory/home/.gemini/GEMINI.md';
  const workspace = createMemoryWorkspace(files, [memoryFolder], file);
  return {
    memory: { file, bytes: async () => files.bytes(file) },
    writer: createMemoryFileWriter(files, workspace),
    put: async (path, content) => files.put(join(memoryFolder, path), content),
    bytes: async path => files.bytes(join(memoryFolder, path)),
    absolute: path => join(memoryFolder, path),
    close: nothingToClose,
  };
});

describeFileWriter('The disk', async () => {
  const [scratch, home] = [await Scratch.make(), await Scratch.make()];
  const { put, bytes, absolute } = scratch;
  const memoryFile = home.absolute('.gemini/GEMINI.md');
  return {
    memory: { file: memoryFile, bytes: () => home.bytes('.gemini/GEMINI.md') },
    writer: createDiskFileWriter(createDiskWorkspace({ folders: [scratch.path], memoryFile })),
    put,
    bytes,
    absolute,
    close: async () => {
      await Promise.all([scratch.close(), home.close()]);
    },
  };
});

describeTerminal('Memory', async () => ({
  terminal: createMemoryTerminal().terminal,
  cwd: memoryFolder,
  close: nothingToClose,
}));

describeTerminal('A child process', async () => {
  const scratch = await Scratch.make();
  return { terminal: createDiskTerminal(), cwd: scratch.path, close: scratch.close };
});

describeTerminal(
  'A child process that may ask',
  async () => {
    const scratch = await Scratch.make();
    const terminal: Terminal = {
      async run(approved, onOutput, signal, onInput) {
        verifyApproved(approved);
        const { command, cwd } = approved;
        return runProcess({ command, cwd, ...(onInput && { onInput }) }, onOutput, signal);
      },
    };
    return { terminal, cwd: scratch.path, close: scratch.close };
  },
  { canAnswer: true },
);

describeProcesses('The disk', async () => {
  const scratch = await Scratch.make();
  const processes = createDiskProcesses();
  return {
    processes,
    cwd: scratch.path,
    close: async () => {
      await processes.dispose();
      await scratch.close();
    },
  };
});

describeMemoryDisk('Memory', async () => {
  const disk = new FakeMemoryDisk();
  const at = (path: string) => `${memoryFolder}/${path}`;
  return {
    disk,
    folder: memoryFolder,
    put: async (path, text) => void disk.files.set(at(path), text),
    link: async (path, target) => void disk.links.set(at(path), at(target)),
    close: nothingToClose,
  };
});

describeMemoryDisk('The disk', async () => {
  const { path: folder, absolute, put, link, close } = await Scratch.make();
  return { disk: MEMORY_DISK, folder, put, link: (path, target) => link(path, absolute(target)), close };
});
