import assert from 'node:assert/strict';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { compileGlob } from '../../../src/shared/globMatcher';

const matching = (glob: string, ...paths: readonly string[]) => paths.filter(compileGlob(glob));

describe('Globs', () => {
  it('match names and directories', () => {
    assert.deepEqual(matching('*.ts', 'a.ts', '.ts', 'b/a.ts', 'a.tsx'), ['a.ts', '.ts']);
    assert.deepEqual(matching('**/*.ts', 'a.ts', 'b/c/a.ts', 'b.ts/c'), ['a.ts', 'b/c/a.ts']);
    assert.deepEqual(matching('src/**', 'src/a', 'src/a/b', 'srcs/a', 'a/src/b'), ['src/a', 'src/a/b']);
    assert.deepEqual(matching('a/**/b', 'a/b', 'a/x/b', 'a/x/y/b', 'ab', 'a/xb'), ['a/b', 'a/x/b', 'a/x/y/b']);
    assert.deepEqual(matching('?.{ts,js{x,}}', 'a.ts', 'a.js', 'a.jsx', 'ab.ts', 'a.tsx'), ['a.ts', 'a.js', 'a.jsx']);
    assert.deepEqual(matching('[a-c][!x]', 'ab', 'ax', 'db', 'a/'), ['ab']);
    assert.deepEqual(matching('!*.md', 'a.md', 'a.ts'), ['a.ts']);
  });

  it('take what has no meaning in them as it is', () => {
    assert.deepEqual(matching('app/(auth)/**', 'app/(auth)/page.tsx', 'app/auth/page.tsx'), ['app/(auth)/page.tsx']);
    assert.deepEqual(matching('a+', 'a+', 'aa'), ['a+']);
    assert.deepEqual(matching('{a}', '{a}', 'a'), ['{a}']);
    assert.deepEqual(matching('\\*[', '*[', 'a['), ['*[']);
  });

  it('match as others match them', () => {
    const piece = fc.constantFrom('a', 'b', '.', '/', '*', '**/', '?', '[ab]', '{a,b}', 'ab');
    const path = fc.array(fc.constantFrom('a', 'b', '.', '/'), { minLength: 1, maxLength: 8 });
    const glob = fc.array(piece, { minLength: 1, maxLength: 7 });
    const isUsual = (text: string) =>
      !/\/\/|^\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)|\*{3}|[^/]\*\*|\*\*[^/]|(?:^|\/)\*\*$/.test(text);
    fc.assert(
      fc.property(glob, path, (pieces, characters) => {
        const [pattern, file] = [pieces.join(''), characters.join('')];
        fc.pre(isUsual(pattern) && isUsual(file));
        const expected = picomatch(pattern, { dot: true, noextglob: true, fastpaths: false })(file);
        assert.equal(compileGlob(pattern)(file), expected, `${pattern} on ${file}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('take no time, whatever they are', () => {
    const started = process.cpuUsage();
    for (const glob of [
      '*a',
      '{a*,b*}',
      '[a-z]*',
      '?*',
      '**/*',
      '{**/*,**/*}',
      '(a|a)*',
      '(a+)+',
      '{a,}',
      '{',
      '[',
      '+(a)',
    ]) {
      for (const file of ['a'.repeat(250), 'a/'.repeat(120), `src/${'a'.repeat(200)}.ts`]) {
        for (const times of [5, 10, 100]) {
          try {
            assert.ok(!compileGlob(`${glob.repeat(times)}!`)(file));
          } catch (error) {
            assert.match(String(error), /stands for too many/);
          }
        }
      }
    }
    assert.ok(process.cpuUsage(started).user < 3_000_000);
  });
});
