import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LoopWatch, repeatedCycle, repeatedText } from '../../src/agent/run/loopDetection';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(500);

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const json = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });

/** The same value, with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, reversed(each)] as const);
  return Object.fromEntries(entries.reverse());
}

describe('Loop detection, whatever came before,', () => {
  it('finds every cycle of one to five calls, and one that is no longer and came no less often', () => {
    const cases = fc.tuple(
      fc.array(key),
      fc.array(key, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 3, max: 6 }),
    );
    fc.assert(
      fc.property(cases, ([before, cycle, times]) => {
        const found = repeatedCycle([...before, ...Array.from({ length: times }, () => cycle).flat()]);
        assert.ok(found && found.period <= cycle.length && found.times >= times);
      }),
      { numRuns },
    );
  });

  it('finds none where no call comes twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), keys => assert.equal(repeatedCycle(keys), undefined)),
      { numRuns },
    );
  });

  it('takes calls for the same whatever the order of their arguments', () => {
    fc.assert(
      fc.property(json, args => {
        const watch = new LoopWatch();
        const take = (each: object) => watch.takeCalls([{ id: 'c', name: 'x', args: { ...each } }]);
        take(args);
        take(reversed(args) as object);
        assert.equal(take(args)?.times, 3);
      }),
      { numRuns },
    );
  });

  it('never ends a run that it has not warned', () => {
    fc.assert(
      fc.property(fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 40 }), answers => {
        const watch = new LoopWatch();
        let isWarned = false;
        for (const names of answers) {
          const found = watch.takeCalls(names.map(name => ({ id: 'c', name, args: {} })));
          if (found?.isFinal) assert.ok(isWarned);
          if (found) isWarned = true;
        }
      }),
      { numRuns },
    );
  });

  it('finds every sentence that is said over and over', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(fc.lorem(), words, (before, sentence) => {
        const unit = `${sentence.join(' ')}. `;
        const found = repeatedText(`${before}\n${unit.repeat(Math.max(11, Math.ceil(600 / unit.length)))}`);
        assert.ok(found && found.times >= 10);
      }),
      { numRuns },
    );
  });

  it('finds nothing in text in which every line is another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 200 }), numbers => {
        const text = numbers.map(each => `Line ${each} says something of its own.\n`).join('');
        assert.equal(repeatedText(text), undefined);
      }),
      { numRuns },
    );
  });
});
