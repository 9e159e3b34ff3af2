import assert from 'node:assert/strict';
import { quotaText } from '../../../src/chat/quotaText';

describe('What is left of a quota', () => {
  const now = new Date(2026, 10, 21, 7, 30);
  const text = (left: number, resets?: Date) =>
    quotaText({ model: 'm', left, ...(resets && { resets }) }, now, 'en-GB');

  it('is a share of all and the time of day at which it is full again', () => {
    assert.equal(text(0.729, new Date(2026, 10, 21, 9)), '72 % left, resets 09:00');
  });

  it('comes with the day where that is not today', () => {
    assert.equal(text(0, new Date(2026, 10, 22, 9, 5)), '0 % left, resets 22 Nov, 09:05');
  });

  it('is the share alone where nobody says when, and never more than all', () => {
    assert.deepEqual([text(1), text(1.2), text(-1)], ['100 % left', '100 % left', '0 % left']);
  });
});
