import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/agent/ports/model';
import type { UtilityModel } from '../../../src/agent/ports/utilityModel';
import { call, hang, part, text, thought } from '../../support/gemini/replies';
import { loopbackGenerator, openSession, sessionOptions } from '../../support/testSession';
import { LoopbackSessions } from '../../support/loopbackSessions';

describe('session', () => {
  const sessions = LoopbackSessions.use();
  const { start, responses } = sessions;

  it('answers a prompt and keeps the conversation', async () => {
    sessions.server.reply(thought('**Hm**'), text(['Hel', 'lo.'])).reply(text('Again.'));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    await test.say('And?');
    const [context, user, answer] = test.session.state.messages;
    assert.ok(context?.role === 'user' && context.isContext);
    assert.ok(user?.role === 'user' && !user.isContext);
    assert.deepEqual(answer?.role === 'assistant' && answer.parts.at(-1), { type: 'text', text: 'Hello.' });
    assert.equal(sessions.server.requests[1]?.contents.length, 3);
    assert.equal(test.session.state.isRunning, false);
  });

  it('names the prompt in each request that it leads to, whatever the job, and the next one otherwise', async () => {
    sessions.server.replies([call('read_note', { name: 'a' }), text('One.'), text('Two.'), text('Again.')]);
    const ids: (string | undefined)[] = [];
    const loopback = loopbackGenerator(sessions.server.url);
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
    const going = openSession(sessionOptions({ url: sessions.server.url, generator }), {
      restored: test.session.state,
    });
    await going.resume();
    assert.equal(ids.at(-1), second);
  });

  it('goes back to before a prompt, and sends nothing of what followed', async () => {
    sessions.server.reply(text('One.')).reply(text('Two.')).reply(text('Three.'));
    const test = start();
    await test.say('First');
    await test.say('Second');
    const prompts = test.session.state.messages.filter(message => message.role === 'user' && !message.isContext);
    const second = prompts.at(-1)?.id ?? '';
    assert.deepEqual(test.session.rewind(second)?.parts, [{ type: 'text', text: 'Second' }]);
    assert.equal(test.session.rewind(second), null);
    await test.say('Another');
    const sent = JSON.stringify(sessions.server.requests[2]?.contents);
    assert.ok(sent.includes('First') && sent.includes('One.') && sent.includes('Another'));
    assert.ok(!sent.includes('Second') && !sent.includes('Two.'));
  });

  it('does not go back while a run is in progress', async () => {
    sessions.server.reply(text('Half'), hang());
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
    assert.match(JSON.stringify(sessions.server.requests[2]?.contents), /plan only/);
  });

  it('returns thoughts and signatures exactly as they came', async () => {
    sessions.server
      .reply(
        thought('**Plan**\n\nx'),
        part({ text: 'A', thoughtSignature: 'c2lnMQ==' }),
        call('read_note', { name: 'a' }, { id: 'c1', signature: 'c2lnMg==' }),
        call('read_note', { name: 'b' }, { id: 'c2' }),
      )
      .reply(text('Done.'));
    await start().say('Hi');
    assert.deepEqual(sessions.server.requests[1]?.contents[1], {
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
});
