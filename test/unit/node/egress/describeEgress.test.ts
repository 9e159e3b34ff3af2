import assert from 'node:assert/strict';
import type { EgressEntry } from '../../../../src/agent/ports/egress';
import { describeEgress } from '../../../../src/node/egress/describeEgress';

describe('The page of the network', () => {
  const entry = (id: number, more: Partial<EgressEntry> = {}): EgressEntry => ({
    ...{ id, at: id, host: 'a.example', method: 'POST', purpose: 'model', sent: 1500, received: 20, outcome: 200 },
    ...{ ms: 1200, ...more },
  });
  const options = {
    timeOf: (at: number) => `t${at}`,
    nameOf: (chat: string) => (chat === 'c1' ? 'Fix it' : undefined),
  };

  it('says how much went to whom for what, and what became of each request', () => {
    const page = describeEgress(
      [
        entry(1, { chat: 'c1' }),
        entry(2, { chat: '0123456789' }),
        entry(3, { host: 'b.example', purpose: 'web', sent: 0, outcome: 'refused' }),
      ],
      options,
    );
    assert.match(page, /^a\.example {2}Model {5}2 {9}3\.0 kB {2}40 B$/m);
    assert.match(page, /^b\.example {2}Web page {2}1 /m);
    assert.match(page, /^t1 .* 200 \(1\.2 s\) {2}Fix it$/m);
    assert.match(page, /^t2 .* 01234567$/m);
    assert.match(page, /^t3 .* Not sent$/m);
    assert.ok(page.indexOf('t3 ') < page.indexOf('t1 '));
  });

  it('says so where nothing was sent', () => {
    assert.equal(describeEgress([], options), 'Nothing has been sent since Pollux started.\n');
  });
});
