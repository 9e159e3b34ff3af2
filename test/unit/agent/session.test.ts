import assert from 'node:assert/strict';
import { emptyChat } from '../../../src/shared/chatState';
import type { NoticeMessage } from '../../../src/shared/messages';
import type { ModelRequest } from '../../../src/agent/ports/model';
import type { UtilityModel } from '../../../src/agent/ports/utilityModel';
import { noOutputFiles } from '../../support/idlePorts';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { apiError, retryInfo } from '../../support/gemini/errors';
import {
  blockedPrompt,
  call,
  cut,
  finish,
  hang,
  part,
  raw,
  text,
  thought,
  type Reply,
} from '../../support/gemini/replies';
import { waitFor } from '../../../src/node/wait';
import { runShellCommand } from '../../../src/tools/runShellCommand';
import { createMemoryWorkspace, MemoryFiles } from '../../support/memoryWorkspace';
import {
  createTestSession,
  loopbackGenerator,
  noteFiles,
  noteTools,
  openSession,
  sessionOptions,
  StagedReview,
  type TestSessionOptions,
} from '../../support/testSession';

describe('session', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const start = (options: Partial<TestSessionOptions> = {}) => createTestSession({ url: server.url, ...options });
  const notices = (test: ReturnType<typeof start>): NoticeMessage[] =>
    test.session.state.messages.filter(message => message.role === 'notice');
  const responses = (index: number) => server.requests[index]?.functionResponses ?? [];

  it('answers a prompt and keeps the conversation', async () => {
    server.reply(thought('**Hm**'), text(['Hel', 'lo.'])).reply(text('Again.'));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    await test.say('And?');
    const [context, user, answer] = test.session.state.messages;
    assert.ok(context?.role === 'user' && context.isContext);
    assert.ok(user?.role === 'user' && !user.isContext);
    assert.deepEqual(answer?.role === 'assistant' && answer.parts.at(-1), { type: 'text', text: 'Hello.' });
    assert.equal(server.requests[1]?.contents.length, 3);
    assert.equal(test.session.state.isRunning, false);
  });

  it('names the prompt in each request that it leads to, whatever the job, and the next one otherwise', async () => {
    server.replies([call('read_note', { name: 'a' }), text('One.'), text('Two.'), text('Again.')]);
    const ids: (string | undefined)[] = [];
    const loopback = loopbackGenerator(server.url);
    const generator = {
      ...loopback,
      stream: (request: ModelRequest, signal: AbortSignal) => {
        ids.push(request.promptId);
        return loopback.stream(request, signal);
      },
    };
    const utilityModel: UtilityModel = {
      ask: async ({ promptId }) => {
        ids.push(promptId);
        return { ok: true, text: '' };
      },
    };
    const test = start({
      generator,
      utilityModel,
      route: async ({ asks }, signal) => {
        await asks.ask({ job: 'classifier', system: '', prompt: '' }, signal);
        return undefined;
      },
    });
    await test.say('Read a');
    await test.say('And again');
    const { sessionId } = test.session.state;
    const [first, second] = [`${sessionId}########1`, `${sessionId}########2`];
    assert.deepEqual(ids, [first, first, first, second, second]);
    const going = openSession(sessionOptions({ url: server.url, generator }), { restored: test.session.state });
    await going.resume();
    assert.equal(ids.at(-1), second);
  });

  it('gives the model some of what a command printed, and keeps the whole in a file', async () => {
    const saved: string[] = [];
    let limit = 40_000;
    server.reply(call('run_shell_command', { command: 'x' })).reply(text('Long.'));
    const test = start({
      startMode: 'yolo',
      tools: [runShellCommand],
      workspace: createMemoryWorkspace(new MemoryFiles(), ['/w']),
      terminal: { run: async () => ({ output: 'line\n'.repeat(20_000), exitCode: 0, signal: null }) },
      outputFiles: { ...noOutputFiles, save: async (name, all) => `/kept/${name}-${saved.push(all)}` },
      outputLimit: () => limit,
    });
    await test.say('Hi');
    const output = String(responses(1)[0]?.response?.output);
    assert.match(
      output,
      /^Output: line\n[^]*\[\d+ characters omitted; the full output is in \/kept\/run_shell_command-1,/,
    );
    assert.ok(output.length < 41_000);
    server.reply(call('run_shell_command', { command: 'x' })).reply(text('Long.'));
    assert.equal(saved[0], `Output: ${'line\n'.repeat(20_000).trimEnd()}\nExit Code: 0`);
    limit = 1000;
    await test.say('Again');
    assert.ok(String(responses(3)[0]?.response?.output).length < 1500);
  });

  it('goes back to before a prompt, and sends nothing of what followed', async () => {
    server.reply(text('One.')).reply(text('Two.')).reply(text('Three.'));
    const test = start();
    await test.say('First');
    await test.say('Second');
    const prompts = test.session.state.messages.filter(message => message.role === 'user' && !message.isContext);
    const second = prompts.at(-1)?.id ?? '';
    assert.deepEqual(test.session.rewind(second)?.parts, [{ type: 'text', text: 'Second' }]);
    assert.equal(test.session.rewind(second), null);
    await test.say('Another');
    const sent = JSON.stringify(server.requests[2]?.contents);
    assert.ok(sent.includes('First') && sent.includes('One.') && sent.includes('Another'));
    assert.ok(!sent.includes('Second') && !sent.includes('Two.'));
  });

  it('does not go back while a run is in progress', async () => {
    server.reply(text('Half'), hang());
    const test = start();
    const ended = test.say('Hi');
    await test.event('delta');
    const prompt = test.session.state.messages.at(-1);
    assert.equal(test.session.rewind(prompt?.id ?? ''), null);
    test.session.stop();
    await ended;
  });

  it('tells the mode again when it went back to before it was told', async () => {
    let mode: 'default' | 'plan' = 'default';
    const test = start({ mode: () => mode });
    await test.say('First');
    const first = test.session.state.messages.find(message => message.role === 'user' && !message.isContext);
    mode = 'plan';
    await test.say('Second');
    test.session.rewind(first?.id ?? '');
    await test.say('Third');
    assert.match(JSON.stringify(server.requests[2]?.contents), /plan only/);
  });

  it('returns thoughts and signatures exactly as they came', async () => {
    server
      .reply(
        thought('**Plan**\n\nx'),
        part({ text: 'A', thoughtSignature: 'c2lnMQ==' }),
        call('read_note', { name: 'a' }, { id: 'c1', signature: 'c2lnMg==' }),
        call('read_note', { name: 'b' }, { id: 'c2' }),
      )
      .reply(text('Done.'));
    await start().say('Hi');
    assert.deepEqual(server.requests[1]?.contents[1], {
      role: 'model',
      parts: [
        { text: '**Plan**\n\nx', thought: true },
        { text: 'A', thoughtSignature: 'c2lnMQ==' },
        { functionCall: { id: 'c1', name: 'read_note', args: { name: 'a' } }, thoughtSignature: 'c2lnMg==' },
        { functionCall: { id: 'c2', name: 'read_note', args: { name: 'b' } } },
      ],
    });
    assert.deepEqual(
      responses(1).map(({ id, response }) => [id, response]),
      [
        ['c1', { output: 'note a' }],
        ['c2', { output: 'note b' }],
      ],
    );
  });

  it('tells the model about unknown tools, wrong arguments and tools that throw, and goes on', async () => {
    server
      .reply(call('raed_note'), call('read_note', { nam: 'a' }), call('read_note', { name: 'bug' }))
      .reply(text('Sorry.'));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    const [unknown, wrong, bug] = responses(1).map(({ response }) => String(response?.error));
    assert.match(unknown ?? '', /no tool named "raed_note".*read_note/);
    assert.match(wrong ?? '', /must have required property 'name'.*It takes: name/s);
    assert.match(bug ?? '', /a bug/);
    assert.deepEqual(test.errors.map(String), ['TypeError: a bug']);
  });

  it('names tools of which the unknown name is a part before those that are only spelled alike', async () => {
    const names = ['read_it', 'glob', 'ask', 'run_shell_command', 'search_file_content'];
    const tools = names.map(name => ({
      kind: 'read' as const,
      name,
      ...(name.startsWith('search') && { otherNames: ['grep_search'] }),
      description: '',
      parameters: { type: 'object', properties: {} },
      title: () => name,
      run: async () => ({ content: '' }),
    }));
    server.reply(call('shell'), call('grep'), call('READ_IT'), call('x'.repeat(1_000_000))).reply(text('Sorry.'));
    await start({ tools }).say('Hi');
    const firsts = responses(1).map(({ response }) => /mean one of: (\w+)/.exec(String(response?.error))?.[1]);
    assert.deepEqual(firsts.slice(0, 3), ['run_shell_command', 'search_file_content', 'read_it']);
  });

  it('turns numbers and booleans that came as strings into what they are', async () => {
    const seen: unknown[] = [];
    const tool = {
      kind: 'read' as const,
      name: 'count',
      description: '',
      parameters: { type: 'object', properties: { n: { type: 'integer' }, all: { type: 'boolean' } } },
      title: () => 'Count',
      run: async (args: unknown) => ({ content: String(seen.push(args)) }),
    };
    server.reply(call('count', { n: '3', all: 'true' })).reply(text('Done.'));
    await start({ tools: [tool] }).say('Hi');
    assert.deepEqual(seen, [{ n: 3, all: true }]);
  });

  describe('with a change', () => {
    const edit = call('write_note', { name: 'a', text: 'one\n2\nthree\n' }, { id: 'c1' });

    it('applies it as it was accepted, with what the person made of it', async () => {
      server.reply(edit).reply(text('Done.'));
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
      server.reply(edit).reply(text('I see.'));
      const test = start();
      const run = test.say('Hi');
      await test.event('approval-requested');
      test.session.decide('c1', { decision: 'reject', reason: 'Write the words out.' });
      await run;
      assert.match(String(responses(1)[0]?.response?.error), /rejected this and said: Write the words out\./);
    });

    it('asks anew when the file changed, and merges what does not overlap', async () => {
      server.reply(edit).reply(text('Done.'));
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
      server.reply(edit).reply(text('Done.'));
      const notes = new Map([['/notes/a', 'one\ndeux\nthree\n']]);
      const test = start({ files: noteFiles(notes) });
      const run = test.say('Hi');
      await test.event('approval-requested');
      test.session.decide('c1', { decision: 'accept' });
      const conflicts = () =>
        test.events.filter(event => event.type === 'approval-requested' && event.approval.conflict);
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
        server.reply(edit).reply(text('Pity.'));
        await start(options).say('Hi');
        assert.match(String(server.requests.at(-1)?.functionResponses[0]?.response?.error), says);
      }
    });

    it('runs without asking in auto-edit mode, and from then on when all edits are allowed', async () => {
      server.reply(edit).reply(text('Done.'));
      assert.equal((await start({ startMode: 'autoEdit' }).say('Hi')).reason, 'done');
      const modes: string[] = [];
      const test = start({ setMode: mode => void modes.push(mode) });
      server.reply(edit).reply(text('Done.'));
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
      server.reply(edit).reply(text('Done.'));
      const run = test.say('Hi');
      const { approval } = await test.event('approval-requested');
      assert.deepEqual([approval.remember, approval.withoutRemember], [[], whyNotRemember()]);
      test.session.decide('c1', { decision: 'accept', remember: 'allowEdits' });
      await run;
      assert.deepEqual(modes, []);
    });
  });

  it('runs neighbouring reads together and changes in order', async () => {
    const log: string[] = [];
    let open = 0;
    const slow = (name: string) => ({
      kind: 'read' as const,
      name,
      description: '',
      parameters: { type: 'object' },
      title: () => name,
      run: async () => {
        log.push(`${name} with ${open++} others`);
        await new Promise(resolve => setImmediate(resolve));
        open--;
        return { content: name };
      },
    });
    server.reply(call('a'), call('b'), call('write_note', { name: 'n', text: 'x' }), call('a')).reply(text('Done.'));
    await start({ tools: [slow('a'), slow('b'), ...noteTools], startMode: 'yolo' }).say('Hi');
    assert.deepEqual(log, ['a with 0 others', 'b with 1 others', 'a with 0 others']);
    assert.deepEqual(
      responses(1).map(({ name }) => name),
      ['a', 'b', 'write_note', 'a'],
    );
  });

  const faults: [string, Reply[], RegExp][] = [
    ['a bad request', [apiError(400, { message: 'Nope.' })], /refused the request \(400\): Nope/],
    ['a refused key', [apiError(401)], /API key \(401\)/],
    ['a forbidden model', [apiError(403)], /may not use.*403/],
    ['an unknown model', [apiError(404)], /not found \(404\)/],
    [
      'a rate limit that stays',
      Array<Reply>(3).fill(apiError(429, { details: [retryInfo('1s')] })),
      /Too many requests/,
    ],
    ['an overload that stays', Array<Reply>(3).fill(apiError(503)), /overloaded/],
    ['a connection that always breaks', Array<Reply>(4).fill(cut({ before: 'headers' })), /connection/],
    ['streams that always break', Array<Reply>(4).fill([text('Half'), cut()]), /connection/],
    ['nothing but malformed calls', Array<Reply>(4).fill(finish('MALFORMED_FUNCTION_CALL')), /malformed/],
    ['a safety stop', [[text('Half'), finish('SAFETY')]], /cut off the answer \(SAFETY: it was stopped/],
    ['the length limit', [[text('Half'), finish('MAX_TOKENS')]], /length limit/],
    ['a blocked prompt', [blockedPrompt('SAFETY')], /blocked the prompt/],
  ];
  for (const [name, replies, says] of faults) {
    it(`says what is wrong after ${name}, and can go on`, async () => {
      server.replies(replies).reply(text('Fine.'));
      const test = start();
      await test.say('Hi');
      assert.match(notices(test).at(-1)?.text ?? '', says);
      assert.ok((notices(test).at(-1)?.actions ?? []).length > 0);
      assert.equal((await test.say('Again')).reason, 'done');
      assert.equal(server.requests.at(-1)?.refused, undefined);
      assert.deepEqual(test.errors, []);
    });
  }

  it('says so where a piece of an answer could not be read, whatever was tried', async () => {
    const odd = [text('The quick '), raw('data: {"candidates": [nonsense\n\n'), text('fox.')];
    server.replies(Array<Reply>(4).fill(odd));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    assert.match(notices(test).at(-1)?.text ?? '', /Part of the answer couldn’t be read and is missing/);
    assert.equal((await test.say('Again')).reason, 'done');
    assert.equal(server.requests.at(-1)?.refused, undefined);
  });

  it('begins an answer anew after a break, so that nothing is there twice', async () => {
    server.reply(text('Half of'), cut()).reply(text('Half of it is not enough.'));
    const test = start();
    await test.say('Hi');
    const answer = test.session.state.messages.at(-1);
    assert.deepEqual(answer?.role === 'assistant' && answer.parts, [
      { type: 'text', text: 'Half of it is not enough.' },
    ]);
    assert.equal(test.events.filter(event => event.type === 'retry').length, 1);
  });

  it('never runs a call of an answer that was cut', async () => {
    server.reply(call('write_note', { name: 'a', text: 'x' }), finish('MAX_TOKENS')).reply(text('Smaller.'));
    const notes = new Map<string, string>();
    await start({ files: noteFiles(notes), startMode: 'yolo' }).say('Hi');
    assert.equal(notes.size, 0);
    assert.match(String(responses(1)[0]?.response?.error), /Not run: your answer was cut off/);
  });

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
      server.reply(reply);
      const run = test.say('Hi');
      await reached(test);
      test.session.stop();
      assert.equal((await run).reason, 'cancelled');
      assert.equal(test.session.state.isRunning, false);
      assert.deepEqual(test.session.state.approvals, []);
      assert.deepEqual(test.session.state.calls, {});
      server.reply(text('Fine.'));
      assert.equal((await test.say('Go on')).reason, 'done');
      assert.equal(server.requests.at(-1)?.refused, undefined);
    }
  });

  it('stops while it waits to try again', async () => {
    server.reply(apiError(503));
    const generator = loopbackGenerator(server.url, waitFor);
    const test = start({ generator });
    const run = test.say('Hi');
    await test.event('retry');
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
  });

  it('puts a session in order whose run was cut', async () => {
    server.reply(text('Half'), call('write_note', { name: 'a', text: 'x' }, { id: 'c1' }));
    const first = start();
    void first.say('Hi');
    await first.event('approval-requested');
    const restored = openSession(sessionOptions({ url: server.url }), { restored: first.session.state });
    restored.recover();
    assert.equal(restored.state.isRunning, false);
    assert.deepEqual(restored.state.approvals, []);
    server.reply(text('Fine.'));
    assert.equal((await restored.submit([{ type: 'text', text: 'Go on' }])).reason, 'done');
    assert.equal(server.requests.at(-1)?.refused, undefined);
    first.session.stop();
  });

  it('tells the model of a session that is continued what has changed since', async () => {
    server.reply(text('Hello.')).reply(text('Fine.')).reply(text('Well.'));
    const first = start();
    await first.say('Hi');
    const { state } = first.session;
    const again = (more: object) => openSession(sessionOptions({ url: server.url, ...more }), { restored: state });
    await again({}).submit([{ type: 'text', text: 'Same day' }]);
    const told = (index: number) => JSON.stringify(server.requests[index]?.contents);
    assert.equal(told(1).match(/environment of the session/g)?.length, 1);
    assert.doesNotMatch(told(1), /approval mode/);
    const later = again({
      environment: () => ({ date: new Date(Date.UTC(2026, 0, 6)), platform: 'test' }),
      startMode: 'plan',
    });
    await later.submit([{ type: 'text', text: 'Next day' }]);
    assert.match(told(2), /no longer holds.*Jan 06 2026.*approval mode is now: plan only.*Next day/);
    server.reply(text('Done.'));
    await openSession(sessionOptions({ url: server.url }), { restored: later.state }).submit([
      { type: 'text', text: 'Back' },
    ]);
    assert.match(told(3), /Jan 06 2026.*Jan 05 2026.*approval mode is now: ask first.*Back/);
  });

  it('tells a conversation that knows nothing of it where it is, whichever way it goes on', async () => {
    const messages = [{ id: 'm1', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] as const;
    const restored = { ...emptyChat('s'), messages };
    server.reply(text('Hello.'));
    await openSession(sessionOptions({ url: server.url }), { restored }).resume();
    const told = JSON.stringify(server.requests[0]?.contents);
    assert.match(told, /Jan 05 2026.*approval mode is now: ask first/);
  });

  it('stops after as many turns as are allowed', async () => {
    server.respond(() => call('read_note', { name: 'a' }));
    const test = start({ maxTurns: 3 });
    assert.equal((await test.say('Hi')).reason, 'turnLimit');
    assert.deepEqual(notices(test).at(-1)?.actions, ['continue']);
  });
});
