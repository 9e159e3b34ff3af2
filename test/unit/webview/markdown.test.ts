import assert from 'node:assert/strict';
import { createMarkdown, renderMarkdown } from '../../../webview/markdown/markdown';

const html = (source: string) => renderMarkdown(createMarkdown(), source);

describe('Markdown of an answer', () => {
  it('breaks lines at <br>, the only line break in table cells', () => {
    assert.match(html('| a |\n|---|\n| one<br>two<BR />three |'), /<td>one<br>\s*two<br>\s*three<\/td>/);
  });

  it('shows every other tag as text, as well as <br> in code', () => {
    assert.equal(html('<b>x</b> <br onclick=y> `<br>`').includes('<br'), false);
  });

  it('puts bullets and bars where the lines begin', () => {
    assert.match(html('- שלום'), /^<ul dir="auto">/);
    assert.match(html('2. a'), /^<ol start="2" dir="auto">/);
    assert.match(html('> a'), /^<blockquote dir="auto">/);
  });

  it('replaces the bullet of a task by a box', () => {
    assert.match(
      html('- [x] Read\n- [ ] Fix\n- other'),
      /<li class="task">☑ Read[^]*<li class="task">☐ Fix[^]*<li>other/,
    );
  });
});
