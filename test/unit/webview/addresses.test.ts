import assert from 'node:assert/strict';
import { fileIn, isInlineImage, targetOf } from '../../../webview/markdown/addresses';

describe('An address in an answer', () => {
  it('leads out of the editor only by http, https and mailto', () => {
    for (const address of ['https://a.b/c?d#e', 'HTTP://a.b', 'mailto:ada@example.com']) {
      assert.deepEqual(targetOf(address), { kind: 'web', address });
    }
  });

  it('leads to a file of the workspace, with a line', () => {
    const file = (path: string, line: number | null = null) => ({ kind: 'file', path, line });
    assert.deepEqual(targetOf('src/a.ts'), file('src/a.ts'));
    assert.deepEqual(targetOf('src/a.ts:12'), file('src/a.ts', 12));
    assert.deepEqual(targetOf('src/a.ts:12:3'), file('src/a.ts', 12));
    assert.deepEqual(targetOf('src/a%20b.ts#L7-L9'), file('src/a b.ts', 7));
    assert.deepEqual(targetOf('Makefile'), file('Makefile'));
  });

  it('is dead otherwise', () => {
    const dead = [
      ...['', '#top', '?q', '/etc/passwd', '~/x', '\\\\host\\share', '//host/x', 'C:\\x', 'c:/x', '../x', 'a/../../x'],
      ...['javascript:alert(1)', 'JAVASCRIPT:1', 'command:x', 'data:text/html,x', 'file:///x', 'vscode://x', 'blob:x'],
      ...[
        'ftp://a.b',
        'http:',
        'https://',
        'mailto:',
        'a%00b',
        '..%2fx',
        '%2e%2e/x',
        'javascript%3Aalert(1)',
        '%zz',
        'x\ny',
      ],
    ];
    for (const address of dead) assert.equal(targetOf(address), undefined, address);
  });

  it('is a picture only as a small inline one that can hold no script', () => {
    assert.ok(isInlineImage('data:image/png;base64,iVBORw0KGgo='));
    for (const address of [
      'https://a.b/c.png',
      'data:image/svg+xml;base64,AAAA',
      'data:image/png,raw',
      'data:text/html;base64,AAAA',
      `data:image/png;base64,${'A'.repeat(500_000)}`,
    ]) {
      assert.ok(!isInlineImage(address), address.slice(0, 40));
    }
  });

  it('is found in inline code where that names a source file', () => {
    for (const code of [
      'src/a.ts',
      'src/a.ts:12',
      'a.py',
      'docs/notes.md#L3',
      './x/y.go:1:2',
      'package.json',
      '@scope/b.ts',
    ]) {
      assert.ok(fileIn(code), code);
    }
    for (const code of [
      'seen.get',
      'a.b.c',
      'npm test',
      'x/y',
      '1.2.3',
      'https://a.b/c.ts',
      '../a.ts',
      '/a.ts',
      'a b.ts',
      'e.g.',
    ]) {
      assert.equal(fileIn(code), undefined, code);
    }
  });
});
