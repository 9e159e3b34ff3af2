import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Block, BlockSplitter } from '../../../webview/markdown/blocks';
import { createMarkdown, renderMarkdown } from '../../../webview/markdown/markdown';

const markdown = createMarkdown();

function blocksOf(pieces: readonly string[]): Block[] {
  const splitter = new BlockSplitter(markdown);
  const blocks: Block[] = [];
  for (const piece of pieces) {
    splitter.push(piece);
    while (splitter.hasUnread) blocks.push(...splitter.next());
  }
  return [...blocks, ...splitter.finish()];
}

function htmlOf(blocks: readonly Block[]): string {
  return blocks
    .map(block =>
      block.kind === 'code'
        ? `<pre><code${block.info ? ` class="language-${block.info.split(/\s/)[0]}"` : ''}>${markdown.utils.escapeHtml(block.code)}</code></pre>\n`
        : renderMarkdown(markdown, block.source, block.listStart),
    )
    .join('');
}

/** Cuts `text` at the given fractions of its length. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map(place => Math.floor(place * (text.length + 1))).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => text.slice(at[i], end));
}

const line = fc.constantFrom(
  ...[
    '',
    '',
    '# Title',
    'Plain words with `code` and **weight**.',
    '- item',
    '- [ ] task',
    '  - nested',
    '   lazy',
    '1. one',
    '2. two',
  ],
  ...[
    '```ts',
    '```',
    '~~~',
    '````',
    '    indented',
    '> quoted',
    '> - both',
    '---',
    '===',
    '| a | b |',
    '|---|--:|',
    '| 1 | 2 |',
  ],
  ...[
    '\ttabbed',
    '* star',
    '***',
    '[x](https://e.com)',
    '[ref]: https://e.com',
    '<b>html</b>',
    '   ```js',
    'const a = 1;',
    '-',
    '+',
  ],
);
const documents = fc.array(line, { maxLength: 40 }).map(lines => lines.join('\n'));
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe('The block splitter', () => {
  it('finds the same blocks however the text is cut', () => {
    fc.assert(
      fc.property(documents, places, (text, at) => {
        assert.deepEqual(blocksOf(cut(text, at)), blocksOf([text]));
      }),
      { numRuns: 1500 },
    );
  });

  it('gives character by character what it gives at once', () => {
    fc.assert(
      fc.property(documents, text => assert.deepEqual(blocksOf(text.split('')), blocksOf([text]))),
      { numRuns: 150 },
    );
  });

  it('renders what the whole document renders to', () => {
    fc.assert(
      fc.property(documents, text => {
        assert.equal(htmlOf(blocksOf([text])), markdown.render(text.endsWith('\n') ? text : `${text}\n`));
      }),
      { numRuns: 1500 },
    );
  });

  it('loses no text and keeps every block small, also in long lists, tables and paragraphs', () => {
    const long = [
      Array.from({ length: 900 }, (_, i) => `${i + 1}. Step number ${i + 1} of a very long list.`).join('\n'),
      Array.from({ length: 900 }, (_, i) => `- Item ${i}\n  - nested ${i}`).join('\n'),
      `| a | b |\n|---|---|\n${Array.from({ length: 2000 }, (_, i) => `| ${i} | cell |`).join('\n')}`,
      'word '.repeat(20_000),
      'x'.repeat(60_000),
      '😀'.repeat(20_000),
      Array.from({ length: 2000 }, (_, i) => `> quoted line ${i}`).join('\n'),
    ];
    for (const text of long) {
      const blocks = blocksOf([text]);
      assert.ok(blocks.length > 1);
      assert.equal(blocks.map(block => (block.kind === 'markdown' ? block.source : block.code)).join(''), `${text}\n`);
      for (const block of blocks) assert.ok(block.kind === 'markdown' && block.source.length <= 16_100);
      assert.deepEqual(blocksOf(cut(text, [0.001, 0.1, 0.33, 0.3301, 0.5, 0.77, 0.9])), blocks);
      assert.deepEqual(blocksOf(text.match(/[\s\S]{1,37}/g) ?? []), blocks);
    }
  });

  it('goes on counting where it divides an ordered list', () => {
    for (const numbers of [(i: number) => i + 5, () => 1]) {
      const text = Array.from({ length: 400 }, (_, i) => `${numbers(i)}. Item of a list.`).join('\n');
      const items = blocksOf([text]).flatMap(block => {
        assert.ok(block.kind === 'markdown');
        const html = renderMarkdown(markdown, block.source, block.listStart);
        const first = Number(/<ol[^>]* start="(\d+)"/.exec(html)?.[1] ?? 1);
        return [...html.matchAll(/<li>/g)].map((_, i) => first + i);
      });
      assert.deepEqual(
        items,
        Array.from({ length: 400 }, (_, i) => i + numbers(0)),
      );
    }
  });

  it('shows an open fence as code and holds back what may be its end', () => {
    const splitter = new BlockSplitter(markdown);
    const shown: unknown[] = [];
    for (const piece of ['Text\n\n``', '`t', 's\nconst', ' a;\n', '``', '`', '\nAfter']) {
      splitter.push(piece);
      splitter.next();
      shown.push(splitter.open?.kind === 'code' ? splitter.open.code : splitter.open?.source.trim());
    }
    assert.deepEqual(shown, ['Text', 'Text', 'const', 'const a;\n', 'const a;\n', 'const a;\n', 'After']);
  });

  it('takes time in proportion to the text, also within one block', () => {
    // The processor's time: beside other tests, the clock's says little.
    const time = (text: string) => {
      const before = process.cpuUsage();
      blocksOf(text.match(/[\s\S]{1,200}/g) ?? []);
      return process.cpuUsage(before).user / 1000;
    };
    const code = (lines: number) => `\`\`\`ts\n${'const word = list.map(entry => entry.name);\n'.repeat(lines)}`;
    time(code(2000));
    assert.ok(time(code(16_000)) < 12 * Math.max(5, time(code(2000))));
  });
});
