import assert from 'node:assert/strict';
import { sendQueued, submitPrompt } from '../../../../src/chat/prompts/sendPrompt';
import type { Sending } from '../../../../src/chat/prompts/sending';
import { call, text } from '../../../support/gemini/replies';
import { asked, useTestWindows } from '../../../support/testWindows';

describe('Sending a prompt', () => {
  const { open, server } = useTestWindows();

  function sendingOf(window: ReturnType<typeof open>, more: Partial<Sending> = {}): Sending {
    return {
      chats: () => window.registry,
      view: { show: () => undefined } as never,
      send: () => undefined,
      admit: () => Promise.resolve(),
      resolve: async () => null,
      withMentions: async (_chat, parts) => parts,
      runTyped: async () => [],
      run: async () => undefined,
      ...more,
    };
  }

  /** Resolves when no run is in progress any more. */
  const finished = (chat: ReturnType<typeof open>['registry']['active']) =>
    new Promise<void>(resolve => {
      if (!chat.session.state.isRunning) resolve();
      chat.session.subscribe(event => event.type === 'run-finished' && resolve());
    });

  it('leaves alone what is typed meanwhile', async () => {
    const window = open();
    const chat = window.registry.active;
    server().reply(text('Yes.'));
    let admit: () => void = () => undefined;
    const sending = sendingOf(window, { admit: () => new Promise(resolve => (admit = resolve)) });
    chat.saveDraft('First');
    const submitted = submitPrompt(sending, chat, 'First');
    chat.saveDraft('Second, half');
    admit();
    await submitted;
    await finished(chat);
    assert.equal(chat.draft, 'Second, half');
    server().reply(text('Yes.'));
    chat.saveDraft('Third');
    await submitPrompt(sendingOf(window), chat, 'Third');
    await finished(chat);
    assert.equal(chat.draft, '');
  });

  it('of a command goes on in its chat, which stays open, when the user leaves that at once', async () => {
    const window = open();
    const { registry } = window;
    const chat = registry.active;
    server().reply(text('Reviewed.'));
    let prepared: () => void = () => undefined;
    const command = {
      name: 'review',
      description: '',
      run: () =>
        new Promise<{ kind: 'prompt'; prompt: readonly [{ type: 'text'; text: string }] }>(resolve => {
          prepared = () => resolve({ kind: 'prompt', prompt: [{ type: 'text', text: 'Review it' }] });
        }),
    };
    const sending = sendingOf(window, { resolve: async () => ({ command, args: '' }) });
    const submitted = submitPrompt(sending, chat, '/review');
    await new Promise(resolve => setImmediate(resolve));
    registry.newChat();
    prepared();
    await submitted;
    await finished(chat);
    chat.flush();
    const answers = window.events.filter(([id, event]) => id === chat.id && event.type === 'run-finished');
    assert.equal(answers.length, 1);
  });

  it('after Stop needs no second request once the run has ended', async () => {
    const window = open();
    const chat = window.registry.active;
    const sending = sendingOf(window);
    server().reply(call('write_note', { name: 'a', text: 'a!' }, { id: 'call-1' }));
    await submitPrompt(sending, chat, 'Write a');
    await asked(chat);
    chat.stop();
    await submitPrompt(sending, chat, 'Write b instead');
    assert.equal(chat.queue.text, 'Write b instead');
    await finished(chat);
    assert.equal(chat.afterStop.sendsQueued('cancelled'), true);
    server().reply(text('Done.'));
    await sendQueued(sending, chat);
    await finished(chat);
    assert.deepEqual(
      [chat.queue.text, chat.afterStop.sendsQueued('cancelled'), chat.afterStop.sendsQueued('done')],
      ['', false, true],
    );
  });

  it('before Stop waits for the user, together with what is sent after it', async () => {
    const window = open();
    const chat = window.registry.active;
    const sending = sendingOf(window);
    server().reply(call('write_note', { name: 'a', text: 'a!' }, { id: 'call-1' }));
    await submitPrompt(sending, chat, 'Write a');
    await asked(chat);
    await submitPrompt(sending, chat, 'Then b');
    chat.stop();
    await submitPrompt(sending, chat, 'And c');
    await finished(chat);
    assert.deepEqual([chat.queue.text, chat.afterStop.sendsQueued('cancelled')], ['Then b\n\nAnd c', false]);
  });

  it('gives it back if its run ends before it is part of the conversation, whatever the reason', async () => {
    const window = open();
    const chat = window.registry.active;
    const composed: unknown[] = [];
    const sending = sendingOf(window, {
      send: (_chat, events) => composed.push(...events),
      withMentions: async () => () => Promise.reject(new Error('A bug.')),
    });
    await submitPrompt(sending, chat, 'Look at @a.ts');
    await finished(chat);
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(chat.draft, 'Look at @a.ts');
    assert.deepEqual(composed, [{ type: 'compose', text: 'Look at @a.ts' }]);
  });

  it('gives back what was queued and can not be sent', async () => {
    const window = open();
    const chat = window.registry.active;
    chat.enqueue('/gone');
    const sending = sendingOf(window, { resolve: () => Promise.reject(new Error('There is no command /gone.')) });
    await assert.rejects(sendQueued(sending, chat), /no command/);
    assert.deepEqual([chat.queue.text, chat.draft], ['', '/gone']);
  });

  it('sends commands in the queue apart from the prompts before and after them', async () => {
    const window = open();
    const chat = window.registry.active;
    for (const each of ['One', 'Two', '!ls', 'Three', '/review', 'Four', 'Five']) chat.enqueue(each);
    assert.equal(chat.queue.text, ['One', 'Two', '!ls', 'Three', '/review', 'Four', 'Five'].join('\n\n'));
    const taken = Array.from({ length: 6 }, () => chat.queue.takeNext());
    assert.deepEqual(taken, ['One\n\nTwo', '!ls', 'Three', '/review', 'Four\n\nFive', '']);
  });

  it('goes on with what is queued after a command that starts no run', async () => {
    const window = open();
    const chat = window.registry.active;
    const ran: string[] = [];
    const run = async (args: string) => (ran.push(args), { kind: 'done' as const });
    const sending = sendingOf(window, {
      resolve: async (_chat, typed) => ({ command: { name: 'note', description: '', run }, args: typed.slice(6) }),
    });
    chat.enqueue('/note a');
    chat.enqueue('Hello');
    server().reply(text('Hi.'));
    await sendQueued(sending, chat);
    await finished(chat);
    assert.deepEqual([ran, chat.queue.text], [['a'], '']);
    assert.match(JSON.stringify(chat.session.state.messages), /"Hello"/);
  });
});
