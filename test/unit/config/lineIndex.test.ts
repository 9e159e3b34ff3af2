import assert from 'node:assert/strict';
import { LineIndex } from '../../../src/config/lineIndex';
import { HOSTILE_TEXTS } from '../../bench/hostileTexts';

describe('The lines of a text', () => {
  it('begin behind each end of a line, of whichever kind', () => {
    const lines = new LineIndex('a\nb\r\nc\rd');
    const places = [0, 1, 2, 3, 5, 7, 8].map(offset => lines.at(offset));
    assert.deepEqual(
      places.map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 1],
        [4, 1],
        [4, 2],
      ],
    );
    assert.deepEqual(new LineIndex('').at(0), { line: 1, column: 1 });
  });
});

/** Far more than it takes, and far less than what grows out of hand would. How long it takes is measured in the bench. */
const GENEROUS_MS = 5000;

describe('A text that is made to be slow to read', () => {
  for (const { name, run } of HOSTILE_TEXTS) {
    it(`is read or refused soon: ${name}`, async function () {
      this.timeout(60_000);
      const before = process.cpuUsage();
      try {
        await run();
      } catch (error) {
        assert.ok(!(error instanceof RangeError || error instanceof TypeError), String(error));
      }
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 1000 < GENEROUS_MS, `${(user + system) / 1000} ms`);
    });
  }
});
