import assert from 'node:assert/strict';
import { join } from 'node:path';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import { TrackedChanges } from '../../../../src/agent/changes/trackedChanges';
import type { ChangeSource } from '../../../../src/agent/ports/changes';
import { ChangeLedger } from '../../../../src/node/changes/changeLedger';
import { decidedOf, othersChanges } from '../../../../src/node/changes/othersChanges';
import { recordedNews } from '../../../../src/node/changes/recordedNews';
import { Scratch } from '../../../support/scratch';
import { testRestores } from '../../../support/restoring';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\n';
const after = 'one\nTWO\nthree\nfour\nFIVE\nsix\n';
const source: ChangeSource = {
  ...{ sessionId: 's', turn: 't', prompt: 'Go', callId: 'c', author: 'tool', title: 'Edit', at: 1 },
};

describe('Windows on one folder', () => {
  let scratch: Scratch;
  let texts: Map<string, string | null>;
  /** Delays what is read of files. */
  let reading: Promise<unknown>;
  const closing: (() => void)[] = [];
  beforeEach(async () => {
    scratch = await Scratch.make();
    texts = new Map();
    reading = Promise.resolve();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await scratch.close();
  });

  /** A window, with what waits until something is as it should be there. */
  async function open() {
    const waiting = new Set<() => void>();
    const log = { error: (message: string, error: unknown) => assert.fail(`${message}: ${String(error)}`) };
    const folder = scratch.absolute('c');
    const stored = { split: splitLines, now: Date.now, log: log as never };
    const ledger = new ChangeLedger({ ...stored, folder });
    const lost = new ChangeLedger({ ...stored, folder: join(folder, 'lost') });
    const lookAgain = () => [...waiting].forEach(look => look());
    let saved = 0;
    const changes: TrackedChanges = new TrackedChanges({
      restores: testRestores(),
      files: {
        read: async file => {
          const text = texts.get(file) ?? null;
          await reading;
          return text;
        },
        write: async ({ file, after: text }) => {
          texts.set(file, text);
          return text;
        },
      },
      newId: () => `h${Math.random()}`,
      onChange: files => {
        for (const file of files) {
          if (changes.isAdopting(file)) continue;
          saved++;
          ledger.save(file, changes.stateOf(file));
        }
        lookAgain();
      },
      onDecision: ({ decided }) => ledger.decided(decided),
      known: recordedNews(ledger, log as never),
      onLost: (key, state) => lost.save(key, state ?? undefined),
      reportBug: log.error,
    });
    await ledger.open();
    await lost.open();
    const waits = await ledger.load();
    changes.restoreReviewed(decidedOf(ledger.reviewed));
    for (const [file, state] of waits) await changes.restore(file, state);
    const others = othersChanges(changes);
    const hear: string[] = [];
    closing.push(
      await ledger.follow({
        onFile: others.onFile,
        onDecided: decided => {
          others.onDecided(decided);
          hear.push(...decided.map(({ id, choice }) => `${choice} ${id}`));
          lookAgain();
        },
      }),
    );
    closing.push(
      await lost.follow({
        onFile: async (key, state) => {
          changes.adoptLost(key, state);
          lookAgain();
        },
        onDecided: () => undefined,
      }),
    );
    const until = (isSo: () => boolean) =>
      new Promise<void>(resolve => {
        const look = () => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    return { changes, hear, until, saves: () => saved };
  }

  const edit = async ({ changes }: Awaited<ReturnType<typeof open>>, file: string) => {
    texts.set(file, before);
    const proposal = { kind: 'edit', path: file, file, before, after } as const;
    await changes.editing([proposal], { sessionId: 's', source }, async () => {
      texts.set(file, after);
      return [{ text: after, isSaved: true }];
    });
  };

  it('see what the other has changed and decided, without a reload, and do not answer each other for ever', async () => {
    const [one, two] = [await open(), await open()];
    await edit(one, '/a');
    await two.until(() => two.changes.all().length === 2);
    assert.deepEqual(two.changes.stateOf('/a'), one.changes.stateOf('/a'));
    const [first] = two.changes.all();
    await two.changes.decide([first?.hunk.id ?? ''], 'keep');
    await one.until(() => one.changes.all().length === 1);
    assert.deepEqual(one.changes.stateOf('/a'), two.changes.stateOf('/a'));
    await one.until(() => one.hear.length === 1);
    assert.equal(one.changes.reviewed, 1, 'it counts as reviewed here, too');
    assert.match((await one.changes.betweenSteps('s')) ?? '', /The user kept: \/a:2/, 'the model of the chat hears it');
    await two.changes.stepBack();
    await one.until(() => one.changes.all().length === 2);
    assert.equal(one.changes.reviewed, 0, 'nor does it any longer when that is taken back');
    await two.changes.decide([first?.hunk.id ?? ''], 'keep');
    await one.until(() => one.hear.length === 2 && one.changes.all().length === 1);
    await one.changes.decide(
      one.changes.all().map(({ hunk }) => hunk.id),
      'undo',
    );
    await two.until(() => two.changes.all().length === 0);
    assert.equal(texts.get('/a'), 'one\nTWO\nthree\nfour\nfive\nsix\n');
    assert.ok(one.saves() + two.saves() < 10, 'what one has taken over it does not write again');
  });

  it('decide in one while it still reads what the other has changed', async () => {
    const [one, two] = [await open(), await open()];
    let go!: () => void;
    reading = new Promise<void>(resolve => (go = resolve));
    await edit(one, '/a');
    await two.until(() => two.changes.all().length === 2);
    await two.changes.decide(
      two.changes.all().map(({ hunk }) => hunk.id),
      'undo',
    );
    go();
    await one.until(() => one.changes.all().length === 0);
    assert.equal(texts.get('/a'), before);
    assert.deepEqual([two.changes.all(), two.changes.lost(), one.changes.lost()], [[], [], []]);
    await two.changes.stepBack();
    assert.equal(texts.get('/a'), after, 'what was read before the decision counts for nothing');
    assert.equal(two.changes.all().length, 2);
  });

  it('count what was decided before they were opened, and tell the model once what it has not heard', async () => {
    const one = await open();
    await edit(one, '/a');
    assert.equal(await one.changes.betweenSteps('s'), undefined);
    const [first, second] = one.changes.all().map(({ hunk }) => hunk.id);
    await one.changes.decide([first ?? ''], 'keep');
    const mine = `mine\n${after}`;
    texts.set('/a', mine);
    one.changes.observed('/a', mine, true);
    const two = await open();
    assert.deepEqual([two.changes.reviewed, two.changes.reviewedOf('s'), two.changes.reviewedOf('t')], [1, 1, 0]);
    two.changes.recovered('s');
    const told = (await two.changes.betweenSteps('s')) ?? '';
    assert.match(told, /The user kept: \/a:2/);
    assert.match(told, /\+mine/);
    assert.equal(await two.changes.betweenSteps('s'), undefined, 'once');
    const three = await open();
    three.changes.recovered('s');
    assert.equal(await three.changes.betweenSteps('s'), undefined, 'not in the next window again');
    await three.changes.decide([second ?? ''], 'undo');
    const four = await open();
    assert.equal(four.changes.reviewed, 0, 'nothing is left to decide');
    four.changes.recovered('s');
    assert.match((await four.changes.betweenSteps('s')) ?? '', /The user undid[^\n]*: \/a:6/);
    await edit(four, '/a');
    assert.equal((await open()).changes.reviewed, 0, 'a new round');
  });

  it('do not store what a model knows of secrets', async () => {
    const one = await open();
    await edit(one, '/.env');
    texts.set('/.env', 'mine\n');
    const two = await open();
    two.changes.recovered('s');
    assert.equal(await two.changes.betweenSteps('s'), undefined);
  });

  it('list the same as needing the user, and no longer what was dismissed in one of them', async () => {
    const [one, two] = [await open(), await open()];
    await edit(one, '/a');
    await two.until(() => two.changes.all().length === 2);
    texts.set('/a', before);
    one.changes.observed('/a', before);
    await two.until(() => two.changes.lost().length === 2);
    two.changes.observed('/a', before);
    assert.equal(two.changes.lost().length, 2, 'and not twice');
    const [first = '', second = ''] = one.changes.lost().map(({ hunk }) => hunk.id);
    two.changes.dismiss([first]);
    await one.until(() => one.changes.lost().length === 1);
    one.changes.dismiss([second]);
    await two.until(() => two.changes.lost().length === 0);
  });

  it('that decide the same at the same time agree in the end, and lose nothing else', async () => {
    const [one, two] = [await open(), await open()];
    await edit(one, '/a');
    await two.until(() => two.changes.all().length === 2);
    const [first = '', second = ''] = one.changes.all().map(({ hunk }) => hunk.id);
    await Promise.all([one.changes.decide([first], 'keep'), two.changes.decide([first], 'undo')]);
    const isSettled = ({ changes }: typeof one) =>
      !changes.isAdopting('/a') && changes.stateOf('/a')?.lines.join('') === texts.get('/a');
    while (!isSettled(one) || !isSettled(two)) await new Promise(setImmediate);
    assert.equal(texts.get('/a'), after.replace('TWO', 'two'), 'what was undone is');
    assert.deepEqual(one.changes.baseOf('/a'), two.changes.baseOf('/a'));
    await one.changes.decide([second], 'undo');
    await two.until(() => two.changes.all().length === 0);
    assert.equal(texts.get('/a'), before);
  });

  it('take what is stored before it is written for no edit of anybody', async () => {
    const [one, two] = [await open(), await open()];
    texts.set('/a', before);
    const proposal = { kind: 'edit', path: '/a', file: '/a', before, after } as const;
    await one.changes.editing([proposal], { sessionId: 's', source }, async () => {
      await two.until(() => two.changes.all().length === 2);
      while (two.changes.isAdopting('/a')) await new Promise(setImmediate);
      texts.set('/a', after);
      return [{ text: after, isSaved: true }];
    });
    two.changes.observed('/a', after);
    assert.equal(two.changes.all().length, 2);
    assert.deepEqual(two.changes.stateOf('/a'), one.changes.stateOf('/a'));
  });

  it('can not undo in one what was kept in the other', async () => {
    const [one, two] = [await open(), await open()];
    await edit(one, '/a');
    await two.until(() => two.changes.all().length === 2);
    const ids = one.changes.all().map(({ hunk }) => hunk.id);
    await one.changes.decide(ids, 'keep');
    await two.until(() => two.changes.all().length === 0);
    assert.equal((await two.changes.decide(ids, 'undo')).decided, 0);
    assert.equal(texts.get('/a'), after);
  });
});
