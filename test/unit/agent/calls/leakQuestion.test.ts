import assert from 'node:assert/strict';
import { LoopbackSessions } from '../../../support/loopbackSessions';
import type { Verdict } from '../../../../src/shared/proposals';

describe('A request with secrets', () => {
  const { start } = LoopbackSessions.use();
  const asked = async (verdict: Verdict) => {
    const test = start();
    const answer = test.session.askAboutLeak(['the value of TOKEN in .env'], new AbortController().signal);
    const [approval] = test.session.state.approvals;
    assert.ok(approval);
    assert.deepEqual(approval.proposal, { kind: 'leak', secrets: ['the value of TOKEN in .env'] });
    assert.equal(test.session.decide(approval.callId, verdict), true);
    const given = await answer;
    assert.equal(test.session.state.approvals.length, 0);
    return given;
  };

  it('waits in the chat until it is decided, and accepting sends no secret', async () => {
    assert.equal(await asked({ decision: 'accept', answers: ['send'] }), 'send');
    assert.equal(await asked({ decision: 'accept', answers: ['redact'] }), 'redact');
    assert.equal(await asked({ decision: 'accept' }), 'redact');
    assert.equal(await asked({ decision: 'accept', answers: ['other'] }), 'redact');
    assert.equal(await asked({ decision: 'reject' }), 'stop');
  });

  it('is not sent when the run is stopped', async () => {
    const { session } = start();
    const stopping = new AbortController();
    const answer = session.askAboutLeak(['a private key'], stopping.signal);
    assert.equal(session.state.approvals.length, 1);
    stopping.abort();
    assert.equal(await answer, 'stop');
    assert.equal(session.state.approvals.length, 0);
  });
});
