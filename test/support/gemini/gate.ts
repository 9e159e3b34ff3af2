/** Holds a reply where it stands among the steps until the test opens it. */
export class Gate {
  readonly kind = 'gate';
  /** Settles once everything before the gate has been written. */
  readonly reached: Promise<void>;
  readonly opened: Promise<void>;
  private arrive!: () => void;
  private release!: () => void;

  constructor() {
    this.reached = new Promise(resolve => (this.arrive = resolve));
    this.opened = new Promise(resolve => (this.release = resolve));
  }

  open(): void {
    this.release();
  }

  /** For the server: everything before the gate is on its way. */
  arrived(): void {
    this.arrive();
  }
}
