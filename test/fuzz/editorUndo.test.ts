import assert from 'node:assert/strict';
import { splitLines } from '../../src/agent/changes/lineEdits';
import type { ChangeSource } from '../../src/agent/ports/changes';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import { ChangesInMemory } from '../support/changesInMemory';

const RUNS = fuzzRuns(500);
const FILE = '/w/a.txt';
const LINES = 17;
const SOURCE: ChangeSource = {
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId: 'c',
  author: 'tool',
  title: 'Edit',
  at: 1,
};

/** A file that an agent has edited once, and an editor with its own undo and redo. */
class Editor {
  readonly window: ChangesInMemory;
  readonly #texts: string[] = [];
  #at = 0;
  #count = 0;

  constructor(private readonly random: () => number) {
    const before = Array.from({ length: LINES }, (_, at) => `${at}\n`).join('');
    this.window = new ChangesInMemory(new Map([[FILE, before]]), () => `h${this.#count++}`);
  }

  get text(): string {
    return this.window.disk.get(FILE) ?? '';
  }

  /** Changes, deletes and inserts every other line or so. */
  async begin(): Promise<void> {
    const before = this.text;
    const lines = splitLines(before).map((line, at) => {
      if (at % 2 === 0 || this.random() < 0.3) return line;
      return this.random() < 0.6 ? `agent ${line}` : this.random() < 0.5 ? '' : `${line}agent ${line}`;
    });
    const after = lines.join('');
    const edits = [{ kind: 'edit', path: FILE, file: FILE, before, after }] as const;
    await this.window.changes.editing(edits, { sessionId: 's', source: SOURCE }, async () => {
      this.window.put(FILE, after);
      return [{ text: after, isSaved: true }];
    });
    this.#texts.push(after);
  }

  async step(): Promise<void> {
    const { changes } = this.window;
    const roll = this.random();
    if (roll < 0.25) await this.#writes(() => changes.decide(this.#some(), 'undo'));
    else if (roll < 0.35) await changes.decide(this.#some(), 'keep');
    else if (roll < 0.45) await this.#writes(() => changes.stepBack());
    else this.#go(roll < 0.75 ? -1 : 1);
  }

  #some(): string[] {
    return this.window.changes.all().flatMap(({ hunk }) => (this.random() < 0.4 ? [hunk.id] : []));
  }

  async #writes(work: () => Promise<unknown>): Promise<void> {
    const before = this.text;
    await work();
    if (this.text === before) return;
    this.#texts.splice(++this.#at, Infinity, this.text);
  }

  /** The editor's undo or redo, as a window reports them; not beyond the agent's edit. */
  #go(by: -1 | 1): void {
    const text = this.#texts[this.#at + by];
    if (text === undefined) return;
    this.#at += by;
    this.window.put(FILE, text);
    const { changes } = this.window;
    if (!changes.isFollowed(FILE) || changes.cameBack(FILE, text)) return;
    changes.observed(FILE, text, true);
  }
}

describe('Decisions and the editor’s undo and redo', () => {
  it('leave as many changes as there were, decided or not, in any order', async function () {
    this.timeout(0);
    for (let run = 1; run <= RUNS; run++) {
      const editor = new Editor(seeded(run * 4271 + Number(process.env.POLLUX_FUZZ_SEED ?? 1)));
      await editor.begin();
      const { changes } = editor.window;
      const total = changes.all().length;
      for (let step = 0; step < 14; step++) {
        await editor.step();
        assert.equal(changes.reviewed + changes.all().length, total, `Run ${run}, step ${step}`);
        assert.deepEqual(changes.lost(), [], 'nothing needs the user');
      }
    }
  });
});
