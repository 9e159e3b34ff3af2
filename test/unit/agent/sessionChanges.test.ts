import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { noteFiles, StagedReview } from '../../support/testSession';
import { LoopbackSessions } from '../../support/loopbackSessions';

describe('A session with a change', () => {
  const sessions = LoopbackSessions.use();
  const { start, responses } = sessions;

  const edit = call('write_note', { name: 'a', text: 'one\n2\nthree\n' }, { id: 'c1' });

  it('applies it as it was accepted, with what the person made of it', async () => {
    sessions.server.reply(edit).reply(text('Done.'));
    const notes = new Map<string, string>();
    const review = new StagedReview();
    const test = start({ files: noteFiles(notes), review });
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(approval.proposal, {
      kind: 'edit',
      path: 'a',
      isNew: false,
      added: 1,
      removed: 1,
      isCut: false,
      diff: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three',
    });
    review.texts.set('c1', 'one\nzwei\nthree\n');
    assert.equal(test.session.decide('c1', { decision: 'accept' }), true);
    assert.equal(test.session.decide('c1', { decision: 'reject' }), false, 'the first answer counts');
    await run;
    assert.equal(notes.get('/notes/a'), 'one\nzwei\nthree\n');
    assert.equal(review.staged.size, 0);
  });

  it('tells the model why it was rejected', async () => {
    sessions.server.reply(edit).reply(text('I see.'));
    const test = start();
    const run = test.say('Hi');
    await test.event('approval-requested');
    test.session.decide('c1', { decision: 'reject', reason: 'Write the words out.' });
    await run;
    assert.match(String(responses(1)[0]?.response?.error), /rejected this and said: Write the words out\./);
  });

  it('asks anew when the file changed, and merges what does not overlap', async () => {
    sessions.server.reply(edit).reply(text('Done.'));
    const notes = new Map([['/notes/a', 'one\ntwo\nthree\nfour\n']]);
    const test = start({ files: noteFiles(notes) });
    const run = test.say('Hi');
    await test.event('approval-requested');
    test.session.decide('c1', { decision: 'accept' });
    const { approval } = await test.event('approval-requested', event => event.approval.conflict !== undefined);
    assert.deepEqual(approval.conflict, { canMerge: true });
    test.session.decide('c1', { decision: 'accept' });
    await run;
    assert.equal(notes.get('/notes/a'), 'one\n2\nthree\nfour\n');
  });

  it('never overwrites what it can not merge', async () => {
    sessions.server.reply(edit).reply(text('Done.'));
    const notes = new Map([['/notes/a', 'one\ndeux\nthree\n']]);
    const test = start({ files: noteFiles(notes) });
    const run = test.say('Hi');
    await test.event('approval-requested');
    test.session.decide('c1', { decision: 'accept' });
    const conflicts = () => test.events.filter(event => event.type === 'approval-requested' && event.approval.conflict);
    await test.event('approval-requested', event => event.approval.conflict?.canMerge === false);
    test.session.decide('c1', { decision: 'accept' });
    await test.event('approval-requested', () => conflicts().length === 2);
    test.session.decide('c1', { decision: 'reject', reason: 'The file changed. Read it again.' });
    await run;
    assert.equal(notes.get('/notes/a'), 'one\ndeux\nthree\n');
  });

  it('is denied where nobody can be asked, and in plan mode', async () => {
    for (const [options, says] of [
      [{ canAsk: false }, /nobody can be asked/],
      [{ startMode: 'plan' }, /plan mode/],
    ] as const) {
      sessions.server.reply(edit).reply(text('Pity.'));
      await start(options).say('Hi');
      assert.match(String(sessions.server.requests.at(-1)?.functionResponses[0]?.response?.error), says);
    }
  });

  it('runs without asking in auto-edit mode, and from then on when all edits are allowed', async () => {
    sessions.server.reply(edit).reply(text('Done.'));
    assert.equal((await start({ startMode: 'autoEdit' }).say('Hi')).reason, 'done');
    const modes: string[] = [];
    const test = start({ setMode: mode => void modes.push(mode) });
    sessions.server.reply(edit).reply(text('Done.'));
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(
      approval.remember.map(({ id, scope }) => [id, scope]),
      [['allowEdits', 'session']],
    );
    test.session.decide('c1', { decision: 'accept', remember: 'allowEdits' });
    await run;
    assert.deepEqual(modes, ['autoEdit']);
  });

  it('is offered no more than once where nothing may be allowed for longer, by no answer', async () => {
    const modes: string[] = [];
    const whyNotRemember = () => 'Your administrator has removed it.';
    const setMode = (mode: string) => void modes.push(mode);
    const test = start({ setMode, mayRemember: () => false, whyNotRemember });
    sessions.server.reply(edit).reply(text('Done.'));
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual([approval.remember, approval.withoutRemember], [[], whyNotRemember()]);
    test.session.decide('c1', { decision: 'accept', remember: 'allowEdits' });
    await run;
    assert.deepEqual(modes, []);
  });
});
