import * as l10n from '@vscode/l10n';
import type { Check } from '../../shared/check';
import { defaultShell, findProgram, type Shell } from '../process/shell';
import { runProgram } from './runProgram';

/** The environment to check: this machine, except in tests. */
export interface Machine {
  readonly nodeVersion: string;
  /** The version of the VS Code that Pollux runs in; absent outside VS Code. */
  readonly editorVersion?: string;
  /** The version of the VS Code whose terminal this is. */
  readonly terminalVersion?: string;
  readonly searchPath: string;
  readonly shell: Shell;
  /** The ripgrep executable that searches use; null: none. */
  readonly ripgrep: string | null;
  /** How long a program may take to respond; generous, because a busy machine is slow. */
  readonly patienceMs: number;
}

const OLDEST_NODE = 20;
const OLDEST_EDITOR = [1, 106] as const;
const PATIENCE_MS = 10_000;

export function thisMachine(ripgrep: string | null, editorVersion?: string): Machine {
  const { TERM_PROGRAM, TERM_PROGRAM_VERSION } = process.env;
  return {
    nodeVersion: process.versions.node,
    ...(editorVersion !== undefined && { editorVersion }),
    ...(TERM_PROGRAM === 'vscode' && TERM_PROGRAM_VERSION && { terminalVersion: TERM_PROGRAM_VERSION }),
    searchPath: process.env.PATH ?? '',
    shell: defaultShell(),
    ripgrep,
    patienceMs: PATIENCE_MS,
  };
}

/** Checks the programs that Pollux runs in and those it runs. */
export async function checkMachine(machine: Machine): Promise<readonly Check[]> {
  return [
    checkNode(machine.nodeVersion),
    ...(await Promise.all([checkEditor(machine), checkShell(machine), checkGit(machine), checkRipgrep(machine)])),
  ];
}

function checkNode(version: string): Check {
  const check = { name: 'Node.js', detail: version };
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return { ...check, status: 'ok' };
  const remedy = l10n.t('Install Node.js {0} or later.', OLDEST_NODE);
  return { ...check, status: 'failed', remedy };
}

/** Outside VS Code, none is needed, so nothing about it is a failure. */
async function checkEditor({ editorVersion, terminalVersion, searchPath, patienceMs }: Machine): Promise<Check> {
  if (editorVersion !== undefined) return editorCheck(editorVersion, editorVersion, 'failed');
  if (terminalVersion !== undefined)
    return editorCheck(terminalVersion, l10n.t('{0} (this terminal’s)', terminalVersion), 'warning');
  const file = findProgram('code', searchPath);
  const check = { name: 'VS Code', status: 'ok' } as const;
  if (file === null) return { ...check, detail: l10n.t('not found; “pollux” doesn’t need it') };
  const answer = await runProgram(file, ['--version'], patienceMs);
  if (answer.kind !== 'ended' || answer.code !== 0) return { ...check, detail: whyNot(file, answer, patienceMs) };
  const [version = ''] = answer.out.split('\n', 1);
  return editorCheck(version, `${version} (${file})`, 'warning');
}

function editorCheck(version: string, detail: string, otherwise: 'failed' | 'warning'): Check {
  const [major = 0, minor = 0] = version.split('.').map(part => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = OLDEST_EDITOR;
  const check = { name: 'VS Code', detail };
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return { ...check, status: 'ok' };
  return { ...check, status: otherwise, remedy: l10n.t('Update VS Code to {0} or later.', OLDEST_EDITOR.join('.')) };
}

async function checkShell({ shell, patienceMs }: Machine): Promise<Check> {
  const check = { name: l10n.t('Shell') };
  const answer = await runProgram(shell.file, [...shell.args, 'echo ready'], patienceMs);
  if (answer.kind === 'ended' && answer.code === 0 && answer.out === 'ready') {
    const isPlain = shell.file === '/bin/sh';
    if (!isPlain) return { ...check, status: 'ok', detail: shell.file };
    const detail = l10n.t('{0}, because bash isn’t installed', shell.file);
    return { ...check, status: 'warning', detail, remedy: l10n.t('Install bash: commands are written for it.') };
  }
  const remedy = l10n.t('Try “{0}” in a terminal. The agent can’t run commands until this shell responds.', shell.file);
  return { ...check, status: 'failed', detail: whyNot(shell.file, answer, patienceMs), remedy };
}

async function checkGit({ searchPath, patienceMs }: Machine): Promise<Check> {
  const remedy = l10n.t('Install git: without it, git commands and extensions from repositories don’t work.');
  return checkVersion('git', findProgram('git', searchPath), remedy, patienceMs);
}

async function checkRipgrep({ ripgrep, patienceMs }: Machine): Promise<Check> {
  const remedy = l10n.t('Install ripgrep for faster file search.');
  return checkVersion('ripgrep', ripgrep, remedy, patienceMs);
}

/** Checks an optional program. */
async function checkVersion(name: string, file: string | null, remedy: string, patienceMs: number): Promise<Check> {
  if (file === null) return { name, status: 'warning', detail: l10n.t('not found'), remedy };
  const answer = await runProgram(file, ['--version'], patienceMs);
  if (answer.kind !== 'ended' || answer.code !== 0)
    return { name, status: 'warning', detail: whyNot(file, answer, patienceMs), remedy };
  const version = /\d+(?:\.\d+)+/.exec(answer.out)?.[0] ?? '';
  return { name, status: 'ok', detail: [version, `(${file})`].filter(Boolean).join(' ') };
}

function whyNot(file: string, answer: Awaited<ReturnType<typeof runProgram>>, patienceMs: number): string {
  if (answer.kind === 'missing') return l10n.t('{0} can’t be started: {1}', file, answer.reason);
  if (answer.kind === 'hung') return l10n.t('{0} didn’t answer within {1} s', file, Math.ceil(patienceMs / 1000));
  const said = answer.err || answer.out;
  return l10n.t('{0} ended with exit code {1}: {2}', file, String(answer.code), said.split('\n', 1)[0] ?? '');
}
