import assert from 'node:assert/strict';
import { emptyChat } from '../../../src/shared/chatState';
import { apiError } from '../../support/gemini/errors';
import { call, hang, text, thought, type Reply } from '../../support/gemini/replies';
import { waitFor } from '../../../src/node/wait';
import { loopbackGenerator, noteTools, openSession, sessionOptions } from '../../support/testSession';
import { LoopbackSessions, noticesOf } from '../../support/loopbackSessions';

describe('A session that is stopped or continued', () => {
  const sessions = LoopbackSessions.use();
  const { start } = sessions;

  it('stops in the middle of a stream, of a tool and of a question, and keeps a valid history', async () => {
    const waits = {
      kind: 'read' as const,
      name: 'wait',
      description: '',
      parameters: { type: 'object' },
      title: () => 'Wait',
      run: (_args: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    };
    type Test = ReturnType<typeof start>;
    const stopAt: [Reply, (test: Test) => Promise<unknown>][] = [
      [[text('Half'), hang()], test => test.event('delta', event => event.text === 'Half')],
      [
        [call('wait'), call('read_note', { name: 'a' })],
        test => test.event('tool-state', event => event.state === 'executing'),
      ],
      [call('write_note', { name: 'a', text: 'x' }), test => test.event('approval-requested')],
      [
        [call('read_note', { name: 'a' }), hang()],
        test => test.event('part', event => event.part.type === 'toolCall' && event.part.call.name === 'read_note'),
      ],
    ];
    for (const [reply, reached] of stopAt) {
      const test = start({ tools: [waits, ...noteTools] });
      sessions.server.reply(reply);
      const run = test.say('Hi');
      await reached(test);
      test.session.stop();
      assert.equal((await run).reason, 'cancelled');
      assert.equal(test.session.state.isRunning, false);
      assert.deepEqual(test.session.state.approvals, []);
      assert.deepEqual(test.session.state.calls, {});
      sessions.server.reply(text('Fine.'));
      assert.equal((await test.say('Go on')).reason, 'done');
      assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
    }
  });

  const moments: [name: string, reply: Reply, isReached: (test: ReturnType<typeof start>) => Promise<unknown>][] = [
    ['before anything has come', hang({ before: 'headers' }), () => sessions.server.nextRequest()],
    ['in the middle of a thought', [thought('**Pondering**\n\nHm'), hang()], test => test.event('part')],
    ['in the middle of an answer', [text('Well, you '), hang()], test => test.event('delta')],
  ];
  for (const [name, reply, isReached] of moments) {
    it(`gives up its request when it is stopped ${name}`, async () => {
      sessions.server.reply(reply);
      const test = start();
      const run = test.say('Hi');
      await isReached(test);
      test.session.stop();
      assert.equal((await run).reason, 'cancelled');
      assert.equal(await sessions.server.requests[0]?.ended, 'aborted');
      sessions.server.reply(text('Fine.'));
      assert.equal((await test.say('Go on')).reason, 'done');
      assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
    });
  }

  it('stops while it waits to try again', async () => {
    sessions.server.reply(apiError(503));
    const generator = loopbackGenerator(sessions.server.url, waitFor);
    const test = start({ generator });
    const run = test.say('Hi');
    await test.event('retry');
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
  });

  it('puts a session in order whose run was cut', async () => {
    sessions.server.reply(text('Half'), call('write_note', { name: 'a', text: 'x' }, { id: 'c1' }));
    const first = start();
    void first.say('Hi');
    await first.event('approval-requested');
    const restored = openSession(sessionOptions({ url: sessions.server.url }), { restored: first.session.state });
    restored.recover();
    assert.equal(restored.state.isRunning, false);
    assert.deepEqual(restored.state.approvals, []);
    sessions.server.reply(text('Fine.'));
    assert.equal((await restored.submit([{ type: 'text', text: 'Go on' }])).reason, 'done');
    assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
    first.session.stop();
  });

  it('tells the model of a session that is continued what has changed since', async () => {
    sessions.server.reply(text('Hello.')).reply(text('Fine.')).reply(text('Well.'));
    const first = start();
    await first.say('Hi');
    const { state } = first.session;
    const again = (more: object) =>
      openSession(sessionOptions({ url: sessions.server.url, ...more }), { restored: state });
    await again({}).submit([{ type: 'text', text: 'Same day' }]);
    const told = (index: number) => JSON.stringify(sessions.server.requests[index]?.contents);
    assert.equal(told(1).match(/environment of the session/g)?.length, 1);
    assert.doesNotMatch(told(1), /approval mode/);
    const later = again({
      environment: () => ({ date: new Date(Date.UTC(2026, 0, 6)), platform: 'test' }),
      startMode: 'plan',
    });
    await later.submit([{ type: 'text', text: 'Next day' }]);
    assert.match(told(2), /no longer holds.*Jan 06 2026.*approval mode is now: plan only.*Next day/);
    sessions.server.reply(text('Done.'));
    await openSession(sessionOptions({ url: sessions.server.url }), { restored: later.state }).submit([
      { type: 'text', text: 'Back' },
    ]);
    assert.match(told(3), /Jan 06 2026.*Jan 05 2026.*approval mode is now: ask first.*Back/);
  });

  it('tells a conversation that knows nothing of it where it is, whichever way it goes on', async () => {
    const messages = [{ id: 'm1', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] as const;
    const restored = { ...emptyChat('s'), messages };
    sessions.server.reply(text('Hello.'));
    await openSession(sessionOptions({ url: sessions.server.url }), { restored }).resume();
    const told = JSON.stringify(sessions.server.requests[0]?.contents);
    assert.match(told, /Jan 05 2026.*approval mode is now: ask first/);
  });

  it('stops after as many turns as are allowed', async () => {
    sessions.server.respond(() => call('read_note', { name: 'a' }));
    const test = start({ maxTurns: 3 });
    assert.equal((await test.say('Hi')).reason, 'turnLimit');
    assert.deepEqual(noticesOf(test).at(-1)?.actions, ['continue']);
  });
});
