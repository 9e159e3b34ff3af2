import type { MemoryDisk, MemoryLister } from '../../agent/ports/memoryDisk';
import { rulesBelow, type Project } from './findMemory';
import type { MemoryCandidate, MemorySettings } from './memoryFile';
import { relativeTo, resolveFrom } from './paths';
import { isAbout, isAboutAll, readRuleHead } from './rules';

/** A file of instructions that says what it is about. */
export interface Rule {
  readonly candidate: MemoryCandidate;
  readonly globs: readonly string[];
  /** It holds from the beginning. */
  readonly isAlways: boolean;
  /** The workspace folder that its globs are for; undefined: every one. */
  readonly folder?: string;
}

/** A head is in the first bytes. */
const HEAD_BYTES = 20_000;

/** `*.instructions.md` and `.claude/rules`, of the workspace folders and of the user. */
export async function findRules(
  disk: MemoryDisk,
  home: string,
  listers: ReadonlyMap<Project, MemoryLister>,
  { families, ignoring }: Pick<MemorySettings, 'families' | 'ignoring'>,
): Promise<Rule[]> {
  const rules: Rule[] = [];
  const kinds = [
    { family: 'copilot', folder: '.github/instructions', own: '.copilot/instructions', suffix: '.instructions.md' },
    { family: 'claude', folder: '.claude/rules', own: '.claude/rules', suffix: '.md' },
  ] as const;
  for (const { family, folder, own, suffix } of kinds) {
    if (!families.includes(family)) continue;
    const read = async (candidate: MemoryCandidate, of?: string) => {
      const { path, within } = candidate;
      const found = await disk.read(path, { within, limit: HEAD_BYTES });
      if (found.kind !== 'text') return;
      const { globs } = readRuleHead(found.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
      // A rule of Claude without files is about everything; instructions without them only where somebody names them.
      const isAlways = globs === undefined ? family === 'claude' : isAboutAll(globs);
      rules.push({ candidate, globs: globs ?? [], isAlways, ...(of !== undefined && { folder: of }) });
    };
    const top = resolveFrom(home, own);
    for (const path of await rulesBelow(disk.lister(top, ignoring), top, suffix)) {
      await read({ path, family, place: 'home', importsFrom: top, hasHead: true });
    }
    for (const [{ folder: workspace, root }, lister] of listers) {
      if (workspace === home) continue;
      for (const path of await rulesBelow(lister, resolveFrom(workspace, folder), suffix)) {
        await read({ path, family, place: 'folder', within: root, importsFrom: root, hasHead: true }, workspace);
      }
    }
  }
  return rules;
}

/** Those about a path of a project, and the one that is this path. */
export function rulesFor(rules: readonly Rule[], path: string, { folder }: Project): MemoryCandidate[] {
  const file = relativeTo(folder, path);
  return rules
    .filter(rule => !rule.isAlways && (rule.folder === undefined || rule.folder === folder))
    .filter(rule => rule.candidate.path === path || isAbout(rule.globs, file))
    .map(({ candidate }) => ({ ...candidate, place: 'near' as const }));
}
