import assert from 'node:assert/strict';
import { withFileLinks } from '../../../webview/text/fileLinks';

describe('Places in files that output names', () => {
  const found = (text: string) =>
    withFileLinks(text).flatMap(({ path, line }) => (path === undefined ? [] : [`${path}|${line}`]));

  for (const [text, ...places] of [
    ['src/a.ts:3:5 - error', 'src/a.ts|3'],
    ['src/a.ts(12,5): error TS2322', 'src/a.ts|12'],
    ['    at run (/work/shop/src/cart.js:14:9)', '/work/shop/src/cart.js|14'],
    ['file:///work/shop/test/cart.test.mjs:7:3', '/work/shop/test/cart.test.mjs|7'],
    ['C:\\work\\a.ts:3', 'C:\\work\\a.ts|3'],
    ['a.py:1 and b.py:2', 'a.py|1', 'b.py|2'],
  ] as const) {
    it(`are found in ${text}`, () => assert.deepEqual(found(text), places));
  }

  it('are neither addresses nor times nor versions', () => {
    for (const text of [
      'http://127.0.0.1:3000',
      'https://example.com/a.ts:3',
      'localhost:80',
      '12:30:01',
      'v1.2.3:4',
      'a.ts',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('leave the text as it is', () => {
    const text = 'one a.ts:3 two\n\tb.go:4:5\n';
    assert.equal(
      withFileLinks(text)
        .map(piece => piece.text)
        .join(''),
      text,
    );
  });

  it('are found in long output in no time that grows faster than it', () => {
    assert.equal(withFileLinks(`${'a.'.repeat(50_000)}x`).length, 1);
  });
});
