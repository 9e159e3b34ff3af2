import type { PlainRow } from './plainWindow';

const TOP = '';

/**
 * The rows of a tree as the editor has them. A row stays the same object for as long as it is listed, and what it says follows
 * what there is; so only what looks different is made again, and a click on any other row is not lost.
 */
export class ShownRows<T extends PlainRow> {
  /** By the id of the row that they are below, those that the editor has asked for. */
  readonly #below = new Map<string, readonly T[]>();
  #byId = new Map<string, T>();
  readonly #touched = new Set<string>();

  /** `rows` gives those below a row, or at the top. */
  constructor(private readonly rows: (row?: T) => Promise<readonly T[]>) {}

  get areAsked(): boolean {
    return this.#below.has(TOP);
  }

  /** What the editor is to show below a row. */
  async children(row?: T): Promise<readonly T[]> {
    const fresh = await this.rows(row);
    const listed = fresh.map(each => followed(this.#byId.get(each.id) ?? each, each));
    this.#below.set(row?.id ?? TOP, listed);
    for (const each of listed) this.#byId.set(each.id, each);
    return listed;
  }

  /** The user has done something to this row that the editor shows at once, whatever comes of it. */
  touch({ id }: T): void {
    this.#touched.add(id);
  }

  /** Rows to make again, with all below them; undefined stands for the whole tree. */
  async stale(): Promise<readonly (T | undefined)[]> {
    const found = await this.#staleBelow(undefined);
    if (found.includes(undefined)) this.#forget();
    return found;
  }

  async #staleBelow(row: T | undefined): Promise<(T | undefined)[]> {
    const shown = this.#below.get(row?.id ?? TOP);
    if (!shown) return [];
    const fresh = await this.rows(row);
    if (fresh.map(({ id }) => id).join('\n') !== shown.map(({ id }) => id).join('\n')) return [row];
    const found: (T | undefined)[] = [];
    for (const [index, each] of shown.entries()) {
      const now = fresh[index] ?? each;
      const looksTheSame = looks(each) === looks(now) && !this.#touched.delete(each.id);
      followed(each, now);
      if (looksTheSame) found.push(...(await this.#staleBelow(each)));
      else found.push(each);
    }
    return found;
  }

  /** The editor asks for all of it again. */
  #forget(): void {
    const listed = [...this.#below.values()].flat();
    this.#byId = new Map(listed.map(row => [row.id, row]));
    this.#below.clear();
    this.#touched.clear();
  }
}

/** All that can be seen of a row, or heard. */
function looks({ label, description, readAs, tooltip, icon, contextValue, expands, command, check }: PlainRow): string {
  return JSON.stringify([label, description, readAs, tooltip, icon, contextValue, expands, command, check]);
}

/** The row, which says now what `fresh` says. */
function followed<T extends PlainRow>(row: T, fresh: T): T {
  if (row === fresh) return row;
  for (const key of Object.keys(row)) if (!(key in fresh)) Reflect.deleteProperty(row, key);
  return Object.assign(row, fresh);
}
