import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileFind, compileSuffix, matchingOf } from '../../../../src/node/search/find';

describe('Finding by the end of a name', () => {
  it('finds what the glob does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '.', '-', '_', '7', '/'), maxLength: 12 });
    const path = word.filter(file => file !== '' && !/^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)/.test(file));
    const suffix = fc.string({ unit: fc.constantFrom('a', 'B', '.', '-', '7'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(suffix, path, fc.boolean(), (end, file, isCaseSensitive) => {
        const pattern = `**/*${end}`;
        const quick = compileSuffix(pattern, isCaseSensitive);
        if (quick) assert.equal(quick(file), compileFind(pattern, isCaseSensitive)(file));
      }),
      { numRuns: 2000 },
    );
  });

  it('is for plain ends only', () => {
    for (const pattern of ['*.ts', '**/a.ts', '**/*', '**/*.', '**/*a*b', '**/*.{ts,js}', 'src/**/*.ts', '**/*[ab]']) {
      assert.equal(compileSuffix(pattern, false), null, pattern);
    }
    assert.notEqual(compileSuffix('**/*.test.ts', false), null);
  });

  it('ends soon, also if a pattern would take hours', () => {
    assert.throws(() => matchingOf(['a'.repeat(200)], 'a*a*a*a*a*a*a*b', true), /too complex/);
    assert.deepEqual(matchingOf(['a.ts', 'b.js'], '*.TS', false), ['a.ts']);
  });
});
