import assert from 'node:assert/strict';
import { baseOf } from '../../src/agent/changes/fileChanges';
import { splitLines } from '../../src/agent/changes/lineEdits';
import type { ChangeSource, FileChanges, TextChange } from '../../src/agent/ports/changes';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import { ChangesInMemory, positionOf, withoutEnding } from '../support/changesInMemory';

const RUNS = fuzzRuns(200);
const NAMES = ['/w/a.txt', '/w/b.txt', '/w/c.txt'];
/** What a careless cut, comparison or normalization would break. */
const PIECES = ['', '\uFEFF', '\uD83D', '\uDE00', '🎉', 'é', 'e\u0301', '\t', ' ', 'x'];
const ENDINGS = ['\n', '\r\n', '\r'];

/** Files that two agents, a user, a formatter, git and a crash change, and what must be true of them after each step. */
class Game {
  window: ChangesInMemory;
  readonly disk = new Map<string, string>();
  readonly #texts: [string, string][] = [];
  #crash: Pick<ChangesInMemory, 'stored' | 'lost'> | undefined;
  #count = 0;
  /** When lines were first written, as counted: the same line may be written elsewhere later. */
  readonly #written = new Map<string, number>();
  #decidedAt = 0;
  readonly #newId = () => `h${this.#count++}`;

  constructor(private readonly random: () => number) {
    for (const name of NAMES.slice(0, 2)) this.disk.set(name, this.#lines(this.#below(7)).join(''));
    this.window = new ChangesInMemory(this.disk, this.#newId);
  }

  #below(count: number): number {
    return Math.floor(this.random() * count);
  }

  #of<T>(all: readonly T[]): T {
    const one = all[this.#below(all.length)];
    assert.ok(one !== undefined);
    return one;
  }

  #lines(count: number): string[] {
    const ending = this.#of(ENDINGS);
    return Array.from({ length: count }, () => {
      const line = this.#of(PIECES) + (this.#below(5) === 0 ? '' : String(++this.#count));
      if (!this.#written.has(line)) this.#written.set(line, this.#count);
      return line + (this.#below(8) === 0 ? this.#of(ENDINGS) : ending);
    });
  }

  /** The text with some of its lines replaced. */
  #edited(text: string): string {
    const lines = splitLines(text);
    lines.splice(this.#below(lines.length + 1), this.#below(3), ...this.#lines(this.#below(3)));
    const edited = lines.join('');
    return this.#below(6) === 0 ? edited.replace(/[\r\n]+$/, '') : edited;
  }

  #formatted(text: string): string {
    return splitLines(text)
      .map(line => line.replace(/^[\t ]*/, this.#below(2) === 0 ? '\t' : ''))
      .join('');
  }

  async step(): Promise<void> {
    const { changes } = this.window;
    const file = this.#of(NAMES);
    const before = this.disk.get(file) ?? null;
    if (before !== null) this.#texts.push([file, before]);
    const moves: (() => Promise<void> | void)[] = [
      () => this.#agent('a', file),
      () => this.#agent('a', file),
      () => this.#agent('b', file),
      () => this.#command(file),
      () => this.#type(file),
      () => this.#type(file),
      () => this.#other(file, before === null ? null : this.#formatted(before)),
      () => this.#other(file, this.#below(3) === 0 ? null : this.#edited(before ?? '')),
      () => this.#other(...this.#of([...this.#texts, [file, before] as const])),
      () => this.#rename(file),
      () => this.#decide(),
      () => this.#decide(),
      () => this.#keepingOthersLines(() => changes.stepBack(), this.#decidedAt),
      () => this.#applyAgain(),
      () => this.#reload(),
    ];
    await this.#of(moves)();
    this.check();
    if (this.#below(4) === 0) this.#crash = { stored: new Map(this.window.stored), lost: new Map(this.window.lost) };
  }

  #source(who: string): ChangeSource {
    const at = this.#count++;
    return { sessionId: who, turn: 't', prompt: 'Go', callId: `c${at}`, author: 'tool', title: 'edit', at };
  }

  /** An edit, with what a formatter makes of it on saving. */
  async #agent(who: string, file: string): Promise<void> {
    const before = this.disk.get(file) ?? null;
    const after = this.#edited(before ?? '');
    const written = this.#below(4) === 0 ? this.#formatted(after) : after;
    const source = this.#source(who);
    await this.window.changes.editing(
      [{ kind: 'edit', path: file, file, before, after }],
      { sessionId: who, source },
      async () => {
        this.disk.set(file, written);
        return [{ text: written, isSaved: true }];
      },
    );
  }

  async #command(file: string): Promise<void> {
    const source = this.#source('a');
    const stop = await this.window.changes.following(source);
    const before = this.disk.get(file) ?? null;
    const text = this.#below(3) === 0 ? null : this.#edited(before ?? '');
    this.window.put(file, text);
    this.window.changes.commandChanged(source, [{ file, before, text }]);
    stop();
  }

  /** Several carets at once, anywhere in lines, as an editor reports it. */
  #type(file: string): void {
    const text = this.disk.get(file);
    if (text === undefined) return;
    const places = Array.from({ length: 1 + this.#below(3) }, () => this.#below(text.length + 1)).sort((a, b) => a - b);
    const edits: { from: number; to: number; text: string }[] = [];
    for (const place of places) {
      const from = Math.max(place, edits.at(-1)?.to ?? 0);
      const to = Math.min(text.length, from + (this.#below(2) === 0 ? 0 : this.#below(5)));
      if (edits.at(-1)?.to === from) continue;
      edits.push({
        from,
        to,
        text: this.#below(3) === 0 ? this.#lines(2).join('') : `${this.#of(PIECES)}${this.#count++}`,
      });
    }
    let after = text;
    for (const edit of [...edits].reverse()) after = after.slice(0, edit.from) + edit.text + after.slice(edit.to);
    this.disk.set(file, after);
    const changes: TextChange[] = edits.map(edit => {
      return { start: positionOf(text, edit.from), end: positionOf(text, edit.to), text: edit.text };
    });
    const { edited, observed } = this.#bound();
    if (!edited(file, changes)) observed(file, after, true);
    // What an editor makes of halves of a line ending is seen when it is saved.
    else if (this.#textOf(file) !== after) observed(file, after, true);
  }

  #bound() {
    const { changes } = this.window;
    return { edited: changes.edited.bind(changes), observed: changes.observed.bind(changes) };
  }

  #textOf(file: string): string | null {
    const state = this.window.changes.stateOf(file);
    return state?.isThere ? state.lines.join('') : null;
  }

  /** A formatter, git or another program: what was to be decided is so still, or needs the user. */
  #other(file: string, text: string | null): void {
    const { changes } = this.window;
    // A file that the agent deleted and that is there again is just not deleted any longer.
    const ids = changes.all().flatMap(place => (changes.stateOf(place.file)?.isThere ? [place.hunk.id] : []));
    const needing = changes.lost().map(({ hunk }) => hunk.id);
    this.window.put(file, text);
    if (changes.isFollowed(file)) changes.observed(file, text);
    const now = new Set([...changes.all(), ...changes.lost()].map(({ hunk }) => hunk.id));
    for (const id of [...ids, ...needing]) assert.ok(now.has(id), `${id} is neither to be decided nor listed`);
  }

  #rename(from: string): void {
    const to = NAMES.find(name => !this.disk.has(name) && !this.window.changes.isFollowed(name));
    const text = this.disk.get(from);
    if (to === undefined || text === undefined) return;
    this.window.put(from, null);
    this.window.put(to, text);
    this.window.changes.renamed(from, to);
  }

  async #decide(): Promise<void> {
    const { changes } = this.window;
    const ids = changes.all().flatMap(({ hunk }) => (this.#below(2) === 0 ? [hunk.id] : []));
    const choice = this.#of(['keep', 'undo'] as const);
    const texts = new Map(this.disk);
    this.#decidedAt = this.#count;
    await this.#keepingOthersLines(() => changes.decide(ids, choice, true));
    if (choice === 'keep') assert.deepEqual(this.disk, texts, 'to keep writes nothing');
  }

  /** Whatever is decided, lines that are in no hunk stay; those from before `since`, and `gone`, apart. */
  async #keepingOthersLines(decide: () => Promise<unknown>, since = -1, gone: readonly string[] = []): Promise<void> {
    const { changes } = this.window;
    const others = changes.files().map(file => {
      const { lines = [], hunks = [] } = changes.stateOf(file) ?? {};
      return [file, lines.filter((_, at) => !hunks.some(({ start, end }) => start <= at && at < end))] as const;
    });
    await decide();
    for (const [file, lines] of others) {
      const left = splitLines(this.disk.get(file) ?? '').map(withoutEnding);
      let at = 0;
      for (const line of lines.map(withoutEnding)) {
        // An empty line after a lone \r is the other half of a line ending.
        if (line === '' || (this.#written.get(line) ?? -1) < since || gone.includes(line)) continue;
        const found = left.indexOf(line, at);
        assert.ok(found >= 0, `${JSON.stringify(line)} of ${file} was lost`);
        at = found + 1;
      }
    }
  }

  async #applyAgain(): Promise<void> {
    const { changes } = this.window;
    const wanted = changes.lost().flatMap(({ hunk }) => (this.#below(2) === 0 ? [hunk.id] : []));
    if (this.#below(3) === 0) changes.dismiss(wanted);
    else {
      // What it takes away again.
      const meant = changes.lost().filter(({ hunk }) => wanted.includes(hunk.id));
      const gone = meant.flatMap(({ hunk }) => hunk.base.map(withoutEnding));
      await this.#keepingOthersLines(() => changes.applyAgain(wanted, true), -1, gone);
    }
  }

  /** The next window knows what this one stored; after a crash, what was stored at some moment before. */
  async #reload(): Promise<void> {
    const { changes, stored, lost } = this.window;
    const isCrash = this.#crash !== undefined && this.#below(2) === 0;
    const before = [...changes.all(), ...changes.lost()].map(({ hunk }) => hunk.id).sort();
    const from = isCrash && this.#crash ? this.#crash : { stored, lost };
    const asStored = (map: Map<string, FileChanges>) =>
      new Map(JSON.parse(JSON.stringify([...map])) as [string, FileChanges][]);
    this.window = new ChangesInMemory(this.disk, this.#newId, asStored(from.stored), asStored(from.lost));
    const next = this.window.changes;
    for (const [file, state] of [...this.window.stored]) await next.restore(file, state);
    this.#crash = undefined;
    const after = [...next.all(), ...next.lost()].map(({ hunk }) => hunk.id).sort();
    if (!isCrash) assert.deepEqual(after, before, 'a reload changes nothing');
  }

  check(): void {
    const { changes } = this.window;
    const ids = changes.all().map(({ hunk }) => hunk.id);
    assert.equal(new Set(ids).size, ids.length, 'ids are unique');
    for (const file of changes.files()) {
      const state = changes.stateOf(file);
      assert.ok(state);
      assert.equal(state.isThere ? state.lines.join('') : null, this.disk.get(file) ?? null, 'known is what is there');
      const base = baseOf(state);
      let [end, at, shift] = [0, 0, 0];
      const applied: string[] = [];
      for (const hunk of state.hunks) {
        assert.ok(hunk.start >= end && hunk.end >= hunk.start && hunk.end <= state.lines.length, 'hunks are in order');
        end = hunk.end;
        applied.push(...base.slice(at, hunk.start + shift), ...state.lines.slice(hunk.start, hunk.end));
        at = hunk.start + shift + hunk.base.length;
        shift += hunk.base.length - (hunk.end - hunk.start);
      }
      applied.push(...base.slice(at));
      assert.equal(applied.join(''), state.lines.join(''), 'hunks applied to the base give the text');
    }
  }
}

describe('Changes of several files under review', () => {
  it('are decidable or need the user, and never take lines that are in none, whoever writes, renames and reloads', async function () {
    this.timeout(0);
    for (let run = 1; run <= RUNS; run++) {
      const game = new Game(seeded(run * 6151 + Number(process.env.POLLUX_FUZZ_SEED ?? 1)));
      let step = 0;
      try {
        for (; step < 14; step++) await game.step();
      } catch (error) {
        throw new Error(`Run ${run}, step ${step}: ${String(error)}`, { cause: error });
      }
    }
  });
});
