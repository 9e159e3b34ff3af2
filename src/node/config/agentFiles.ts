import { readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AgentFormat, AgentSource, AgentText } from '../../agent/ports/agents';
import type { InstalledFile } from '../../agent/ports/extensions';
import type { KeptValues } from '../../agent/ports/storedValues';
import { codeOf } from '../files/fileErrors';
import { readTexts } from './settingsFiles';
import { leadsOut } from './skillFiles';
import { messageOf } from '../../shared/messageOf';

/** A directory of files that define agents. Link targets must be in `within`. */
interface AgentPlace {
  readonly source: AgentSource;
  readonly format: AgentFormat;
  readonly folder: string;
  /** The only files in it to read; absent: all of them. */
  readonly only?: readonly string[];
  readonly within?: string;
}

export interface AgentHomes {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** Workspace folders to read agents from; empty in an untrusted workspace. */
  readonly folders: readonly string[];
  readonly extensions: readonly { readonly path: string; readonly agentFolders: readonly string[] }[];
  /** Whether to include files written for other coding agents. */
  readonly hasOthers: boolean;
  /** Agents contributed by VS Code extensions. */
  readonly installed?: readonly InstalledFile[];
}

const MAX_FILES = 200;

/** All agent directories, from lowest to highest precedence; the first workspace folder has the highest. */
function agentPlaces({ home, folders, extensions, hasOthers, installed = [] }: AgentHomes): readonly AgentPlace[] {
  const below = (root: string, source: AgentSource, copilot: string, within?: string): AgentPlace[] => {
    const place = (format: AgentFormat, folder: string) => ({ source, format, folder, ...(within && { within }) });
    const others = [place('copilot', join(root, copilot, 'agents')), place('claude', join(root, '.claude', 'agents'))];
    return [...(hasOthers ? others : []), place('gemini', join(root, '.gemini', 'agents'))];
  };
  const brought = extensions.flatMap(({ path, agentFolders }) =>
    agentFolders.map((folder): AgentPlace => ({ source: 'extension', format: 'gemini', folder, within: path })),
  );
  const theirs = [...folders].reverse().filter(folder => folder !== home);
  return [
    ...installed.map(({ folder, path }): AgentPlace => ({
      source: 'extension',
      format: 'copilot',
      folder: dirname(path),
      only: [basename(path)],
      within: folder,
    })),
    ...brought,
    ...below(home, 'user', '.copilot'),
    ...theirs.flatMap(root => below(root, 'workspace', '.github', root)),
  ];
}

/** Reads the agent files in precedence order, lowest first. Missing directories are skipped. Never rejects. */
export async function findAgentFiles(homes: AgentHomes): Promise<readonly AgentText[]> {
  const found = await Promise.all(agentPlaces(homes).map(findIn));
  return withoutCopies(found.flat());
}

/** Keeps only the first of identical files from the same source. */
function withoutCopies(texts: readonly AgentText[]): readonly AgentText[] {
  const seen = new Set<string>();
  return texts.filter(({ text, source }) => {
    const key = `${source} ${text ?? ''}`;
    const isNew = text === null || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

async function findIn(place: AgentPlace): Promise<readonly AgentText[]> {
  const { folder, source, format, only, within } = place;
  const about = { source, format };
  try {
    const names = only ?? (await readdir(folder)).filter(name => isAgentFile(name, format)).sort();
    const files = names.slice(0, MAX_FILES).map(name => join(folder, name));
    const read = files.map(async (file): Promise<readonly AgentText[]> => {
      const problem = await leadsOut(within, file);
      if (problem !== undefined) return [{ ...about, file, text: null, error: problem }];
      return (await readTexts([{ file }])).map(found => ({ ...about, ...found }));
    });
    return (await Promise.all(read)).flat();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    return [{ ...about, file: folder, text: null, error: messageOf(error) }];
  }
}

function isAgentFile(name: string, format: AgentFormat): boolean {
  return !name.startsWith('_') && name.endsWith(format === 'copilot' ? '.agent.md' : '.md');
}

/** The file with the user's approvals of project agents. */
export function approvedAgentsFile(home = homedir()): string {
  return join(home, '.pollux', 'agents.json');
}

/** The key of a file with its exact text. */
export function keyOfAgent({ file, text }: AgentText): string {
  return createHash('sha256')
    .update(JSON.stringify([file, text]))
    .digest('hex');
}

/** The user's approvals of project agents: each for a file and its exact text. */
export class AgentApprovals {
  constructor(private readonly kept: KeptValues) {}

  has(text: AgentText): boolean {
    return this.kept.get(`approved ${keyOfAgent(text)}`) === text.file;
  }

  approve(text: AgentText): void {
    // The value is only for people who read the file.
    this.kept.set(`approved ${keyOfAgent(text)}`, text.file);
  }
}
