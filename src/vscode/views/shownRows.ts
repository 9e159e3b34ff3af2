import type { PlainRow } from '../plainWindow';

const TOP = '';

/**
 * The rows of a tree as the editor has them. A row stays the same object while it is listed, and its properties are
 * updated; so only rows that look different are re-created, and no click on another row is lost.
 */
export class ShownRows<T extends PlainRow> {
  /** The rows that the editor has requested, by the id of their parent row. */
  readonly #below = new Map<string, readonly T[]>();
  #byId = new Map<string, T>();
  /** The rows above the listed ones, by the id of the listed one. */
  readonly #above = new Map<string, T>();
  readonly #touched = new Set<string>();

  /** `rows` returns those below a row, or the top ones. */
  constructor(private readonly rows: (row?: T) => Promise<readonly T[]>) {}

  get areAsked(): boolean {
    return this.#below.has(TOP);
  }

  /** The rows that the editor should show below a row. */
  async children(row?: T): Promise<readonly T[]> {
    const fresh = await this.rows(row);
    const listed = fresh.map(each => followed(this.#byId.get(each.id) ?? each, each));
    this.#below.set(row?.id ?? TOP, listed);
    for (const each of listed) {
      this.#byId.set(each.id, each);
      if (row) this.#above.set(each.id, row);
    }
    return listed;
  }

  /** The row above a listed one; undefined: it is at the top. */
  parentOf({ id }: T): T | undefined {
    return this.#above.get(id);
  }

  /** Marks a row for which the editor shows a user action immediately, whatever its outcome. */
  touch({ id }: T): void {
    this.#touched.add(id);
  }

  /** The rows to re-create, with all below them; undefined means the whole tree. */
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

  /** Called because the editor requests everything again. */
  #forget(): void {
    const listed = [...this.#below.values()].flat();
    this.#byId = new Map(listed.map(row => [row.id, row]));
    for (const id of this.#above.keys()) if (!this.#byId.has(id)) this.#above.delete(id);
    this.#below.clear();
    this.#touched.clear();
  }
}

/** Everything that can be seen or heard of a row. */
function looks({ label, description, readAs, tooltip, icon, contextValue, expands, command, check }: PlainRow): string {
  return JSON.stringify([label, description, readAs, tooltip, icon, contextValue, expands, command, check]);
}

/** Returns `row` itself, with the properties of `fresh`. */
function followed<T extends PlainRow>(row: T, fresh: T): T {
  if (row === fresh) return row;
  for (const key of Object.keys(row)) if (!(key in fresh)) Reflect.deleteProperty(row, key);
  return Object.assign(row, fresh);
}
