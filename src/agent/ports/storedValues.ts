/** Small JSON values by name, which outlive the host's process. */
export interface KeptValues {
  get(name: string): unknown;
  /** Kept for good when this returns. Undefined takes the value away. */
  set(name: string, value: unknown): void;
}
