import assert from 'node:assert/strict';
import { ChangeStore } from '../../src/agent/changes/changeStore';
import { baseOf, touches } from '../../src/agent/changes/fileChanges';
import { closedLines, lineEditOf, splitLines, trimmed, type LineEdit } from '../../src/agent/changes/lineEdits';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import type { ChangeSource, FileChanges } from '../../src/agent/ports/changes';

const RUNS = fuzzRuns(600);
const FILE = '/w/a.txt';
const ENDINGS = ['\n', '\r\n'];
/** Texts that a careless cut would break: halves of pairs, both normal forms, marks and nothing at all. */
const SPECIAL = ['', '\uFEFF', '\uD83D', '🎉', 'é', 'e\u0301', '\t', 'x'];

/** Chance that is the same for the same run. */
class Dice {
  constructor(private readonly random: () => number) {}

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  of<T>(all: readonly T[]): T {
    const one = all[this.below(all.length)];
    assert.ok(one !== undefined);
    return one;
  }
}

/** A file that two agents, a user and a formatter change, and what must be true of it after each step. */
class Play {
  text: string;
  count = 0;
  store: ChangeStore;
  readonly #end: string;

  constructor(
    readonly dice: Dice,
    /** Lines of which each stands there once: then each can be told whose it is. */
    readonly isUnique: boolean,
  ) {
    this.#end = dice.of(ENDINGS);
    const lines = Array.from({ length: dice.below(8) }, () => this.line('o'));
    this.text = lines.join('');
    if (dice.below(3) === 0) this.text = this.text.replace(/\r?\n$/, '');
    this.store = this.#newStore();
  }

  #newStore(): ChangeStore {
    return new ChangeStore({ newId: () => `h${this.count++}`, onChange: () => undefined });
  }

  line(who: string): string {
    return this.isUnique ? `${who}${this.count++}${this.#end}` : this.dice.of(SPECIAL) + this.dice.of(ENDINGS);
  }

  get state(): FileChanges {
    const lines = splitLines(this.text);
    return this.store.stateOf(FILE) ?? { lines, hunks: [], wasThere: true, isThere: true };
  }

  edit(who: string): LineEdit {
    const { lines } = this.state;
    const start = this.dice.below(lines.length + 1);
    const end = Math.min(lines.length, start + this.dice.below(3));
    const added = Array.from({ length: this.dice.below(3) }, () => this.line(who));
    const isLast = end === lines.length && this.dice.below(4) === 0;
    const last = added.at(-1);
    if (isLast && last !== undefined) added[added.length - 1] = last.replace(/\r?\n$/, '');
    return { start, end, lines: added };
  }

  agent(who: string): void {
    const { base, text } = this.both();
    const edit = this.edit(who);
    const lines = [...this.state.lines];
    lines.splice(edit.start, edit.end - edit.start, ...edit.lines);
    const after = closedLines(lines).join('');
    this.store.agentEdited(FILE, text, after, sourceOf(who, this.count++));
    this.text = after;
    assert.equal(this.both().base, base, 'an edit of the agent changes no base');
  }

  /** By what the editor reports, or by what the file holds afterwards. */
  user(isExact: boolean): void {
    const before = this.state;
    const { base } = this.both();
    const asked = this.edit('u');
    const change = {
      start: { line: asked.start, character: 0 },
      end: { line: asked.end, character: 0 },
      text: asked.lines.join(''),
    };
    const edit = lineEditOf(before.lines, change);
    if (!edit) return;
    const lines = [...before.lines];
    lines.splice(edit.start, edit.end - edit.start, ...edit.lines);
    this.text = lines.join('');
    if (isExact) assert.ok(this.store.edited(FILE, [change]));
    else this.store.observed(FILE, this.text);
    const small = trimmed(before.lines, edit);
    if (before.hunks.some(hunk => touches(before, hunk, small))) return;
    // Lines that were taken away, put back by chance.
    const isRestored = !this.isUnique && this.state.hunks.length < before.hunks.length;
    if (!isRestored && (this.isUnique || isExact)) this.#isTheirs(base, small, before);
  }

  /** What touched no hunk is in the base just as it is in the text, and nothing else of the base is different. */
  #isTheirs(base: string, edit: LineEdit, before: FileChanges): void {
    const [old, now] = [splitLines(base), splitLines(this.both().base)];
    const shared = trimmed(old, { start: 0, end: old.length, lines: now });
    const plain = (lines: readonly string[]) => lines.map(line => line.replace(/\r?\n$/, ''));
    assert.equal(now.length - old.length, edit.lines.length - (edit.end - edit.start));
    if (!this.isUnique) return;
    const gone = plain(before.lines.slice(edit.start, edit.end));
    for (const line of plain(edit.lines)) assert.ok(plain(now).includes(line), `${line} was lost`);
    // A decision that a crash has made forgotten may be offered again, with a line that is in the text already.
    const isTwice = (line: string) => plain(old).indexOf(line) !== plain(old).lastIndexOf(line);
    for (const line of gone) {
      assert.ok(!plain(now).includes(line) || plain(edit.lines).includes(line) || isTwice(line));
    }
    assert.ok(plain(shared.lines).every(line => plain(edit.lines).includes(line) || plain(old).includes(line)));
  }

  decide(): void {
    const ids = this.state.hunks.map(({ id }) => id).filter(() => this.dice.below(2) === 0);
    if (ids.length === 0) return;
    const before = this.both();
    const choice = this.dice.of(['keep', 'undo'] as const);
    const { writes } = this.store.decide(ids, choice);
    this.#write(writes);
    if (choice === 'keep') assert.equal(this.text, before.text, 'to keep changes no text');
    else assert.equal(this.both().base, before.base, 'to undo changes no base');
    if (this.dice.below(3) > 0) return;
    const step = this.store.stepBack();
    if (!step) return;
    this.#write(step.writes);
    assert.deepEqual(this.both(), before, 'a step back');
  }

  stepBack(): void {
    this.#write(this.store.stepBack()?.writes ?? []);
  }

  #write(writes: readonly { readonly text: string | null }[]): void {
    for (const { text } of writes) this.text = text ?? '';
  }

  /** What was stored is what is there; after a crash it is older, and what came after it is taken for the user's. */
  reload(stored: FileChanges | undefined): void {
    const { text } = this;
    const isOld = stored !== this.store.stateOf(FILE);
    const before = this.both();
    this.store = this.#newStore();
    if (stored) this.store.restore(FILE, JSON.parse(JSON.stringify(stored)) as FileChanges);
    this.store.observed(FILE, text);
    if (!isOld) assert.deepEqual(this.both(), before, 'a reload changes nothing');
  }

  both(): { base: string; text: string } {
    return { base: baseOf(this.state).join(''), text: this.text };
  }

  check(): void {
    const { lines, hunks } = this.state;
    assert.equal(lines.join(''), this.text, 'what is known is what is there');
    let end = 0;
    for (const hunk of hunks) {
      assert.ok(hunk.start >= end && hunk.end >= hunk.start && hunk.end <= lines.length, 'hunks are in order');
      end = hunk.end;
    }
    assert.equal(hunksApplied(this.state), this.text, 'hunks applied to the base give the text');
    assert.equal(new Set(hunks.map(({ id }) => id)).size, hunks.length, 'ids are unique');
  }

  /** What all decisions at once, and one after the other in any order, lead to. */
  settle(): void {
    const state = this.state;
    const ids = state.hunks.map(({ id }) => id);
    const after = (...steps: readonly (readonly [readonly string[], 'keep' | 'undo'])[]) => {
      const store = this.#newStore();
      store.restore(FILE, state);
      let text = this.text;
      for (const [some, choice] of steps) text = store.decide(some, choice).writes.at(-1)?.text ?? text;
      return text;
    };
    const { base } = this.both();
    assert.equal(after([ids, 'undo']), base, 'undo all leaves the base');
    assert.equal(after([ids, 'keep']), this.text);
    const kept = ids.filter(() => this.dice.below(2) === 0);
    const rest = ids.filter(id => !kept.includes(id));
    assert.equal(after([kept, 'keep'], [rest, 'undo']), after([rest, 'undo'], [kept, 'keep']), 'the order is all one');
    const oneByOne = [...ids].sort(() => this.dice.below(3) - 1).map(id => [[id], 'undo'] as const);
    assert.equal(after(...oneByOne), base, 'one by one is as all at once');
  }
}

function hunksApplied(state: FileChanges): string {
  const base = baseOf(state);
  const lines: string[] = [];
  let [at, shift] = [0, 0];
  for (const { start, end, base: old } of state.hunks) {
    const from = start + shift;
    assert.deepEqual(base.slice(from, from + old.length), old);
    lines.push(...base.slice(at, from), ...state.lines.slice(start, end));
    at = from + old.length;
    shift += old.length - (end - start);
  }
  return [...lines, ...base.slice(at)].join('');
}

function sourceOf(who: string, count: number): ChangeSource {
  return { sessionId: who, turn: 't', prompt: 'Go', callId: `c${count}`, author: 'tool', title: 'edit', at: count };
}

function play(run: number, isUnique: boolean): void {
  const dice = new Dice(seeded(run * 7919 + Number(process.env.POLLUX_FUZZ_SEED ?? 1)));
  const game = new Play(dice, isUnique);
  let stored: FileChanges | undefined;
  for (let step = 0; step < 12; step++) {
    const what = dice.below(10);
    if (what < 3) game.agent('a');
    else if (what < 4) game.agent('b');
    else if (what < 6) game.user(true);
    else if (what < 7) game.user(false);
    else if (what < 8) game.decide();
    else if (what < 9) game.stepBack();
    else game.reload(dice.below(3) === 0 ? stored : game.store.stateOf(FILE));
    game.check();
    if (dice.below(3) === 0) stored = game.store.stateOf(FILE);
  }
  game.settle();
}

describe('Changes under review', () => {
  for (const isUnique of [true, false]) {
    it(`never take anything from the user, whoever edits what, ${isUnique ? 'line by line' : 'where lines are alike'}`, function () {
      this.timeout(0);
      for (let run = 1; run <= RUNS; run++) {
        try {
          play(run, isUnique);
        } catch (error) {
          throw new Error(`Run ${run}: ${String(error)}`, { cause: error });
        }
      }
    });
  }
});
