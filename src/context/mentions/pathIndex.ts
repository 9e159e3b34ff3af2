/** Yields if the slice that began at `started` has taken long enough. Returns the start of the next slice. */
export type Pause = (started: number) => number | Promise<number>;

/** A path that matches the typed text; a higher score is better. */
interface Found {
  readonly at: number;
  readonly score: number;
}

/** The number of paths between two looks at the clock. */
const STEP = 512;

/** Many paths, searched with each keystroke. Both building and searching yield regularly. */
export class PathIndex {
  /** The result of the last search: if the user types on, only these paths need to be searched. */
  #before: { readonly typed: string; readonly fits: readonly number[] } | undefined;

  private constructor(
    readonly paths: readonly string[],
    readonly lower: readonly string[],
    /** For each path, a bit mask of the letters and digits in it, which rules out most paths quickly. */
    readonly masks: Int32Array,
    /** For each path, where its last name begins. */
    readonly bases: Int32Array,
    readonly places: ReadonlyMap<string, number>,
  ) {}

  /** Builds the index from files, as POSIX paths, and their folders, with a slash at the end. */
  static async build(files: readonly string[], pause: Pause, now: () => number): Promise<PathIndex> {
    const places = new Map<string, number>();
    const add = (path: string) => places.has(path) || places.set(path, places.size);
    let started = now();
    for (const [i, file] of files.entries()) {
      for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) add(file.slice(0, end + 1));
      add(file);
      if (i % STEP === 0) started = await pause(started);
    }
    const all = [...places.keys()];
    const lower: string[] = [];
    const masks = new Int32Array(all.length);
    const bases = new Int32Array(all.length);
    for (const [i, path] of all.entries()) {
      const small = path.toLowerCase();
      lower.push(small);
      masks[i] = maskOf(small);
      bases[i] = small.lastIndexOf('/', small.length - 2) + 1;
      if (i % STEP === 0) started = await pause(started);
    }
    return new PathIndex(all, lower, masks, bases, places);
  }

  /**
   * The best matches; of equally good ones, those in `first` come first. A match contains each typed word, with its
   * characters in order; the words may be in any order. If nothing is typed, returns `first` and then the shortest
   * paths. Undefined if stopped.
   */
  async search(
    typed: string,
    options: {
      readonly limit: number;
      readonly first: readonly string[];
      readonly pause: Pause;
      readonly now: () => number;
      readonly isStopped?: () => boolean;
    },
  ): Promise<readonly string[] | undefined> {
    const { limit, first, pause, now, isStopped } = options;
    const words = typed.toLowerCase().replaceAll('\\', '/').split(/\s+/).filter(Boolean);
    const mask = maskOf(words.join(''));
    const bonus = new Map(first.map((path, i) => [this.places.get(path), 200 - Math.min(i, 50)]));
    const best = new Best(limit);
    const fits: number[] = [];
    const before = this.#before && typed.startsWith(this.#before.typed) ? this.#before.fits : undefined;
    const count = before?.length ?? this.paths.length;
    let started = now();
    for (let n = 0; n < count; n++) {
      if (n % STEP === 0) {
        started = await pause(started);
        if (isStopped?.()) return undefined;
      }
      const i = before?.[n] ?? n;
      if (((this.masks[i] ?? 0) & mask) !== mask) continue;
      const score = scoreAll(this.lower[i] ?? '', this.bases[i] ?? 0, words);
      if (score === 0) continue;
      fits.push(i);
      best.add({ at: i, score: score + (bonus.size > 0 ? (bonus.get(i) ?? 0) : 0) });
    }
    this.#before = { typed, fits };
    return best.sorted().map(({ at }) => this.paths[at] ?? '');
  }
}

/** Keeps the best of many without sorting them all. */
class Best {
  #found: Found[] = [];
  #least = -Infinity;

  constructor(private readonly limit: number) {}

  add(found: Found): void {
    if (found.score <= this.#least) return;
    this.#found.push(found);
    if (this.#found.length >= 4 * this.limit) this.#cut();
  }

  sorted(): readonly Found[] {
    this.#cut();
    return this.#found;
  }

  #cut(): void {
    this.#found.sort((a, b) => b.score - a.score || a.at - b.at);
    this.#found.length = Math.min(this.#found.length, this.limit);
    if (this.#found.length === this.limit) this.#least = this.#found.at(-1)?.score ?? -Infinity;
  }
}

function scoreAll(path: string, base: number, words: readonly string[]): number {
  let sum = 100 - Math.min(path.length, 200) / 4;
  for (const word of words) {
    const score = scoreOf(path, base, word);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** 0 if the word does not occur. */
function scoreOf(path: string, base: number, word: string): number {
  const inBase = path.indexOf(word, base);
  if (inBase === base) return path.length - base === word.length ? 1200 : 1000;
  if (inBase > base) return isBoundary(path, inBase) ? 900 : 800;
  const anywhere = path.indexOf(word);
  if (anywhere >= 0) return anywhere === 0 || isBoundary(path, anywhere) ? 700 : 600;
  const loose = looseIn(path, word, base);
  return loose > 0 ? 300 + loose : looseIn(path, word, 0);
}

function isBoundary(path: string, at: number): boolean {
  const code = path.charCodeAt(at - 1);
  return code < 48 || (code > 57 && code < 97);
}

/** The score for characters in order but not together: higher at the beginning of words and for adjacent ones. */
function looseIn(path: string, word: string, from: number): number {
  let score = 100;
  let last = from - 1;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    let at = last + 1;
    while (at < path.length && path.charCodeAt(at) !== code) at++;
    if (at === path.length) return 0;
    score += at === last + 1 ? 12 : isSeparator(path.charCodeAt(at - 1)) ? 10 : -Math.min(at - last, 10);
    last = at;
  }
  return Math.max(1, Math.min(score, 290));
}

/** `/`, `-`, `_` and `.` */
function isSeparator(code: number): boolean {
  return code === 47 || code === 45 || code === 95 || code === 46;
}

function maskOf(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + (code % 5));
  }
  return mask;
}
