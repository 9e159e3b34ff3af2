/** The changes of a lens or of a row in the tree. */
export interface NamedChanges {
  readonly ids: readonly string[];
  /** The location, if they are in one place. */
  readonly place?: { readonly file: string; readonly line: number };
}

export function isNamed(value: unknown): value is NamedChanges {
  return typeof value === 'object' && value !== null && 'ids' in value && Array.isArray(value.ids);
}
