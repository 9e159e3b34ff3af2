import type { BlobStore } from './blobStore';
import type { SavedIndex, FileIndex } from './savedIndex';
import { snapshotOf, takeSnapshot, type Snapshot, type SnapshotLimits } from './snapshots';

export type StateBefore = Snapshot & Pick<FileIndex, 'rules'>;

/** The workspace's last known state, so that only changes since then are read. */
export class WorkspaceState {
  #index: FileIndex | undefined;
  #cleared: string | undefined;

  constructor(
    private readonly saved: SavedIndex,
    private readonly blobs: BlobStore,
    private readonly folders: () => readonly string[],
    private readonly limits: SnapshotLimits,
  ) {}

  /** Makes the next access reload the index from disk, which includes other processes' entries. */
  outdate(): void {
    this.#index = undefined;
  }

  /** To be called with the gate's `cleared` mark: a new mark invalidates everything cached. */
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

  /** Captures the given files; null: the whole workspace. */
  async look(files: readonly string[] | null): Promise<StateBefore> {
    if (files) return { ...(await snapshotOf(files, this.blobs)), rules: '' };
    const before = await this.last();
    const snapshot = await takeSnapshot(this.folders(), before, this.blobs, this.limits);
    this.#index = { rules: snapshot.rules, tree: snapshot.tree };
    await this.saved.save(this.#index, before);
    return snapshot;
  }
}
