/** Small JSON values by name, which outlive the host's process. */
export interface KeptValues {
  get(name: string): unknown;
  /** The value is stored durably when this returns. Undefined deletes it. */
  set(name: string, value: unknown): void;
}
