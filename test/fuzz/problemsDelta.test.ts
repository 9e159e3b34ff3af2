import assert from 'node:assert/strict';
import fc from 'fast-check';
import { problemsDelta } from '../../src/agent/calls/problemsDelta';
import type { Problem } from '../../src/shared/problems';
import { fuzzRuns } from '../support/fuzzRuns';

const problemAt = (line: number, message = 'wrong', file = '/a'): Problem => ({
  file,
  line,
  column: 1,
  severity: 'error',
  message,
});

const fate = fc.constantFrom('kept', 'inserted', 'deleted');
const ending = fc.constantFrom('\n', '\r\n');
const known = new Set(['/a']);

/** Two texts of lines that are all different, with the lines' numbers in both. */
function textsOf(fates: readonly string[], eol: string) {
  const old = fates.flatMap((each, i) => (each === 'inserted' ? [] : [i]));
  const now = fates.flatMap((each, i) => (each === 'deleted' ? [] : [i]));
  const text = (lines: readonly number[]) => lines.map(i => `line ${i}${eol}`).join('');
  const change = { file: '/a', before: text(old), after: text(now) };
  return { change, lineBefore: (i: number) => old.indexOf(i) + 1, lineAfter: (i: number) => now.indexOf(i) + 1 };
}

describe('The difference that a change makes to problems', () => {
  it('is none for problems that only moved, wherever lines come and go', () => {
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 30 }), ending, (fates, eol) => {
        const { change, lineBefore, lineAfter } = textsOf(fates, eol);
        const kept = fates.flatMap((each, i) => (each === 'kept' ? [i] : []));
        const before = kept.map(i => problemAt(lineBefore(i)));
        const after = kept.map(i => problemAt(lineAfter(i)));
        assert.deepEqual(problemsDelta(before, after, [change], known), { fresh: [], uncertain: [], fixed: 0 });
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('is what stands on new lines, and what stood on lines that are gone', () => {
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 30 }), ending, (fates, eol) => {
        const { change, lineBefore, lineAfter } = textsOf(fates, eol);
        const those = (which: string) => fates.flatMap((each, i) => (each === which ? [i] : []));
        const before = those('deleted').map(i => problemAt(lineBefore(i), 'old'));
        const after = those('inserted').map(i => problemAt(lineAfter(i), 'new'));
        const delta = problemsDelta(before, after, [change], known);
        assert.deepEqual(delta, { fresh: after, uncertain: [], fixed: before.length });
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('accounts for every problem once', () => {
    const problems = fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('x', 'y'), fc.constantFrom('/a', '/b'))
        .map(([line, message, file]) => problemAt(line, message, file)),
      { maxLength: 12 },
    );
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n'), { maxLength: 9 }).map(lines => lines.join(''));
    fc.assert(
      fc.property(problems, problems, text, text, fc.boolean(), (before, after, old, now, isKnown) => {
        const changes = [{ file: '/a', before: old, after: now }];
        const delta = problemsDelta(before, after, changes, isKnown ? known : new Set());
        const counted = before.filter(each => isKnown || each.file === '/b').length;
        const matched = counted - delta.fixed;
        assert.equal(delta.fresh.length + delta.uncertain.length + matched, after.length);
        assert.ok(matched >= 0);
        if (isKnown) assert.deepEqual(delta.uncertain, []);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('leaves problems of a file that was not known as uncertain, unless their lines are new', () => {
    const change = { file: '/a', before: 'a\nb\n', after: 'a\nnew\nb\n' };
    const after = [problemAt(1), problemAt(2), problemAt(3)];
    assert.deepEqual(problemsDelta([], after, [change], new Set()), {
      fresh: [problemAt(2)],
      uncertain: [problemAt(1), problemAt(3)],
      fixed: 0,
    });
  });

  it('tells a problem of a rewritten line from one more of its kind', () => {
    const change = { file: '/a', before: 'a\nb\nc\n', after: 'a\nB\nB\nc\n' };
    const delta = problemsDelta([problemAt(2)], [problemAt(2), problemAt(3)], [change], known);
    assert.deepEqual(delta, { fresh: [problemAt(3)], uncertain: [], fixed: 0 });
  });

  it('takes all of a new file for new, and sees what breaks in other files', () => {
    const change = { file: '/a', before: null, after: 'a\n' };
    const after = [problemAt(1), problemAt(7, 'wrong', '/b'), problemAt(9, 'wrong', '/b')];
    const delta = problemsDelta([problemAt(9, 'wrong', '/b')], after, [change], new Set());
    assert.deepEqual(delta.fresh, after.slice(0, 2));
  });
});
