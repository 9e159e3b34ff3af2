import { ToolError } from '../../shared/errors';
import type { EnvironmentFacts } from '../ports/sessionSettings';
import type { Workspace, WorkspaceFolder, WorkspacePath } from '../ports/workspace';

/** The maximum number of entries in the listing of the workspace. */
const MAX_ENTRIES = 200;
/** Folders that are listed without their contents. */
const OPAQUE = new Set(['node_modules', '.git', 'dist', 'build', 'out', 'target', '__pycache__', '.venv', 'venv']);

const BEGINNING = 'This is the environment of the session.';
const AGAIN = '[The session goes on. What was said of its environment before no longer holds.]';

/** The latest environment described in a conversation; undefined: none. */
export function toldEnvironment(texts: readonly string[]): string | undefined {
  const last = texts.findLast(text => text.includes(BEGINNING));
  return last?.slice(last.indexOf(BEGINNING));
}

/** The environment, for a conversation that described a different one, or none. */
export function changedEnvironment(now: string): string {
  return `${AGAIN}\n${now}`;
}

/** The description of the environment, for the first prompt of a session or of one that is continued. */
export async function describeEnvironment(workspace: Workspace, facts: EnvironmentFacts): Promise<string> {
  const { date, platform, hasTree = true, plans = '' } = facts;
  const folders = workspace.folders();
  const note = await facts.sandbox?.();
  const begin = `${BEGINNING}\nToday is ${date.toDateString()}. The operating system is ${platform}.`;
  const intro = note === undefined ? begin : `${begin}\n${note}`;
  if (folders.length === 0) return `${intro}\nNo folder is open, so there are no files to read or change.`;
  const written = plans === '' ? [] : [`Plans are Markdown files in ${plans}, and may be written in plan mode.`];
  if (!hasTree) return [intro, ...written, ...folders.map(({ path }) => `Workspace folder: ${path}`)].join('\n');
  const share = Math.floor(MAX_ENTRIES / folders.length);
  const trees = await Promise.all(folders.map(folder => describeFolder(workspace, folder, folders.length > 1, share)));
  return [intro, ...written, ...trees].join('\n');
}

async function describeFolder(
  workspace: Workspace,
  folder: WorkspaceFolder,
  isOneOfMany: boolean,
  limit: number,
): Promise<string> {
  const root = await workspace.resolve(folder.path);
  const { lines, isCut } = await tree(workspace, root, limit);
  const name = isOneOfMany ? `Workspace folder "${folder.name}"` : 'Workspace folder';
  return [`${name}: ${folder.path}`, ...lines, ...(isCut ? ['(more is not shown)'] : [])].join('\n');
}

/** Breadth first, so that the deepest entries are cut. Each line is a path below the root. */
async function tree(
  workspace: Workspace,
  root: WorkspacePath,
  limit: number,
): Promise<{ lines: string[]; isCut: boolean }> {
  const lines: string[] = [];
  let level: string[] = [''];
  while (level.length > 0) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of await visibleEntries(workspace, root, folder)) {
        if (lines.length === limit) return { lines: lines.sort(), isCut: true };
        lines.push(entry);
        if (entry.endsWith('/') && !OPAQUE.has(entry.split('/').at(-2) ?? '')) next.push(entry);
      }
    }
    level = next;
  }
  return { lines: lines.sort(), isCut: false };
}

/**
 * POSIX paths below the root, folders with a trailing slash, without what ignore files exclude. A folder that is not
 * readable, or no longer exists, looks empty: the listing is incomplete anyway.
 */
async function visibleEntries(workspace: Workspace, root: WorkspacePath, folder: string): Promise<string[]> {
  try {
    const entries = await workspace.list(await workspace.resolve(`${root.absolute}/${folder}`));
    const paths = entries.map(({ name, type }) => `${folder}${name}${type === 'directory' ? '/' : ''}`);
    const ignored = await workspace.ignored(root, paths, { git: true, gemini: true });
    return paths.filter(each => !ignored.has(each) && each !== '.git/').sort();
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}
