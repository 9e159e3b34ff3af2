import assert from 'node:assert/strict';
import { hookedModel } from '../../../../src/agent/hooks/hookedModel';
import type { Hooks } from '../../../../src/agent/ports/hooks';
import type { Message } from '../../../../src/shared/messages';
import { SessionHooks } from '../../../../src/agent/hooks/sessionHooks';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { fakeHooks } from '../../../support/hookFakes';
import { createTestSession, loopbackGenerator, type TestSessionOptions } from '../../../support/testSession';

describe('A session with hooks', () => {
  let server: GeminiServer;
  beforeEach(async () => {
    server = await startGeminiServer();
  });
  afterEach(() => server.close());
  const start = (hooks: Hooks | undefined, options: Partial<TestSessionOptions> = {}) =>
    createTestSession({ url: server.url, hooks: async () => hooks, ...options });
  const write = call('write_note', { name: 'a', text: 'one\n' }, { id: 'c1' });
  const notices = ({ session }: ReturnType<typeof start>) =>
    session.state.messages.flatMap(message => (message.role === 'notice' ? [message.text] : []));

  it('shows what a hook made of a call, and says which one it was', async () => {
    const { hooks } = fakeHooks({ BeforeTool: () => ({ args: { by: 'tidy', value: { text: 'two\n' } } }) });
    const test = start(hooks);
    server.reply(write).reply(text('Done.'));
    const ended = test.say('Write it.');
    const { approval } = await test.event('approval-requested');
    assert.equal(approval.reason, 'The hook tidy changed this call.');
    assert.equal(approval.proposal.kind === 'edit' && approval.proposal.diff.includes('-one'), true);
    test.session.decide('c1', { decision: 'accept' });
    await ended;
    const running = test.events.find(event => event.type === 'tool-state' && event.state === 'executing');
    assert.deepEqual(running?.type === 'tool-state' && running.approvalSource, { by: 'user', changedBy: 'tidy' });
    assert.deepEqual(notices(test), ['The hook tidy changed this call. It is now: Edit a']);
  });

  it('checks changed arguments like those of the model', async () => {
    const { hooks } = fakeHooks({ BeforeTool: () => ({ args: { by: 'tidy', value: { text: { no: 'text' } } } }) });
    const test = start(hooks, { startMode: 'autoEdit' });
    server.reply(write).reply(text('I see.'));
    await test.say('Write it.');
    const results = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.deepEqual([results[0]?.status, results[0]?.errorType], ['error', 'invalid_tool_params']);
  });

  it('asks about a call that policy allows, where a hook wants it, and offers nothing to remember', async () => {
    const { hooks, fired } = fakeHooks({
      BeforeTool: () => ({ asks: { by: 'careful', reason: 'Sure?' } }),
      Notification: () => ({}),
    });
    const test = start(hooks, { startMode: 'autoEdit' });
    server.reply(write).reply(text('I see.'));
    const ended = test.say('Write it.');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual([approval.reason, approval.remember], ['A hook requires approval: careful – Sure?', []]);
    test.session.decide('c1', { decision: 'accept' });
    await ended;
    const running = test.events.find(event => event.type === 'tool-state' && event.state === 'executing');
    assert.deepEqual(running?.type === 'tool-state' && running.approvalSource, { by: 'user', askedBy: 'careful' });
    assert.deepEqual(
      fired.map(({ event }) => event),
      ['BeforeTool', 'Notification'],
    );
  });

  it('tells hooks of a call by all of its names, and of what it gave', async () => {
    const { hooks, fired } = fakeHooks({ AfterTool: () => ({}) });
    const test = start(hooks);
    server.reply(call('read_note', { name: 'x' })).reply(text('Done.'));
    await test.say('Read it.');
    assert.deepEqual(
      fired.map(({ input }) => input),
      [{ name: 'read_note', otherNames: [], args: { name: 'x' }, content: 'note x' }],
    );
  });

  it('is idle at once when it is stopped while a hook runs', async () => {
    const fire = () => new Promise<never>(() => undefined);
    const hooks: Hooks = {
      has: event => event === 'BeforeTool',
      fire: (_event, _input, signal) =>
        Promise.race([
          fire(),
          new Promise<{ notices: [] }>(resolve =>
            signal.addEventListener('abort', () => resolve({ notices: [] }), { once: true }),
          ),
        ]),
    };
    const test = start(hooks, { startMode: 'autoEdit' });
    server.reply(write);
    const ended = test.say('Write it.');
    await test.event('tool-state', ({ state }) => state === 'scheduled');
    await new Promise(resolve => setImmediate(resolve));
    test.session.stop();
    assert.equal((await ended).reason, 'cancelled');
    assert.ok(!test.events.some(event => event.type === 'tool-state' && event.state === 'executing'));
  });

  it('goes by the hooks of the moment a run begins', async () => {
    const { hooks } = fakeHooks({ BeforeAgent: () => ({ blocked: { by: 'guard', reason: '' } }) });
    let now: Hooks | undefined = hooks;
    const test = start(undefined, { hooks: async () => now });
    assert.equal((await test.say('Hi')).reason, 'hook');
    now = undefined;
    server.reply(text('Hello.'));
    assert.equal((await test.say('Hi')).reason, 'done');
    assert.deepEqual(notices(test), ['The hook guard stopped this.']);
    const notice = test.session.state.messages.find(({ role }) => role === 'notice');
    assert.deepEqual(notice?.role === 'notice' && notice.actions, []);
  });

  it('begins once, and ends if it has begun', async () => {
    const { hooks, fired } = fakeHooks({ SessionStart: () => ({ context: 'Mind the gap.' }), SessionEnd: () => ({}) });
    const test = start(hooks);
    await test.session.end('exit');
    server.reply(text('One.')).reply(text('Two.'));
    await test.say('Hi');
    await test.say('Hi');
    await test.session.end('clear');
    assert.deepEqual(fired, [
      { event: 'SessionStart', input: { source: 'startup' } },
      { event: 'SessionEnd', input: { reason: 'clear' } },
    ]);
    assert.match(JSON.stringify(server.requests[0]?.contents), /Mind the gap/);
  });

  it('says of a hook that can not be started that it did not deny anything', async () => {
    const { hooks } = fakeHooks({ BeforeTool: () => ({ blocked: { by: 'guard', reason: 'gone', isBroken: true } }) });
    const test = start(hooks, { startMode: 'autoEdit' });
    server.reply(write).reply(text('I see.'));
    await test.say('Write it.');
    const results = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(results[0]?.error, 'The hook guard couldn’t be started, so this didn’t run. gone');
    assert.match(results[0].content, /^Not run: a hook of the user \(guard\) couldn't be started\./);
  });

  it('takes no prompt while a hook that has to see it can not be started', async () => {
    const { hooks } = fakeHooks({ BeforeAgent: () => ({ blocked: { by: 'guard', reason: '', isBroken: true } }) });
    const test = start(hooks);
    await test.say('Hi');
    assert.ok(!test.session.state.messages.some(isPrompt));
    assert.deepEqual(notices(test), ['The hook guard couldn’t be started, so nothing was sent.']);
  });

  it('keeps a prompt with which a hook ends the run', async () => {
    const { hooks } = fakeHooks({ BeforeAgent: () => ({ stops: { by: 'guard', reason: '' } }) });
    const test = start(hooks);
    await test.say('Hi');
    assert.ok(test.session.state.messages.some(isPrompt));
  });

  it('lets the model forget the conversation for a hook, which the person can take back', async () => {
    const { hooks } = fakeHooks({
      AfterAgent: ({ isRetry, answer }) =>
        isRetry || answer === 'Two.' ? {} : { forgets: 'fresh', blocked: { by: 'fresh', reason: 'Start over.' } },
    });
    const test = start(hooks);
    server.reply(text('One.')).reply(text('Again.'));
    await test.say('First');
    const sent = (index: number) => JSON.stringify(server.requests[index]?.contents);
    assert.match(sent(1), /cleared by a hook of the user.*Start over\./);
    assert.doesNotMatch(sent(1), /First|One\./);
    assert.match(sent(1), /cleared by/);
    assert.equal(test.session.state.messages.filter(({ role }) => role === 'assistant').length, 2);
    const notice = test.session.state.messages.find(
      message => message.role === 'notice' && message.actions?.includes('restoreOriginal'),
    );
    assert.equal(notice?.role === 'notice' && notice.text, 'The hook fresh cleared the conversation for the model.');
    test.session.restoreOriginal();
    server.reply(text('Two.'));
    await test.say('Second');
    assert.match(sent(2), /First.*One\..*Start over\..*Again\..*Second/);
  });

  it('lets the model forget the conversation before the next prompt where no other answer is wanted', async () => {
    const { hooks } = fakeHooks({ AfterAgent: () => ({ forgets: 'fresh' }) });
    const test = start(hooks);
    server.reply(text('One.')).reply(text('Two.'));
    await test.say('First');
    await test.say('Second');
    assert.doesNotMatch(JSON.stringify(server.requests[1]?.contents), /First|One\./);
    assert.match(JSON.stringify(server.requests[1]?.contents), /Second/);
  });

  it('tells hooks before it sums the conversation up', async () => {
    const { hooks, fired } = fakeHooks({ PreCompress: () => ({ notices: [{ level: 'info', text: 'saved' }] }) });
    const test = start(hooks);
    for (let i = 0; i < 4; i++) server.reply(text(`Answer ${i}: ${'word '.repeat(500)}`));
    for (let i = 0; i < 4; i++) await test.say(`Question ${i}`);
    await test.session.compress();
    assert.deepEqual(fired, [{ event: 'PreCompress', input: { trigger: 'manual' } }]);
    assert.ok(notices(test).includes('saved'));
  });

  it('has nothing in the way where there are no hooks for it', () => {
    const model = loopbackGenerator(server.url);
    const { hooks } = fakeHooks({ BeforeTool: () => ({}), AfterAgent: () => ({}) });
    const none = { fire: async () => undefined, refuse: () => undefined, toolName: (name: string) => name };
    assert.equal(hookedModel({ model, has: event => hooks.has(event), ...none }), undefined);
    const fail = () => assert.fail();
    const idle = new SessionHooks({ sessionId: () => '', notify: fail, tell: fail, forget: fail });
    assert.equal(idle.current, undefined);
  });

  it('lets hooks put a request in other words, and keeps calls and results as they are', async () => {
    const { hooks } = fakeHooks({
      BeforeModel: ({ request }) => ({
        request: {
          messages: request.messages.map(({ role, content }) => ({
            role,
            content: content.replaceAll('note', 'memo'),
          })),
          config: { maxOutputTokens: 77 },
        },
      }),
    });
    const test = start(hooks);
    server.reply(call('read_note', { name: 'x' })).reply(text('Done.'));
    await test.say('Read the note.');
    const said = JSON.stringify(server.requests[1]?.contents);
    assert.match(said, /Read the memo\./);
    assert.match(said, /note x/);
    assert.match(said, /"functionCall":\{"args":\{"name":"x"\},"name":"read_note"/);
    assert.match(JSON.stringify(server.requests[1]), /"maxOutputTokens":77/);
  });

  it('refuses a request that a hook denies, which can be sent again', async () => {
    const { hooks } = fakeHooks({ BeforeModel: () => ({ blocked: { by: 'guard', reason: 'Too late.' } }) });
    const test = start(hooks);
    const { reason, last } = await test.say('Hi');
    assert.deepEqual([reason, last?.message.end], ['hook', 'interrupted']);
    assert.deepEqual(notices(test), ['The hook guard stopped this. Too late.']);
    assert.equal(server.requests.length, 0);
  });
});

function isPrompt(message: Message): boolean {
  return message.role === 'user' && !message.isContext;
}
