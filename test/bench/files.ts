import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import type { Workspace } from '../../src/agent/ports/workspace';
import type { ChangeContext, ChangeTool, ReadTool } from '../../src/agent/tool';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import { findRipgrep } from '../../src/node/search/ripgrepPaths';
import { approve } from '../support/approve';
import { glob } from '../../src/tools/glob';
import { readFile as readFileTool } from '../../src/tools/readFile';
import { replace } from '../../src/tools/replace';
import { searchFileContent } from '../../src/tools/searchFileContent';
import { noOutputFiles, noProcesses, noUtilityModel, noWeb } from '../support/idlePorts';
import { createMemoryTerminal } from '../support/memoryTerminal';
import { median, type Metric } from './metric';

const MB = 1024 * 1024;
const FOLDERS = 1000;
const FILES_EACH = 100;

type Report = (...metrics: Metric[]) => void;

/** The file tools against what a person would do by hand, on the same files and in turns. */
export async function measureFiles(report: Report): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'pollux-bench-'));
  try {
    const workspace = createDiskWorkspace({ folders: [root] });
    const context = contextOf(workspace, createDiskFileWriter(workspace));
    await measureReplace(root, context, report);
    await measureWindow(root, context, report);
    await measureTree(root, context, report);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function contextOf(workspace: Workspace, files: FileWriter): ChangeContext {
  return {
    callId: 'call',
    workspace,
    files,
    terminal: createMemoryTerminal({}).terminal,
    processes: noProcesses,
    web: noWeb,
    outputFiles: noOutputFiles,
    model: noUtilityModel,
    setMode: () => undefined,
    onOutput: () => undefined,
    signal: new AbortController().signal,
  };
}

async function measureReplace(root: string, context: ChangeContext, report: Report): Promise<void> {
  const file = join(root, 'large.ts');
  const line = (n: number) => `export const value${n} = compute(alpha, beta, ${n});\n`;
  const text = Array.from({ length: 200_000 }, (_, n) => line(n)).join('');
  await writeFile(file, text);
  const old = line(100_000);
  const edit = async (from: string, to: string) => {
    const tool = replace as ChangeTool;
    const args = { file_path: file, old_string: from, new_string: to } as never;
    await tool.apply(approve(await tool.propose(args, context)), context);
  };
  const plain = async (from: string, to: string) =>
    writeFile(
      file,
      (await readFile(file, 'utf8')).replace(from, () => to),
    );
  const [ours, byHand] = await inTurns(12, [
    async () => edit(old, 'changed\n').then(() => edit('changed\n', old)),
    async () => plain(old, 'changed\n').then(() => plain('changed\n', old)),
  ]);
  const size = (text.length / MB).toFixed(0);
  report({
    name: `files: replace in ${size} MB against reading, replacing and writing`,
    value: ours! / byHand!,
    unit: '×',
    limit: 3,
  });
  await rm(file);
}

async function measureWindow(root: string, context: ChangeContext, report: Report): Promise<void> {
  const file = join(root, 'huge.log');
  await writeFile(file, Array.from({ length: 10_000 }, (_, n) => `line ${n}\n`).join(''));
  await truncate(file, 1024 * MB);
  const before = process.memoryUsage().rss;
  const [time] = await inTurns(7, [() => (readFileTool as ReadTool).run({ file_path: file } as never, context)]);
  const grown = Math.max(0, process.memoryUsage().rss - before) / 1024;
  report(
    { name: 'files: 2000 lines of 1 GB', value: time!, unit: 'ms', limit: 500 },
    { name: 'files: memory for 2000 lines of 1 GB', value: grown, unit: 'kB', limit: 20 * 1024 },
  );
  await rm(file);
}

async function measureTree(root: string, context: ChangeContext, report: Report): Promise<void> {
  const ripgrep = findRipgrep([], process.env.PATH ?? '');
  if (!ripgrep) {
    console.error('files: glob and search_file_content are not measured, as there is no rg to compare with');
    return;
  }
  await makeTree(root);
  const rg = (...args: string[]) =>
    promisify(execFile)(ripgrep, [...args, '.'], { cwd: root, maxBuffer: 256 * MB, encoding: 'utf8' });
  const run = (tool: unknown, args: object) => (tool as ReadTool).run(args as never, context);
  const [found, listed, foundAll, listedAll, searched, grepped] = await inTurns(9, [
    () => run(glob, { pattern: '**/*7.ts' }),
    () => rg('--files', '--hidden', '-g', '**/*7.ts'),
    () => run(glob, { pattern: '**/*.ts' }),
    () => rg('--files', '--hidden', '-g', '**/*.ts'),
    () => run(searchFileContent, { pattern: 'needle\\d+' }),
    () => rg('--json', '--hidden', '-i', 'needle\\d+'),
  ]);
  report(
    { name: 'files: glob in 100,000 files against rg --files', value: found! / listed!, unit: '×', limit: 1.3 },
    // rg asks no file for its time, by which the tool sorts: that is a system call for each.
    { name: 'files: glob that matches all 100,000 against rg --files', value: foundAll! / listedAll!, unit: '×' },
    {
      name: 'files: search in 100,000 files against rg --json and 50 ms',
      value: (searched! - 50) / grepped!,
      unit: '×',
      limit: 1.2,
    },
  );
}

async function makeTree(root: string): Promise<void> {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `group${folder % 40}`, `folder${folder}`);
    await mkdir(path, { recursive: true });
    const names = Array.from({ length: FILES_EACH }, (_, n) => n);
    await Promise.all(
      names.map(n => {
        const hit = n === 50 && folder % 20 === 0 ? `// needle${folder}\n` : '';
        return writeFile(join(path, `file${n}.ts`), `export const value = ${n};\n${hit}`);
      }),
    );
  }
}

/** The median time of each in ms, taken in turns after a round to warm up. */
async function inTurns(rounds: number, works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [which, work] of works.entries()) {
      const began = performance.now();
      await work();
      if (round > 0) times[which]!.push(performance.now() - began);
    }
  }
  return times.map(median);
}
