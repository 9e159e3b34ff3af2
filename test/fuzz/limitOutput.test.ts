import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitOutput } from '../../src/agent/calls/limitOutput';
import { fuzzRuns } from '../support/fuzzRuns';

const text = fc.string({ unit: fc.constantFrom('a', '\n', '🎉', 'ü', '\r\n'), maxLength: 400 });

describe('An output that is too long', () => {
  it('keeps its beginning and its end, whole characters and at most the limit', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 5, max: 300 }), async (whole, max) => {
        const saved: string[] = [];
        const save = async (text: string) => `/kept/${saved.push(text)}`;
        const limited = await limitOutput(whole, save, max);
        if (whole.length <= max) {
          assert.equal(limited, whole);
          assert.deepEqual(saved, []);
          return;
        }
        assert.deepEqual(saved, [whole]);
        const parts =
          /^([^]*)\n\n\.\.\. \[(\d+) characters omitted; the full output is in \/kept\/1, .*\] \.\.\.\n\n([^]*)$/;
        const [, head = '', missing, tail = ''] = parts.exec(limited) ?? [];
        assert.ok(whole.startsWith(head) && whole.endsWith(tail));
        assert.ok(head.length + tail.length <= max);
        assert.equal(Number(missing), whole.length - head.length - tail.length);
        assert.ok(!/\p{Surrogate}/u.test(limited));
        assert.ok(max < 20 || tail !== '');
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('is cut at ends of lines where some are near', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}\n`).join('');
    const limited = await limitOutput(lines, async () => '/kept/x');
    const [head = '', tail = ''] = limited.split(/\n\n\.\.\. .* \.\.\.\n\n/);
    assert.match(head, /\nline \d+$/);
    assert.match(tail, /^line \d+\n/);
    assert.ok(lines.includes(`${head}\n`) && lines.includes(`\n${tail}`));
  });

  it('keeps a fifth of the limit from the beginning and the rest from the end', async () => {
    const limited = await limitOutput('x'.repeat(100_000), async () => '/kept/x');
    const note = /\n\n\.\.\. \[60000 characters omitted; the full output is in \/kept\/x, .*\] \.\.\.\n\n/;
    assert.deepEqual(
      limited.split(note).map(part => part.length),
      [8000, 32_000],
    );
  });

  it('says so if it couldn’t be saved', async () => {
    const limited = await limitOutput('x'.repeat(50_000), () => Promise.reject(new Error('disk full')));
    assert.match(limited, /couldn't be saved: disk full/);
  });
});
