import type { MemoryDisk, MemoryLister, MemoryRead } from '../../src/agent/ports/memoryDisk';

/** A disk without a disk: files by their absolute paths, with slashes. Ignored paths are named outright. */
export class FakeMemoryDisk implements MemoryDisk {
  readonly files = new Map<string, string>();
  /** Other names of a file. */
  readonly links = new Map<string, string>();
  readonly ignored = new Set<string>();
  /** Of these, the ones that git ignores and nothing else. */
  readonly ignoredByGit = new Set<string>();
  /** What reading one fails with. */
  readonly broken = new Map<string, string>();
  /** The paths that were read, in order. */
  readonly reads: string[] = [];
  readonly listed: string[] = [];

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, text);
  }

  async read(path: string, { within, limit }: { within?: string | undefined; limit: number }): Promise<MemoryRead> {
    const real = this.links.get(path) ?? path;
    const text = this.files.get(real);
    const reason = this.broken.get(real) ?? (this.#isFolder(real) ? "it isn't a file" : undefined);
    if (text === undefined && reason === undefined) return { kind: 'missing' };
    if (within !== undefined && !real.startsWith(`${within}/`)) return { kind: 'outside' };
    if (reason !== undefined || text === undefined) return { kind: 'unreadable', reason: reason ?? '' };
    this.reads.push(path);
    return { kind: 'text', text: text.slice(0, limit), identity: real, isCut: text.length > limit };
  }

  async exists(path: string): Promise<boolean> {
    return this.files.has(path) || this.#isFolder(path);
  }

  lister(_top: string, { git }: { readonly git: boolean }): MemoryLister {
    const isIgnored = (path: string) =>
      [...this.ignored].some(each => path === each || path.startsWith(`${each}/`)) ||
      (git && [...this.ignoredByGit].some(each => path === each || path.startsWith(`${each}/`)));
    return {
      isIgnored,
      list: async (folder, isWanted) => {
        this.listed.push(folder);
        const below = [...this.files.keys(), ...this.links.keys()]
          .filter(path => path.startsWith(`${folder}/`))
          .map(path => path.slice(folder.length + 1));
        const folders = below.flatMap(path => (path.includes('/') ? [path.split('/')[0] ?? ''] : []));
        const files = below.filter(path => !path.includes('/') && isWanted(path));
        const free = (names: string[]) => [...new Set(names)].filter(name => !isIgnored(`${folder}/${name}`)).sort();
        return { folders: free(folders), files: free(files) };
      },
    };
  }

  #isFolder(path: string): boolean {
    return [...this.files.keys()].some(each => each.startsWith(`${path}/`));
  }
}
