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

/** A folder of files that define agents. What links lead to must be in `within`. */
interface AgentPlace {
  readonly source: AgentSource;
  readonly format: AgentFormat;
  readonly folder: string;
  /** The files in it that count; absent: all of them. */
  readonly only?: readonly string[];
  readonly within?: string;
}

export interface AgentHomes {
  /** The folder that holds `.gemini`. */
  readonly home: string;
  /** Workspace folders whose agents count; none in a workspace that is not trusted. */
  readonly folders: readonly string[];
  readonly extensions: readonly { readonly path: string; readonly agentFolders: readonly string[] }[];
  /** Whether files that were written for other agents count. */
  readonly hasOthers: boolean;
  /** What extensions of the editor contribute. */
  readonly installed?: readonly InstalledFile[];
}

const MAX_FILES = 200;

/** All places of agents, from the lowest to the highest: of several workspace folders, the first one counts most. */
export function agentPlaces({
  home,
  folders,
  extensions,
  hasOthers,
  installed = [],
}: AgentHomes): readonly AgentPlace[] {
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

/** Reads the files of these places, from the lowest to the highest. Places that are not there are passed over. Never rejects. */
export async function findAgentFiles(homes: AgentHomes): Promise<readonly AgentText[]> {
  const found = await Promise.all(agentPlaces(homes).map(findIn));
  return withoutCopies(found.flat());
}

/** Of files of one owner that say the same, the first one. */
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

/** Where the agreement to agents of projects is kept. */
export function approvedAgentsFile(home = homedir()): string {
  return join(home, '.pollux', 'agents.json');
}

/** Stands for a file and its exact text. */
export function keyOfAgent({ file, text }: AgentText): string {
  return createHash('sha256')
    .update(JSON.stringify([file, text]))
    .digest('hex');
}

/** Which agents of projects the user has agreed to: each by its file and its exact text. */
export class AgentApprovals {
  constructor(private readonly kept: KeptValues) {}

  has(text: AgentText): boolean {
    return this.kept.get(`approved ${keyOfAgent(text)}`) === text.file;
  }

  approve(text: AgentText): void {
    // The file is for people who read this one.
    this.kept.set(`approved ${keyOfAgent(text)}`, text.file);
  }
}
