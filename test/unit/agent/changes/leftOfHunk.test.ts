import assert from 'node:assert/strict';
import { unchanged } from '../../../../src/agent/changes/fileChanges';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import { observedByAgent, observedOutside } from '../../../../src/agent/changes/observe';

/** How many hunks of the agent's edit are left when another program has written the file. */
function left(base: string, made: string, now: string): number {
  let count = 0;
  const source = {
    sessionId: 's',
    turn: 't',
    prompt: 'Go',
    callId: 'c',
    author: 'tool',
    title: 'edit',
    at: 1,
  } as const;
  const state = observedByAgent(unchanged(splitLines(base)), splitLines(made), source, () => `h${count++}`);
  return observedOutside(state, splitLines(now)).hunks.length;
}

const cases: readonly (readonly [name: string, base: string, made: string, now: string])[] = [
  ['one sign, and git puts another line there', 'a\nx = 1\nb\n', 'a\nx = 1;\nb\n', 'a\ny = 2\nb\n'],
  ['a line that shares a word with the line of git', 'a\nb\n', 'a\nreturn total(x)\nb\n', 'a\nconst total = 3\nb\n'],
  ['an argument that is gone, in a line that git replaces', 'a\nfoo(x, y)\nb\n', 'a\nfoo(x)\nb\n', 'a\nbar(z)\nb\n'],
  ['an order of words, and git has other words', 'a\nf(x, y)\nb\n', 'a\nf(y, x)\nb\n', 'a\nf(p, q)\nb\n'],
  ['a deletion between lines that git replaces', 'a\nb\nc\n', 'a\nc\n', 'd\ne\nf\n'],
  ['an indentation, and git has another line', 'a\nb\nc\n', 'a\n  b\nc\n', 'a\nd\nc\n'],
  [
    'a new file that shares a few words with the file of another branch',
    '',
    'import { a } from "./a";\n\nexport function sum(list) {\n  return list.length;\n}\n',
    'import { b } from "./b";\n\nexport const product = (...all) => all.reduce(times, 1);\n',
  ],
];

const kept: readonly (readonly [name: string, base: string, made: string, now: string])[] = [
  ['lines that a formatter indents and closes', 'a\nb\n', 'a\nlet x = "y"\nb\n', "a\n  let x = 'y';\nb\n"],
  [
    'lines that a formatter wraps',
    'a\n',
    'a\ncall(first, second, third)\n',
    'a\ncall(\n  first,\n  second,\n  third,\n)\n',
  ],
  [
    'a line of which another program changes a word',
    'a\nb\n',
    'a\nlet count = items.length\nb\n',
    'a\nlet size = items.length\nb\n',
  ],
  [
    'a line that a merge marks as a conflict',
    'a\nb\n',
    'a\nours here\n',
    'a\n<<<<<<< a\ntheirs\n=======\nours here\n>>>>>>> b\n',
  ],
  ['a deletion beside which another line is changed', 'a\nb\nc\n', 'a\nc\n', 'A\nc\n'],
  ['an argument that is gone, in a line that a formatter indents', 'a\nfoo(x, y)\n', 'a\nfoo(x)\n', 'a\n  foo( x );\n'],
];

describe('A change that another program writes over', () => {
  for (const [name, ...texts] of cases) {
    it(`is not taken for what is there now: ${name}`, () => assert.equal(left(...texts), 0));
  }
  for (const [name, ...texts] of kept) {
    it(`is still there: ${name}`, () => assert.equal(left(...texts), 1));
  }
});
