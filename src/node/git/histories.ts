import { historyIdentity } from './historyIdentity';
import { searchHistory, type HistoryFindings } from './historySecrets';

/** A more recent change may be followed by another one with the same timestamps. */
const SETTLED_MS = 2000;
/** A search that timed out is retried after this time. */
const UNKNOWN_MS = 300_000;
const MAX_KEPT = 20;

interface Known extends HistoryFindings {
  readonly identity: string;
  readonly isSecret: (path: string) => boolean;
  readonly at: number;
}

export interface HistoryPlace {
  /** `top`: the root of the working tree; `directory`: its git directory; `common`: the repository's shared one. */
  readonly top: string;
  readonly directory: string;
  readonly common: string;
}

/** Whether repositories' histories contain secrets; searched again only after a change. */
export class Histories {
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly search = searchHistory,
    private readonly now: () => number = Date.now,
  ) {}

  /** Also true if unknown, or if one of `hashes` wasn't part of the searched history. */
  async holdSecrets(
    git: string,
    { top, directory, common }: HistoryPlace,
    isSecret: (path: string) => boolean,
    hashes: readonly string[],
  ): Promise<boolean> {
    const now = this.now();
    const identity = await historyIdentity(directory, common);
    const known = this.#known.get(directory);
    const isCurrent =
      known !== undefined &&
      known.identity === identity?.text &&
      known.isSecret === isSecret &&
      (known.holds !== 'unknown' || now - known.at < UNKNOWN_MS);
    if (isCurrent && known.holds !== 'none') return true;
    const open = hashes.map(hash => hash.toLowerCase()).filter(hash => !isCurrent || !known.reached.has(hash));
    if (isCurrent && (open.length === 0 || open.some(hash => known.missing.has(hash)))) return open.length > 0;
    const found = await this.search(git, top, isSecret, open);
    if (identity && now - identity.changedAt > SETTLED_MS) {
      const before = isCurrent ? known : undefined;
      this.#keep(directory, {
        holds: found.holds,
        reached: new Set([...(before?.reached ?? []), ...found.reached]),
        missing: new Set([...(before?.missing ?? []), ...found.missing]),
        identity: identity.text,
        isSecret,
        at: now,
      });
    }
    return found.holds !== 'none' || found.missing.size > 0;
  }

  #keep(directory: string, known: Known): void {
    this.#known.delete(directory);
    this.#known.set(directory, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KEPT && oldest !== undefined) this.#known.delete(oldest);
  }
}
