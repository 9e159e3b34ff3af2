import assert from 'node:assert/strict';
import { previewOfLarge } from '../../../../src/vscode/review/changePreview';

describe('The preview of a change', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

  it('is not needed for texts of ordinary size', () => {
    assert.equal(previewOfLarge('a\n', 'b\n'), null);
    assert.equal(previewOfLarge('', `${lines(100_000).join('\n')}\n`), null);
    assert.equal(previewOfLarge('x'.repeat(50_000), 'y'), null);
  });

  it('shows the lines that change with some around them, below the same remark on both sides', () => {
    const before = lines(600_000);
    const after = before.with(299_999, 'changed');
    const preview = previewOfLarge(before.join('\n'), after.join('\n'))!;
    const [left, right] = [preview.before.split('\n'), preview.after.split('\n')];
    assert.equal(left.length, 42);
    assert.deepEqual([left[1], left[21], left.at(-1)], ['line 299980', 'line 300000', 'line 300020']);
    assert.deepEqual([right[1], right[21], right.at(-1)], ['line 299980', 'changed', 'line 300020']);
    assert.match(right[0]!, /from line 299980/);
    assert.equal(left[0], right[0]);
  });

  it('is bounded however much changes', () => {
    const preview = previewOfLarge('', lines(1_000_000).join('\n'))!;
    assert.equal(preview.before.split('\n').length, 2);
    assert.equal(preview.after.split('\n').length, 2001);
  });

  it('shows the part of a long line that changes', () => {
    const long = 'x'.repeat(1_000_000);
    const preview = previewOfLarge(`short\n${long}a${long}`, `short\n${long}b${long}`)!;
    assert.match(preview.before, /^.*\nshort\n…x{200}ax{1799}…$/);
    assert.match(preview.after, /^.*\nshort\n…x{200}bx{1799}…$/);
  });
});
