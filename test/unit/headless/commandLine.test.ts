import assert from 'node:assert/strict';
import { InputError, readCommandLine, type FlagDefinition } from '../../../src/headless/commandLine';

const DEFINITIONS: readonly FlagDefinition[] = [
  { name: 'output-format', short: 'o', takes: 'text' },
  { name: 'yolo', short: 'y', takes: 'nothing' },
  { name: 'skip-trust', takes: 'nothing' },
  { name: 'resume', short: 'r', takes: 'maybeText' },
  { name: 'policy', takes: 'text' },
];
const read = (...args: string[]) => readCommandLine(args, DEFINITIONS);

describe('A command line', () => {
  it('takes a text in every spelling', () => {
    for (const args of [
      ['--output-format', 'json'],
      ['--output-format=json'],
      ['--outputFormat', 'json'],
      ['--outputFormat=json'],
      ['-o', 'json'],
      ['-ojson'],
      ['-o=json'],
      ['-yo', 'json'],
      ['-o', 'text', '-o', 'json'],
    ]) {
      assert.equal(read(...args).text('output-format'), 'json', args.join(' '));
    }
  });

  it('switches on, off, and not at all', () => {
    for (const [args, isOn] of [
      [['--yolo'], true],
      [['-y'], true],
      [['--yolo', 'true'], true],
      [['--yolo=true'], true],
      [['--yolo', 'false'], false],
      [['--yolo=false'], false],
      [['-y=false'], false],
      [['-y', 'false'], false],
      [['--no-yolo'], false],
      [['--noYolo'], false],
      [['--yolo', '--no-yolo'], false],
      [['--no-yolo', '-y'], true],
      [[], undefined],
    ] as const) {
      const line = read(...args);
      assert.equal(line.given('yolo'), isOn, args.join(' '));
      assert.deepEqual(line.positionals, []);
    }
    assert.deepEqual(read('--skipTrust', 'Hi').positionals, ['Hi']);
  });

  it('takes a text that may be left out', () => {
    assert.equal(read('-r').text('resume'), '');
    assert.equal(read('-r', '-y').text('resume'), '');
    assert.equal(read('-r', '3').text('resume'), '3');
    assert.equal(read('--resume=').text('resume'), '');
    assert.equal(read().text('resume'), undefined);
  });

  it('takes all of several, and separates them by commas where that is asked for', () => {
    const line = read('--policy', 'a, b', '--policy=c,');
    assert.deepEqual(line.texts('policy'), ['a, b', 'c,']);
    assert.deepEqual(line.list('policy'), ['a', 'b', 'c']);
  });

  it('leaves the rest to the prompt', () => {
    assert.deepEqual(read('What', '-y', 'is', '-', '-1', '- this', '--', '--yolo').positionals, [
      'What',
      'is',
      '-',
      '-1',
      '- this',
      '--yolo',
    ]);
  });

  it('refuses what it does not know, and what lacks its value', () => {
    for (const [args, message] of [
      [['--nonsense'], /no flag --nonsense/],
      [['-yx'], /no flag -x/],
      [['--no-resume'], /no flag --no-resume/],
      [['--yolo=maybe'], /--yolo takes true or false: maybe/],
      [['-o'], /-o needs a value\./],
      [['-o', '-y'], /-o needs a value\. If "-y" is meant, write -o=-y/],
    ] as const) {
      assert.throws(
        () => read(...args),
        (error: unknown) => error instanceof InputError && message.test(error.message),
        args.join(' '),
      );
    }
  });
});
