import assert from 'node:assert/strict';
import { importReferences } from '../../../../src/context/memory/importReferences';

const pathsIn = (text: string) => importReferences(text).map(({ path }) => path);

describe('Imports in a memory file', () => {
  it('begin behind a blank or at the start, with a dot, a slash or a letter, and end at a blank', () => {
    assert.deepEqual(pathsIn('@./a.md then @../b.md\n@/c/d.md\t@e.md'), ['./a.md', '../b.md', '/c/d.md', 'e.md']);
    assert.deepEqual(pathsIn('@über.md @файл.md'), ['über.md', 'файл.md']);
    assert.deepEqual(pathsIn('me@example.com (@./a.md) \\@./b.md @1.md @-x @ @@./c.md'), []);
  });

  it('are told with their lines', () => {
    assert.deepEqual(
      importReferences('one\n@./a.md\n\nx @./b.md').map(({ line }) => line),
      [2, 4],
    );
  });

  it('are none in code spans of any length', () => {
    assert.deepEqual(pathsIn('`@./a` ``x ` @./b ``  ```` ``` @./c ```` @./d'), ['./d']);
    assert.deepEqual(pathsIn('`one\ntwo @./a` @./b'), ['./b']);
  });

  it('are some behind a backtick that nothing closes in its paragraph', () => {
    assert.deepEqual(pathsIn('a ` b @./a\n\n` @./b'), ['./a', './b']);
    assert.deepEqual(pathsIn('`` x ` @./a'), ['./a']);
  });

  it('are none in fences of any length, nested ones and those that are never closed', () => {
    assert.deepEqual(pathsIn('```\n@./a\n```\n@./b'), ['./b']);
    assert.deepEqual(pathsIn('````md\n```\n@./a\n```\n@./b\n````\n@./c'), ['./c']);
    assert.deepEqual(pathsIn('~~~\n@./a\n```\n@./b\n~~~~\n@./c'), ['./c']);
    assert.deepEqual(pathsIn('- item\n  ```\n  @./a\n  ```\n> ```\n> @./b'), []);
    assert.deepEqual(pathsIn('``` not a fence ``` @./a\n@./b'), ['./a', './b']);
    assert.deepEqual(pathsIn('@./a\r\n```\r\n@./b\r\n```\r\n@./c\r\n'), ['./a', './c']);
  });

  it('are found in time that grows with the text alone', () => {
    const runs = (count: number) => Array.from({ length: count }, (_, i) => '`'.repeat((i % 300) + 1)).join(' ');
    const time = (text: string) => {
      const from = performance.now();
      importReferences(text);
      return performance.now() - from;
    };
    time(`@./a ${runs(300)}`);
    const [small, large] = [runs(300), runs(6000)].map(text => time(`@./a ${text}`));
    assert.ok((large ?? 0) < 200 * Math.max(small ?? 0, 1), `${small} ms, then ${large} ms`);
  });
});
