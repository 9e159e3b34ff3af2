import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffArrays } from 'diff';
import { ChangeStore } from '../../src/agent/changes/changeStore';
import { KeptChanges } from '../../src/agent/changes/keptChanges';
import { splitLines } from '../../src/agent/changes/lineEdits';
import { TrackedChanges } from '../../src/agent/changes/trackedChanges';
import { ChangeLedger } from '../../src/node/changes/changeLedger';
import { testRestores } from '../support/restoring';
import { median, type Metric } from './metric';

const FILE = '/work/large.ts';
const LINES = 40_000;
const HUNKS = 500;
const ROUNDS = 15;

/** What deciding and typing cost in a large file with many changes, beside a plain diff of the same texts. */
export async function measureChanges(report: (...metrics: Metric[]) => void): Promise<void> {
  const lines = Array.from({ length: LINES }, (_, index) => `const value${index} = ${index};\n`);
  const every = LINES / HUNKS;
  const changed = lines.map((line, index) => (index % every === 7 ? line.replace('const', 'let') : line));
  const [before, after] = [lines.join(''), changed.join('')];
  let count = 0;
  const store = new ChangeStore({ newId: () => `h${++count}`, onChange: () => undefined });
  const source = { sessionId: 's', turn: 't', prompt: '', callId: 'c', author: 'tool', title: '', at: 1 } as const;
  store.agentEdited(FILE, before, after, source);
  const timed = (work: (round: number) => void) =>
    median(
      Array.from({ length: ROUNDS }, (_, round) => {
        const began = performance.now();
        work(round);
        return performance.now() - began;
      }),
    );
  const diff = timed(() => diffArrays(splitLines(before), splitLines(after)));
  const key = timed(round => {
    const place = { line: 20_000, character: round };
    store.edited(FILE, [{ start: place, end: place, text: 'x' }]);
  });
  const ids = store.all().map(({ hunk }) => hunk.id);
  const decision = timed(round => store.decide([ids[round * 20] ?? ''], round % 2 === 0 ? 'keep' : 'undo'));
  const formatted = timed(round => store.observed(FILE, after.replace('value9 ', `value9${round} `)));
  const everywhere = after.replaceAll(';', ' ;');
  const everyLine = timed(round => store.observed(FILE, round % 2 === 0 ? everywhere : after));
  const stored = await storedDecision(before, after);
  const row = (name: string, value: number, limit: number): Metric[] => [
    { name: `changes: ${name}, beside a diff`, value: value / diff, unit: '×', limit },
    { name: `changes: ${name}`, value, unit: 'ms' },
  ];
  report(
    ...row('a keystroke in 40,000 lines with 500 hunks', key, 0.5),
    ...row('a decision in them', decision, 0.5),
    ...row('a decision in them with all that is stored of it', stored, 0.5),
    ...row('what a formatter did to them', formatted, 2),
    ...row('what a formatter did to every line of them', everyLine, 20),
  );
}

/** Milliseconds of the processor that keeping or undoing a hunk takes, with what is stored of it. */
async function storedDecision(before: string, after: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-changes-'));
  const options = { split: splitLines, now: Date.now, log: console };
  const [ledger, keptLedger] = [folder, join(folder, 'kept')].map(
    each => new ChangeLedger({ ...options, folder: each }),
  );
  await Promise.all([ledger?.open(), keptLedger?.open()]);
  let [count, disk] = [0, before];
  const newId = () => `h${++count}`;
  const kept: KeptChanges = new KeptChanges({
    newId,
    onChange: () => keptLedger?.save(FILE, kept.stateOf(FILE)),
  });
  const changes: TrackedChanges = new TrackedChanges({
    newId,
    files: { read: async () => disk, write: async ({ after: text }) => (disk = text ?? '') },
    restores: testRestores(),
    onChange: files => files.length > 0 && !changes.isUndoing(FILE) && ledger?.save(FILE, changes.stateOf(FILE)),
    onDecision: decision => {
      ledger?.decided(decision.decided);
      kept.kept(decision.kept);
    },
    reportBug: console.error,
  });
  const source = { sessionId: 's', turn: 't', prompt: '', callId: 'c', author: 'tool', title: '', at: 1 } as const;
  await changes.editing(
    [{ kind: 'edit', path: FILE, file: FILE, before, after }],
    { sessionId: 's', source },
    async () => {
      disk = after;
      return [{ text: after, isSaved: true }];
    },
  );
  const ids = changes.all().map(({ hunk }) => hunk.id);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.cpuUsage();
    await changes.decide([ids[round * 20] ?? ''], round % 2 === 0 ? 'keep' : 'undo');
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
  }
  await rm(folder, { recursive: true });
  return median(times);
}
