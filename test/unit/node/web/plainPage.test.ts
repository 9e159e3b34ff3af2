import assert from 'node:assert/strict';
import { isTooMuch, plainPage } from '../../../../src/node/web/plainPage';
import { processorMs } from '../../../support/loopBlocks';

describe('A page that is too much for a parser', () => {
  const HOSTILE: Readonly<Record<string, string>> = {
    '800 nested elements': `${'<div>'.repeat(800)}deep${'</div>'.repeat(800)}`,
    '300,000 links': '<a href="/x">link</a>\n'.repeat(300_000),
    '300,000 empty elements': '<br>'.repeat(300_000),
    '300,000 elements that close themselves': '<b/>'.repeat(300_000),
    'elements that never close': '<div x="1">'.repeat(100_000),
    'scripts that never close': `${'<script>'.repeat(50_000)}${'<b>'.repeat(50_000)}`,
  };
  for (const [what, html] of Object.entries(HOSTILE)) {
    it(`is known by its tags, and told as plain text at once: ${what}`, () => {
      let text = '';
      const ms = processorMs(() => {
        assert.ok(isTooMuch(html));
        text = plainPage(html);
      });
      assert.doesNotMatch(text, /<[a-z]/);
      assert.ok(ms < 5000, `${ms} ms`);
    });
  }

  it('keeps its words, without scripts', () => {
    const html = '<p>a &amp; b</p><script>var evil = "<p>"</script><style>p{}</style><p>c</p>';
    assert.equal(plainPage(html), 'a & b c');
  });

  it('is none of the usual ones', () => {
    const rows = '<tr><td><a href="/x">word</a><br></td></tr>'.repeat(1000);
    assert.equal(isTooMuch(`<html><body><div><table>${rows}</table></div></body></html>`), false);
  });
});
