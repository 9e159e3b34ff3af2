import type { MemoryRead } from '../../agent/ports/memoryDisk';
import { importReferences, isAddress, isBareWord, type ImportReference } from './importReferences';
import { parentOf, relativeTo, resolveFrom } from './paths';

/** A file and its imports. */
export interface ImportNode {
  /** Absolute. */
  readonly path: string;
  readonly imports: readonly ImportNode[];
}

/** A problem with a memory file. `line` is 1-based. */
export interface MemoryProblem {
  readonly file: string;
  readonly line?: number;
  readonly severity: 'hint' | 'error';
  readonly message: string;
}

export interface ImportOptions {
  readonly format: 'tree' | 'flat';
  /** Reads a file for an import. */
  readonly read: (path: string) => Promise<MemoryRead>;
  /** Why a file must not be imported; undefined if it may be. */
  readonly refuse: (path: string) => string | undefined;
  /** The identities of files that the model already has. */
  readonly known: ReadonlySet<string>;
  /** Paths are shown relative to this folder. */
  readonly base: string;
}

export interface Expanded {
  readonly text: string;
  readonly tree: ImportNode;
  /** The identities of all files whose text is included. */
  readonly identities: ReadonlySet<string>;
  readonly problems: readonly MemoryProblem[];
}

/** The imports in a file at this depth are not expanded. */
const MAX_DEPTH = 5;
/** Without a limit, a few files that import each other several times could expand endlessly. */
const MAX_IMPORTS = 200;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly identity: string;
}

/** Inserts the imported files into a file's text. */
export async function expandImports(source: Source, options: ImportOptions): Promise<Expanded> {
  const expansion = new Expansion(options);
  const { text, node } =
    options.format === 'flat' ? await expansion.flat(source) : await expansion.tree(source, 0, new Set(options.known));
  return { text, tree: node, identities: expansion.identities, problems: expansion.problems };
}

class Expansion {
  readonly problems: MemoryProblem[] = [];
  readonly identities = new Set<string>();
  #imports = 0;

  constructor(private readonly options: ImportOptions) {}

  /** Replaces each import by the imported text. `chain`: the files through which this one is imported. */
  async tree(source: Source, depth: number, chain: ReadonlySet<string>): Promise<{ text: string; node: ImportNode }> {
    const { path, text, identity } = source;
    this.identities.add(identity);
    if (depth >= MAX_DEPTH) {
      await this.#tellTooDeep(source);
      return { text, node: { path, imports: [] } };
    }
    const above = new Set([...chain, identity]);
    const pieces: string[] = [];
    const imports: ImportNode[] = [];
    let end = 0;
    for (const reference of importReferences(text)) {
      const found = await this.#find(source, reference);
      if (!found) continue;
      const { spelled } = found;
      pieces.push(text.slice(end, reference.start));
      end = reference.start + 1 + spelled.length;
      if ('failure' in found) {
        pieces.push(comment(`Import failed: ${spelled} - ${found.failure}`));
      } else if (above.has(found.source.identity)) {
        pieces.push(comment(`File already processed: ${spelled}`));
      } else {
        const inner = await this.tree(found.source, depth + 1, above);
        imports.push(inner.node);
        pieces.push(
          `${comment(`Imported from: ${spelled}`)}\n${inner.text}\n${comment(`End of import from: ${spelled}`)}`,
        );
      }
    }
    return { text: pieces.join('') + text.slice(end), node: { path, imports } };
  }

  /** One block for each file, each file once, with its imports left as written. */
  async flat(first: Source): Promise<{ text: string; node: ImportNode }> {
    const blocks: string[] = [];
    const visit = async (source: Source, depth: number): Promise<ImportNode> => {
      this.identities.add(source.identity);
      const failures: string[] = [];
      const at = blocks.push('') - 1;
      const imports: ImportNode[] = [];
      if (depth >= MAX_DEPTH) await this.#tellTooDeep(source);
      for (const reference of depth < MAX_DEPTH ? importReferences(source.text) : []) {
        const found = await this.#find(source, reference);
        if (!found) continue;
        if ('failure' in found) failures.push(comment(`Import failed: ${found.spelled} - ${found.failure}`));
        else if (!this.identities.has(found.source.identity) && !this.options.known.has(found.source.identity)) {
          imports.push(await visit(found.source, depth + 1));
        }
      }
      const name = relativeTo(this.options.base, source.path);
      const text = [source.text.trim(), ...failures].join('\n');
      blocks[at] = `--- File: ${name} ---\n${text}\n--- End of File: ${name} ---`;
      return { path: source.path, imports };
    };
    const node = await visit(first, 0);
    return { text: blocks.join('\n\n'), node };
  }

  /** Imports in a file at the last level stay as written, and are reported. */
  async #tellTooDeep(source: Source): Promise<void> {
    for (const reference of importReferences(source.text)) {
      const found = await this.#find(source, reference);
      if (!found || 'failure' in found) continue;
      const message = `@${found.spelled} isn't imported: imports are nested more than ${MAX_DEPTH} levels`;
      this.problems.push({ file: source.path, line: reference.line, severity: 'error', message });
    }
  }

  /** Undefined if it isn't an import. `spelled`: the part of the reference that names the file. */
  async #find(
    { path }: Source,
    reference: ImportReference,
  ): Promise<
    ({ readonly spelled: string } & ({ readonly source: Source } | { readonly failure: string })) | undefined
  > {
    const spelled = reference.path;
    const fail = (failure: string, of = spelled) => {
      const message = `@${of} isn't imported: ${failure}`;
      this.problems.push({ file: path, line: reference.line, severity: 'error', message });
      return { spelled: of, failure };
    };
    if (isAddress(spelled)) return fail('Path traversal attempt (addresses are not imported)');
    if (++this.#imports > MAX_IMPORTS) return fail(`more than ${MAX_IMPORTS} imports`);
    // A sentence may end right after a name.
    const shorter = spelled.replace(/[.,;:!?)\]}>'"*_]+$/, '');
    for (const name of shorter === spelled || shorter === '' ? [spelled] : [spelled, shorter]) {
      const target = resolveFrom(parentOf(path) ?? path, name);
      const refusal = this.options.refuse(target);
      if (refusal !== undefined) return fail(refusal, name);
      const read = await this.options.read(target);
      switch (read.kind) {
        case 'missing':
          continue;
        case 'text':
          if (read.isCut) return fail('the file is too large', name);
          return { spelled: name, source: { path: target, text: read.text, identity: read.identity } };
        case 'outside':
          return isBareWord(spelled) ? undefined : fail('Path traversal attempt', name);
        case 'unreadable':
          // A folder may happen to have the same name as a mentioned person.
          return isBareWord(spelled) ? undefined : fail(read.reason, name);
        default:
          return read satisfies never;
      }
    }
    return isBareWord(spelled) ? undefined : fail('File not found', shorter || spelled);
  }
}

function comment(text: string): string {
  return `<!-- ${text.replaceAll('-->', '-- >')} -->`;
}
