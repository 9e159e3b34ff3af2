import assert from 'node:assert/strict';
import { describeUse } from '../../../webview/components/composer/contextMeter';
import { percent } from '../../../webview/text/format';

describe('The context meter', () => {
  it('says how much of the window is used, and by what, the largest first', () => {
    const use = {
      total: 12_000,
      limit: 1_048_576,
      sources: { instructions: 3000, results: 8900, prompts: 100, tools: 0 },
    };
    const lines = describeUse(use).split('\n');
    assert.match(lines[0] ?? '', /^Context: about 12.000 of 1.048.576 tokens$/);
    assert.deepEqual(
      lines.slice(1).map(line => line.replace(/\D*$|[\d.,\s]+$/, '')),
      ['Tool results:', 'Instructions:', 'Your messages:'],
    );
  });

  it('rounds to whole percents', () => {
    assert.match(percent(0.1234), /^12\s?%$/);
  });
});
