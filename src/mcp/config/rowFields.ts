import { isJsonObject, type JsonObject } from '../../shared/jsonObject';

/** A mistake in a row. `path` is its place in the row, such as `headers.X`; empty for the row itself. */
export interface RowProblem {
  readonly path: string;
  readonly message: string;
  /** If set, the server can't be used; otherwise only the field is ignored. */
  readonly costsServer?: true;
}

/** The fields of a row of `mcpServers`, read by type, and the problems found in them. */
export class RowFields {
  readonly problems: RowProblem[] = [];
  readonly given: JsonObject;

  constructor(row: unknown) {
    this.given = isJsonObject(row) ? row : {};
    if (!isJsonObject(row)) this.lose('', 'must be an object with "command" or "url"');
  }

  text(field: string): string | undefined {
    const value = this.given[field];
    if (value === undefined || typeof value === 'string') return value;
    this.report(field, 'must be a string');
    return undefined;
  }

  flag(field: string): boolean | undefined {
    const value = this.given[field];
    if (value === undefined || typeof value === 'boolean') return value;
    this.report(field, 'must be true or false');
    return undefined;
  }

  /** An invalid list costs the server if ignoring it would run something else or allow more tools. */
  texts(field: string, isNeeded = field === 'includeTools' || field === 'excludeTools'): readonly string[] | undefined {
    const value = this.given[field];
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value;
    if (isNeeded) this.lose(field, 'must be a list of strings');
    else this.report(field, 'must be a list of strings');
    return undefined;
  }

  /** Numbers and booleans are converted to strings. */
  record(field: string): Readonly<Record<string, string>> | undefined {
    const value = this.given[field];
    if (value === undefined || value === null) return undefined;
    if (!isJsonObject(value)) {
      this.report(field, 'must be an object of strings');
      return undefined;
    }
    const entries = Object.entries(value).flatMap(([name, each]) => {
      if (['string', 'number', 'boolean'].includes(typeof each)) return [[name, String(each)] as const];
      this.report(`${field}.${name}`, 'must be a string');
      return [];
    });
    return Object.fromEntries(entries);
  }

  report(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  lose(path: string, message: string): void {
    this.problems.push({ path, message, costsServer: true });
  }

  isLost(): boolean {
    return this.problems.some(({ costsServer }) => costsServer);
  }
}
