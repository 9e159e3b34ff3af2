import assert from 'node:assert/strict';
import { InputWatch } from '../../../../src/node/process/inputWatch';
import { mayAsk } from '../../../../src/node/process/mayAsk';
import type { AwaitedInput } from '../../../../src/shared/events';

describe('Watching whether a command waits for input', () => {
  let now: number;
  let timers: { readonly at: number; readonly work: () => void }[];
  let told: (AwaitedInput | null)[];
  let isReading: () => Promise<boolean>;
  let watch: InputWatch;

  beforeEach(() => {
    now = 0;
    timers = [];
    told = [];
    isReading = async () => false;
    watch = new InputWatch({
      after(ms, work) {
        const timer = { at: now + ms, work };
        timers.push(timer);
        return () => (timers = timers.filter(each => each !== timer));
      },
      isReading: () => isReading(),
      onChange: awaited => told.push(awaited),
    });
  });

  /** Lets time pass, and everything happen that is due. */
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    for (let due = next(end); due; due = next(end)) {
      timers = timers.filter(each => each !== due);
      now = due.at;
      due.work();
      await new Promise(setImmediate);
    }
    now = end;
  }
  const next = (end: number) => timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];

  it('takes two seconds of silence after an unfinished line for a question', async () => {
    watch.printed('Working\nName: ');
    await pass(1900);
    assert.deepEqual(told, []);
    await pass(200);
    assert.deepEqual(told, ['text']);
    await pass(60_000);
    assert.deepEqual(told, ['text']);
  });

  it('counts the silence from the last output', async () => {
    for (const piece of ['Na', 'me', ': ']) {
      watch.printed(piece);
      await pass(1500);
    }
    assert.deepEqual(told, []);
    await pass(500);
    assert.deepEqual(told, ['text']);
  });

  it('takes it back when there is more output', async () => {
    watch.printed('Name: ');
    await pass(2000);
    watch.printed('(never mind)\n');
    assert.deepEqual(told, ['text', null]);
    await pass(60_000);
    assert.deepEqual(told, ['text', null]);
  });

  it('takes it back with an answer, and asks no second time for the same line', async () => {
    watch.printed('Name: ');
    await pass(2000);
    watch.answered();
    await pass(60_000);
    assert.deepEqual(told, ['text', null]);
    watch.printed('Age: ');
    await pass(2000);
    assert.deepEqual(told, ['text', null, 'text']);
  });

  it('shows within five seconds that a silent command has begun to read', async () => {
    await pass(10_500);
    assert.deepEqual(told, []);
    isReading = async () => true;
    await pass(5000);
    assert.deepEqual(told, ['text']);
  });

  it('says nothing if there was output while it was asking who reads', async () => {
    let answer: (isReading: boolean) => void = () => undefined;
    isReading = () => new Promise(resolve => (answer = resolve));
    watch.printed('Working\n');
    await pass(2000);
    watch.printed('Still working\n');
    answer(true);
    await new Promise(setImmediate);
    assert.deepEqual(told, []);
  });

  it('says nothing any more when the command has ended', async () => {
    watch.printed('Name: ');
    await pass(2000);
    watch.end();
    assert.deepEqual(told, ['text', null]);
    watch.printed('Name: ');
    await pass(60_000);
    assert.deepEqual([told, timers], [['text', null], []]);
  });

  const prompts: readonly (readonly [output: string, awaited: AwaitedInput | undefined])[] = [
    ['Continue? [y/N] ', 'text'],
    ['\x1b[32m?\x1b[0m Project name \x1b[2m›\x1b[0m ', 'text'],
    ['Press Enter to continue...', 'text'],
    ['50%\rName: ', 'text'],
    ['Password: ', 'secret'],
    ['[sudo] password for ada: ', 'secret'],
    ["Enter passphrase for key '/home/ada/.ssh/id_rsa': ", 'secret'],
    ['Enter PEM pass phrase:', 'secret'],
    ['Card PIN: ', 'secret'],
    ['Passwort: ', 'secret'],
    ['Pinned version: ', 'text'],
    ['Password: wrong\nUser: ', 'text'],
    ['done\n', undefined],
    ['', undefined],
    ['Compiling...', undefined],
    ['tests/a.py ....', undefined],
    ['\r 45%', undefined],
    ['one\n  \x1b[0m', undefined],
  ];
  for (const [output, awaited] of prompts) {
    it(`takes ${JSON.stringify(output)} for ${awaited ?? 'no question'}`, async () => {
      watch.printed(output);
      await pass(2000);
      assert.deepEqual(told, awaited ? [awaited] : []);
    });
  }

  it('knows a secret by the words before it, whole lines or not, until others come', async () => {
    watch.printed('Password');
    watch.printed(':\n');
    assert.equal(watch.kind, 'secret');
    isReading = async () => true;
    await pass(2000);
    assert.deepEqual(told, ['secret']);
    watch.answered();
    assert.equal(watch.kind, 'secret');
    watch.printed('Welcome\n');
    assert.equal(watch.kind, 'text');
  });
});

describe('A command', () => {
  for (const command of ['rg foo', 'cd a && rg -n foo | head', '(ag x)', '/usr/bin/rg x', 'ls; ack foo']) {
    it(`has no input where it would search that instead of the folder: ${command}`, () => {
      assert.equal(mayAsk(command), false);
    });
  }
  for (const command of ['npm init', 'cargo build', 'flag x', 'ls rg.txt', 'cat pack']) {
    it(`may ask: ${command}`, () => {
      assert.equal(mayAsk(command), true);
    });
  }
});
