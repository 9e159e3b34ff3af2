import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import type { Spent } from '../../../../src/agent/ports/dayLedger';
import { createDayLedger } from '../../../../src/node/sessions/dayLedger';
import { Scratch } from '../../../support/scratch';

describe('The ledger of a day', () => {
  let scratch: Scratch;
  let errors: unknown[];
  beforeEach(async () => {
    scratch = await Scratch.make();
    errors = [];
  });
  afterEach(() => scratch.close());

  const open = (day = 21) => {
    const log = { info: () => undefined, warn: () => undefined, error: (text: string) => void errors.push(text) };
    return createDayLedger(scratch.absolute('spending'), () => new Date(2026, 10, day), log);
  };
  const one: Spent = { tokens: 100, money: 0.25, requests: 1, ms: 5 };
  const nothing: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };

  it('holds what all windows add, which lose nothing of each other', () => {
    const [a, b] = [open(), open()];
    assert.deepEqual(a.sum(), { ok: true, spent: nothing });
    for (let i = 0; i < 50; i++) {
      a.add(one);
      b.add(one);
    }
    const spent = { tokens: 10_000, money: 25, requests: 100, ms: 500 };
    assert.deepEqual([a.sum(), b.sum(), open().sum()], Array(3).fill({ ok: true, spent }));
    assert.deepEqual(errors, []);
  });

  it('begins anew when the person lets the day go on, and with each day', () => {
    open().add(one);
    open().grant();
    assert.deepEqual(open().sum(), { ok: true, spent: nothing });
    open().add(one);
    assert.deepEqual(open(22).sum(), { ok: true, spent: nothing });
    assert.deepEqual(
      readdirSync(scratch.absolute('spending')),
      ['spent-2026-11-22.jsonl'],
      'what was before is deleted',
    );
  });

  it('counts a damaged line as the costliest of the day, and stops no work', async () => {
    open().add(one);
    const file = 'spending/spent-2026-11-21.jsonl';
    const [good, most] = [one, { tokens: 900, money: 2, requests: 2, ms: 7 }].map(each => JSON.stringify(each));
    const damaged = ['{"tokens":1', 'null', '{"tokens":-1,"money":0,"requests":0,"ms":0}', '{"tokens":1}', '\0\0'];
    for (const line of damaged) {
      await scratch.put(file, `${good}\n${line}\n${most}\n`);
      const spent = { tokens: 1900, money: 4.25, requests: 5, ms: 19 };
      assert.deepEqual(open().sum(), { ok: true, spent }, line);
    }
    await scratch.put(file, `{"tok${good}\n{"tokens":4`);
    const ledger = open();
    ledger.add(one);
    assert.deepEqual(ledger.sum(), { ok: true, spent: { tokens: 400, money: 1, requests: 4, ms: 20 } });
  });

  it('keeps no budget that a full disk does not let it keep, and has all that was spent once there is room', async () => {
    if (process.platform !== 'linux') return;
    await mkdir(scratch.absolute('spending'));
    const file = scratch.absolute('spending/spent-2026-11-21.jsonl');
    await symlink('/dev/full', file);
    for (const ledger of [open(), open()]) {
      const before = ledger.sum();
      assert.ok(
        !before.ok && before.message.includes('budget can’t be enforced: The disk is full.'),
        JSON.stringify(before),
      );
      ledger.add(one);
    }
    const ledger = open();
    ledger.add(one);
    ledger.add(one);
    await rm(file);
    assert.deepEqual(ledger.sum(), { ok: true, spent: { tokens: 200, money: 0.5, requests: 2, ms: 10 } });
    assert.deepEqual(open().sum(), ledger.sum());
  });

  it('logs what it can not write', async () => {
    await scratch.put('spending', 'a file where the folder should be');
    open().add(one);
    assert.equal(errors.length, 1);
    assert.equal(open().sum().ok, false);
  });
});
