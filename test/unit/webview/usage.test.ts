import assert from 'node:assert/strict';
import { NO_USAGE } from '../../../src/shared/chatState';
import { describeRun, describeUsage } from '../../../webview/components/composer/usage';
import { usageOf } from '../../../webview/turns';

const USAGE = { input: 1000, output: 200, cached: 800, thoughts: 50, total: 1250 };

describe('What a chat took', () => {
  it('is a line of counts, and one of the price where it is known', () => {
    assert.deepEqual(describeUsage(NO_USAGE), []);
    assert.equal(describeUsage(USAGE).length, 1);
    const [counts = '', price = ''] = describeUsage({ ...USAGE, cost: 0.126 });
    assert.match(counts, /1.000 in \(800 cached\), 200 out, 50 thinking$/);
    assert.match(price, /^Estimated price: .*0.13/);
  });

  it('is one quiet line for a run, without what is not known', () => {
    assert.equal(describeRun(NO_USAGE), '');
    assert.match(describeRun({ ...USAGE, cost: 0.0012 }), /^1.3K tokens · 80\s?% cached · about .*0.0012/);
    assert.match(describeRun({ ...USAGE, cached: 0 }), /^1.3K tokens$/);
  });

  it('adds up over the answers of a turn, whatever is between them', () => {
    const answer = { role: 'assistant', id: 'a', at: 0, model: 'm', parts: [], end: 'stop' } as const;
    const notice = { role: 'notice', id: 'n', at: 0, level: 'info', text: 'Note' } as const;
    const sum = usageOf([{ ...answer, usage: { ...USAGE, cost: 1 } }, notice, answer, { ...answer, usage: USAGE }]);
    assert.deepEqual([sum.total, sum.cached, sum.cost], [2500, 1600, 1]);
  });
});
