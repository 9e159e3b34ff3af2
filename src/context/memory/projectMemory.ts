import type { Memory, MemoryText } from '../../agent/ports/memory';
import type { MemoryDisk, MemoryLister } from '../../agent/ports/memoryDisk';
import { MemoryCollection } from './collectMemory';
import { candidatesAbove, candidatesBelow, candidatesNear, findProject, ownCandidates, projectOf } from './findMemory';
import type { Project } from './findMemory';
import type { ExtensionMemory, MemoryFile, MemoryFound, MemoryHomes, MemorySettings } from './memoryFile';
import { resolveFrom } from './paths';
import { findRules, rulesFor, type Rule } from './ruleFiles';

export interface ProjectMemoryOptions {
  readonly disk: MemoryDisk;
  readonly homes: () => MemoryHomes | Promise<MemoryHomes>;
  readonly settings: () => MemorySettings;
  /** The memory files of enabled extensions. */
  readonly extensions?: () => Promise<readonly ExtensionMemory[]>;
  /** Instruction files provided by installed editor extensions. */
  readonly installed?: () => readonly ExtensionMemory[];
  /** The paths of files that the user has excluded; called for each search. */
  readonly leftOut?: () => ReadonlySet<string>;
  /** Called with the result of each search. */
  readonly onFound?: (found: MemoryFound) => void;
  /** Called with the memory found for paths that tools used. */
  readonly onNear?: (found: MemoryFound) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** The size limit of all memory loaded at the start of a conversation; memory found later has the same limit again. */
export const MAX_MEMORY_BYTES = 200_000;

/** The result of one search, used until the next one. */
interface Look {
  readonly homes: MemoryHomes;
  readonly settings: MemorySettings;
  readonly base: string;
  readonly projects: readonly Project[];
  readonly listers: ReadonlyMap<Project, MemoryLister>;
  readonly rules: readonly Rule[];
  readonly identities: ReadonlySet<string>;
  readonly found: MemoryFound;
}

/** The memory of a user and their workspace folders, read from disk. */
export class ProjectMemory implements Memory {
  #look: Promise<Look> | undefined;

  constructor(private readonly options: ProjectMemoryOptions) {}

  async load(): Promise<readonly MemoryText[]> {
    this.#look = this.#find();
    return textsOf((await this.#look).found.files);
  }

  async near(paths: readonly string[]): Promise<readonly MemoryText[]> {
    return textsOf((await this.filesNear(paths)).files);
  }

  async named(name: string): Promise<MemoryText | undefined> {
    const { base } = await this.#current();
    const { files } = await this.filesNear([resolveFrom(base, name)]);
    return textsOf(files).find(each => each.name === name);
  }

  /** All files that count from the start, including those that the user has excluded. Searches again. */
  async files(): Promise<MemoryFound> {
    this.#look = this.#find();
    return (await this.#look).found;
  }

  /** The additional files that count near these paths. */
  async filesNear(paths: readonly string[]): Promise<MemoryFound> {
    const look = await this.#current();
    const { settings, projects, listers, base, identities } = look;
    const collection = this.#collect(settings, base, listers, identities);
    try {
      for (const path of paths) {
        const project = projectOf(path, projects);
        if (!project) continue;
        const lister = listers.get(project);
        const isIgnored = (file: string) => lister?.isIgnored(file, 'file') === true;
        for (const candidate of candidatesNear(project, path, settings)) await collection.add(candidate, isIgnored);
        for (const candidate of rulesFor(look.rules, path, project)) await collection.add(candidate);
      }
    } catch (error) {
      this.options.reportBug('Memory could not be looked for', error);
    }
    const { found } = collection;
    this.options.onNear?.(found);
    return found;
  }

  #current(): Promise<Look> {
    return (this.#look ??= this.#find());
  }

  async #find(): Promise<Look> {
    const { disk, extensions, onFound, reportBug } = this.options;
    const homes = await this.options.homes();
    const settings = this.options.settings();
    const base = homes.base ?? homes.folders[0] ?? homes.home;
    const listers = new Map<Project, MemoryLister>();
    const collection = this.#collect(settings, base, listers, new Set());
    const rules: Rule[] = [];
    try {
      const own = ownCandidates(homes, settings, (await extensions?.()) ?? []);
      for (const candidate of own) await collection.add(candidate);
      for (const folder of homes.folders) {
        const project = await findProject(disk, folder, { home: homes.home, ...settings });
        listers.set(project, disk.lister(folder, settings.ignoring));
      }
      for (const [project, lister] of listers) {
        for (const candidate of candidatesAbove(project, settings)) await collection.add(candidate);
        for (const candidate of await candidatesBelow(project, lister, settings)) await collection.add(candidate);
      }
      const installed = this.options.installed?.() ?? [];
      rules.push(...(await findRules({ disk, home: homes.home, listers, settings, installed })));
      for (const { candidate, isAlways } of rules) if (isAlways) await collection.add(candidate);
    } catch (error) {
      reportBug('Memory could not be looked for', error);
    }
    const waiting = rules.filter(({ isAlways, globs }) => !isAlways && globs.length > 0);
    const { identities } = collection;
    const { files, problems } = collection.found;
    const invalid = rules.flatMap(({ problem }) => problem ?? []);
    const found = { files, problems: [...problems, ...invalid], ...(waiting.length > 0 && { waiting }) };
    onFound?.(found);
    return { homes, settings, base, projects: [...listers.keys()], listers, rules, identities, found };
  }

  #collect(
    settings: MemorySettings,
    base: string,
    listers: ReadonlyMap<Project, MemoryLister>,
    known: ReadonlySet<string>,
  ): MemoryCollection {
    const { disk, leftOut } = this.options;
    const out = leftOut?.() ?? new Set();
    /** Files that git ignores may still be imported by memory: private notes often are ignored. */
    const keepers = new Map<string, MemoryLister>();
    const isKeptBack = (path: string) => {
      const project = projectOf(path, [...listers.keys()]);
      if (!project) return false;
      const { folder } = project;
      const keeper = keepers.get(folder) ?? disk.lister(folder, { ...settings.ignoring, git: false });
      keepers.set(folder, keeper);
      return keeper.isIgnored(path, 'file');
    };
    return new MemoryCollection({
      disk,
      settings,
      base,
      isLeftOut: path => out.has(path),
      isKeptBack,
      maxBytes: MAX_MEMORY_BYTES,
      known,
    });
  }
}

function textsOf(files: readonly MemoryFile[]): MemoryText[] {
  return files.filter(({ isLeftOut }) => !isLeftOut).map(({ name, text }) => ({ name, text }));
}
