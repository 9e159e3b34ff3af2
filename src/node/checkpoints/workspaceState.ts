import type { BlobStore } from './blobStore';
import type { SavedIndex, FileIndex } from './savedIndex';
import { snapshotOf, takeSnapshot, type Snapshot, type SnapshotLimits } from './snapshots';

export type StateBefore = Snapshot & Pick<FileIndex, 'rules'>;

/** What the workspace held when it was last looked at, so that only what has changed since is read. */
export class WorkspaceState {
  #index: FileIndex | undefined;
  #cleared: string | undefined;

  constructor(
    private readonly saved: SavedIndex,
    private readonly blobs: BlobStore,
    private readonly folders: () => readonly string[],
    private readonly limits: SnapshotLimits,
  ) {}

  /** What other processes have put there since is in the index on the disk. */
  outdate(): void {
    this.#index = undefined;
  }

  /** To be called with the mark of what was cleared away last: after another one nothing is known any more. */
  enter(cleared: string): void {
    if (cleared !== this.#cleared) {
      this.outdate();
      this.blobs.forgetKnown();
    }
    this.#cleared = cleared;
  }

  async last(): Promise<FileIndex> {
    return (this.#index ??= await this.saved.load());
  }

  /** Some files as they are now; null: all of the workspace. */
  async look(files: readonly string[] | null): Promise<StateBefore> {
    if (files) return { ...(await snapshotOf(files, this.blobs)), rules: '' };
    const before = await this.last();
    const snapshot = await takeSnapshot(this.folders(), before, this.blobs, this.limits);
    this.#index = { rules: snapshot.rules, tree: snapshot.tree };
    await this.saved.save(this.#index, before);
    return snapshot;
  }
}
