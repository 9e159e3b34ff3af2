import type { MemoryDisk, MemoryRead } from '../../agent/ports/memoryDisk';
import { isSecretFile } from '../../policy/secretFiles';
import { expandImports, type MemoryProblem } from './expandImports';
import type { MemoryCandidate, MemoryFile, MemoryFound, MemorySettings } from './memoryFile';
import { bytesOf, cutToBytes, guardedMemory, plainMemory, plainName } from './memoryText';
import { isWithin, relativeTo } from './paths';
import { withoutHead } from './rules';

export interface CollectOptions {
  readonly disk: MemoryDisk;
  readonly settings: Pick<MemorySettings, 'importFormat'>;
  /** Names are relative to this folder. */
  readonly base: string;
  readonly isLeftOut: (path: string) => boolean;
  /** Whether `.geminiignore` or a similar file hides a path from the model. */
  readonly isKeptBack: (path: string) => boolean;
  /** The maximum size of all files together, in bytes. */
  readonly maxBytes: number;
  /** The identities of files that the model already has. */
  readonly known?: ReadonlySet<string>;
}

/** `isCut`: the file has more text than was read. */
interface CollectedFile {
  readonly file: MemoryFile;
  readonly isCut: boolean;
}

/**
 * Reads candidates in order, with their imports. Each file counts once, under whatever name; a file with the same
 * text as an earlier one is skipped.
 */
export class MemoryCollection {
  /** With all of their text. */
  readonly #files: CollectedFile[] = [];
  readonly #problems: MemoryProblem[] = [];
  readonly #texts = new Set<string>();
  readonly #identities: Set<string>;

  constructor(private readonly options: CollectOptions) {
    this.#identities = new Set(options.known);
  }

  /** What was added so far. If it is too large as a whole, only the largest files are cut off, all at the same size. */
  get found(): MemoryFound {
    const { maxBytes } = this.options;
    const share = fairShare(
      this.#files.map(({ file }) => bytesOf(file.text)),
      maxBytes,
    );
    const problems = [...this.#problems];
    const tooMuch = () => `memory files may have ${maxBytes.toLocaleString('en')} bytes in all.`;
    const files = this.#files.map(({ file, isCut }): MemoryFile => {
      const { text, path } = file;
      if (!isCut && bytesOf(text) <= share) return file;
      problems.push(errorIn(path, `It is cut off: ${tooMuch()}`));
      return {
        ...file,
        text: `${cutToBytes(text, share)}\n[Cut off here: ${tooMuch()}]`.trimStart(),
      };
    });
    return { files, problems };
  }

  /** The identities of all files whose text the model gets, imported or not. */
  get identities(): ReadonlySet<string> {
    return this.#identities;
  }

  /** `isIgnored`: asked only if there is such a file. */
  async add(candidate: MemoryCandidate, isIgnored: (path: string) => boolean = () => false): Promise<void> {
    const { disk, maxBytes, isLeftOut, isKeptBack } = this.options;
    const { path, within } = candidate;
    if (isSecretFile(path)) return;
    const read = await disk.read(path, { within, limit: maxBytes });
    if (read.kind === 'missing' || isIgnored(path) || (within !== undefined && isKeptBack(path))) return;
    if (read.kind !== 'text') {
      this.#tell(path, reasonOf(read));
      return;
    }
    const { identity } = read;
    if (this.#identities.has(identity)) return;
    this.#identities.add(identity);
    if (isLeftOut(path)) {
      this.#push(candidate, identity, { text: '', tree: { path, imports: [] } }, false);
      return;
    }
    const { text: whole, hiddenLine } = plainMemory(read.text);
    if (hiddenLine !== undefined) {
      this.#tell(path, 'It contains invisible characters, which are written out for the model.', hiddenLine);
    }
    const { summary } = candidate;
    const own = summary ?? (candidate.hasHead ? withoutHead(whole) : whole).trim();
    if (own === '' || this.#texts.has(own)) return;
    this.#texts.add(own);
    const { text, tree, identities, problems } = await expandImports(
      { path, text: own, identity },
      {
        format: this.options.settings.importFormat,
        read: target => this.#readImport(candidate, target),
        refuse: target => this.#refusal(candidate, target),
        known: new Set([...this.#identities].filter(each => each !== identity)),
        base: this.options.base,
      },
    );
    for (const each of identities) this.#identities.add(each);
    this.#problems.push(...problems);
    this.#push(candidate, identity, { text: guardedMemory(text), tree }, read.isCut);
  }

  #push(candidate: MemoryCandidate, identity: string, more: Pick<MemoryFile, 'text' | 'tree'>, isCut: boolean): void {
    const name = plainName(relativeTo(this.options.base, candidate.path));
    const isLeftOut = this.options.isLeftOut(candidate.path);
    this.#files.push({ file: { ...candidate, ...more, name, identity, isLeftOut }, isCut });
  }

  async #readImport({ within, importsFrom }: MemoryCandidate, path: string): Promise<MemoryRead> {
    const { disk, maxBytes } = this.options;
    const read = await disk.read(path, { ...(within !== undefined && { within: importsFrom }), limit: maxBytes });
    return read.kind === 'text' ? { ...read, text: plainMemory(read.text).text.trim() } : read;
  }

  /** Why a file must not be imported, whether or not it exists; undefined if it may be. */
  #refusal({ within, importsFrom }: MemoryCandidate, path: string): string | undefined {
    if (!isWithin(path, importsFrom)) return 'Path traversal attempt';
    if (isSecretFile(path) || /[\\/]oauth_creds\.json$|[\\/]mcp-oauth-tokens/i.test(path))
      return 'it usually holds secrets';
    return within !== undefined && this.options.isKeptBack(path) ? 'an ignore file keeps it from the model' : undefined;
  }

  #tell(file: string, message: string, line?: number): void {
    this.#problems.push(errorIn(file, message, line));
  }
}

/** The size at which texts of these sizes have to be cut so that they fit into `room` as a whole. */
function fairShare(sizes: readonly number[], room: number): number {
  let [rest, left] = [room, sizes.length];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const share = Math.floor(rest / left);
    if (size > share) return share;
    rest -= size;
    left -= 1;
  }
  return room;
}

function errorIn(file: string, message: string, line?: number): MemoryProblem {
  return { file, ...(line !== undefined && { line }), severity: 'error', message };
}

function reasonOf(read: Exclude<MemoryRead, { kind: 'text' | 'missing' }>): string {
  return read.kind === 'outside'
    ? "It leads out of the project, so it isn't read."
    : `It can't be read: ${read.reason}`;
}
