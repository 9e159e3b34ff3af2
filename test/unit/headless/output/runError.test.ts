import assert from 'node:assert/strict';
import type { RunOutcome } from '../../../../src/agent/run/runOutcome';
import type { Session } from '../../../../src/agent/session';
import { errorOf } from '../../../../src/headless/output/runError';
import { canaries } from '../../../support/canaries';

describe('The error of a run', () => {
  const session = { state: { messages: [] } } as unknown as Session;
  const messageFor = (message: string, detail?: string) => {
    const failure = { kind: 'other', message, detail } as unknown as RunOutcome['failure'];
    return errorOf({ reason: 'failed', failure } as RunOutcome, session, 1)?.message;
  };

  it('holds no key, wherever the error comes from', () => {
    assert.equal(messageFor('It broke.', `key ${canaries[0]}`), 'It broke. key [redacted]');
  });

  it('says nothing twice', () => {
    assert.equal(messageFor('The service refused it: Nope.', 'Nope.'), 'The service refused it: Nope.');
  });

  it('counts turns as one does', () => {
    const after = (turns: number) => errorOf({ reason: 'turnLimit' }, session, turns)?.message;
    assert.deepEqual([after(1), after(2)], ['Stopped after 1 turn.', 'Stopped after 2 turns.']);
  });
});
