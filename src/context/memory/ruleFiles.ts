import type { MemoryDisk, MemoryLister } from '../../agent/ports/memoryDisk';
import type { MemoryProblem } from './expandImports';
import { rulesBelow, type Project } from './findMemory';
import type { ExtensionMemory, MemoryCandidate, MemorySettings } from './memoryFile';
import { plainMemory } from './memoryText';
import { relativeTo, resolveFrom } from './paths';
import { compileGlobs, globProblem, isAboutAll, readRuleHead } from './rules';

/** An instruction file that may say which files it is about. */
export interface Rule {
  readonly candidate: MemoryCandidate;
  readonly globs: readonly string[];
  /** Its globs can't be used, so it is about no file. */
  readonly problem?: MemoryProblem;
  /** It applies from the start. */
  readonly isAlways: boolean;
  /** The workspace folder that its globs are relative to; undefined: every one. */
  readonly folder?: string;
}

/** The front matter is within the first bytes. */
const HEAD_BYTES = 20_000;

const KINDS = [
  { family: 'copilot', folder: '.github/instructions', own: '.copilot/instructions', suffix: '.instructions.md' },
  { family: 'claude', folder: '.claude/rules', own: '.claude/rules', suffix: '.md' },
] as const;

export interface RuleSearch {
  readonly disk: MemoryDisk;
  readonly home: string;
  readonly listers: ReadonlyMap<Project, MemoryLister>;
  readonly settings: Pick<MemorySettings, 'families' | 'ignoring'>;
  /** Files provided by installed editor extensions. */
  readonly installed: readonly ExtensionMemory[];
}

/** `*.instructions.md` and `.claude/rules` files of the workspace folders, the user and installed extensions. */
export async function findRules({ disk, home, listers, settings, installed }: RuleSearch): Promise<Rule[]> {
  const { families, ignoring } = settings;
  const rules: (Rule | undefined)[] = [];
  for (const { family, folder, own, suffix } of KINDS) {
    if (!families.includes(family)) continue;
    const top = resolveFrom(home, own);
    for (const path of await rulesBelow(disk.lister(top, ignoring), top, suffix)) {
      rules.push(await readRule(disk, { path, family, place: 'home', importsFrom: top, hasHead: true }));
    }
    for (const [{ folder: workspace, root }, lister] of listers) {
      if (workspace === home) continue;
      for (const path of await rulesBelow(lister, resolveFrom(workspace, folder), suffix)) {
        const candidate = { path, family, place: 'folder', within: root, importsFrom: root, hasHead: true } as const;
        rules.push(await readRule(disk, candidate, workspace));
      }
    }
  }
  for (const { extension, folder, path } of families.includes('installed') ? installed : []) {
    const more = { within: folder, importsFrom: folder, extension, hasHead: true } as const;
    rules.push(await readRule(disk, { path, family: 'installed', place: 'extension', ...more }));
  }
  return rules.filter(each => each !== undefined);
}

/** `folder`: its workspace folder. Undefined if the file applies nowhere. */
async function readRule(disk: MemoryDisk, candidate: MemoryCandidate, folder?: string): Promise<Rule | undefined> {
  const { path, within, family } = candidate;
  const found = await disk.read(path, { within, limit: HEAD_BYTES });
  // An unreadable file is reported where its content is read.
  if (found.kind !== 'text') return { candidate, globs: [], isAlways: found.kind !== 'missing' };
  const { globs, line, description } = readRuleHead(found.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const of = { ...(folder !== undefined && { folder }) };
  const message = globProblem(globs ?? []);
  if (message !== undefined) {
    const problem = { file: path, ...(line !== undefined && { line }), severity: 'error' as const, message };
    return { candidate, globs: [], isAlways: false, problem, ...of };
  }
  if (globs) return { candidate, globs, isAlways: isAboutAll(globs), ...of };
  // A Claude rule without files is about everything; instructions without files apply where their description fits.
  if (family === 'claude') return { candidate, globs: [], isAlways: true, ...of };
  if (description === undefined || folder === undefined) return undefined;
  const summary = `${plainMemory(description).text}\n[Read this file with read_file where that fits what you do.]`;
  return { candidate: { ...candidate, place: 'described', summary }, globs: [], isAlways: true, ...of };
}

/** The rules about a path of a project, and the rule file at this path itself. */
export function rulesFor(rules: readonly Rule[], path: string, { folder }: Project): MemoryCandidate[] {
  const file = relativeTo(folder, path);
  return rules
    .filter(rule => !rule.isAlways && (rule.folder === undefined || rule.folder === folder))
    .filter(rule => rule.candidate.path === path || compileGlobs(rule.globs)(file))
    .map(({ candidate }) => ({ ...candidate, place: 'near' as const }));
}
