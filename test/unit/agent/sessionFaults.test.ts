import assert from 'node:assert/strict';
import type { NoticeAction } from '../../../src/shared/messages';
import { apiError, quotaFailure, retryInfo } from '../../support/gemini/errors';
import {
  blockedPrompt,
  call,
  cut,
  empty,
  finish,
  raw,
  text,
  thought,
  unfinished,
  type Reply,
} from '../../support/gemini/replies';
import { noteFiles } from '../../support/testSession';
import { LoopbackSessions, noticesOf } from '../../support/loopbackSessions';

describe('A session whose answer fails', () => {
  const sessions = LoopbackSessions.use();
  const { start, responses } = sessions;

  const perMinute = quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier');
  const faults: [name: string, replies: Reply[], says: RegExp, offers: NoticeAction][] = [
    ['a bad request', [apiError(400, { message: 'Nope.' })], /refused the request \(400\): Nope/, 'newChat'],
    ['a refused key', [apiError(401)], /didn’t accept the API key \(401\)/, 'setApiKey'],
    ['a forbidden model', [apiError(403)], /may not use the model.*\(403\)/, 'selectModel'],
    ['an unknown model', [apiError(404)], /model wasn’t found \(404\)/, 'selectModel'],
    ['a rate limit', Array<Reply>(3).fill(apiError(429)), /Too many requests \(429\)/, 'retry'],
    [
      'a rate limit that stays',
      Array<Reply>(3).fill(apiError(429, { details: [perMinute, retryInfo('1s')] })),
      /Too many requests \(429\)/,
      'retry',
    ],
    [
      'a quota that is used up for the day',
      [apiError(429, { details: [quotaFailure()] })],
      /quota of this model is used up \(429\)/,
      'selectModel',
    ],
    [
      'a failure of the service that stays',
      Array<Reply>(3).fill(apiError(500)),
      /overloaded or has failed \(500\)/,
      'retry',
    ],
    ['an overload that stays', Array<Reply>(3).fill(apiError(503)), /overloaded or has failed \(503\)/, 'selectModel'],
    ['a connection that always breaks', Array<Reply>(4).fill(cut({ before: 'headers' })), /connection/, 'retry'],
    [
      'streams that always break',
      Array<Reply>(4).fill([text('Half'), cut()]),
      /connection to the Gemini service broke/,
      'retry',
    ],
    ['nothing but malformed calls', Array<Reply>(4).fill(finish('MALFORMED_FUNCTION_CALL')), /malformed/, 'retry'],
    [
      'a safety stop',
      [[text('Half'), finish('SAFETY')]],
      /service cut off the answer \(SAFETY: it was stopped/,
      'retry',
    ],
    ['the length limit', [[text('Half'), finish('MAX_TOKENS')]], /length limit of the model/, 'continue'],
    ['a blocked prompt', [blockedPrompt('SAFETY')], /blocked the prompt/, 'newChat'],
    [
      'a prompt with what is forbidden',
      [blockedPrompt('PROHIBITED_CONTENT')],
      /blocked the prompt \(PROHIBITED_CONTENT: /,
      'newChat',
    ],
  ];
  for (const [name, replies, says, offers] of faults) {
    it(`says what is wrong after ${name}, offers a way on, and can go on`, async () => {
      sessions.server.replies(replies).reply(text('Fine.'));
      const test = start();
      await test.say('Hi');
      assert.match(noticesOf(test).at(-1)?.text ?? '', says);
      assert.ok(noticesOf(test).at(-1)?.actions?.includes(offers), JSON.stringify(noticesOf(test).at(-1)));
      assert.equal((await test.say('Again')).reason, 'done');
      assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
      assert.deepEqual(test.errors, []);
    });
  }

  const passing: [name: string, reply: Reply, says: RegExp][] = [
    ['a stream that is cut', [text('Half an ans'), cut()], /connection to the Gemini service broke/],
    ['a stream without an end', [text('Half an ans'), unfinished()], /answer was cut off/],
    ['an empty stream', empty(), /answer was cut off/],
    ['nothing but thoughts', thought('Hm.'), /returned nothing/],
    ['a malformed call', [text('Half an ans'), finish('MALFORMED_FUNCTION_CALL')], /malformed tool call/],
  ];
  for (const [name, reply, says] of passing) {
    it(`says why and when it tries again after ${name}, and goes on by itself`, async () => {
      sessions.server.reply(reply).reply(text('A whole answer.')).reply(text('Fine.'));
      const test = start();
      assert.equal((await test.say('Hi')).reason, 'done');
      const retry = await test.event('retry');
      assert.match(retry.reason, says);
      assert.deepEqual([retry.attempt, retry.maxAttempts], [2, 4]);
      const answer = test.session.state.messages.at(-1);
      assert.deepEqual(answer?.role === 'assistant' && answer.parts.filter(({ type }) => type === 'text'), [
        { type: 'text', text: 'A whole answer.' },
      ]);
      assert.equal((await test.say('Again')).reason, 'done');
      assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
    });
  }

  it('says so where a piece of an answer could not be read, whatever was tried', async () => {
    const odd = [text('The quick '), raw('data: {"candidates": [nonsense\n\n'), text('fox.')];
    sessions.server.replies(Array<Reply>(4).fill(odd));
    const test = start();
    assert.equal((await test.say('Hi')).reason, 'done');
    assert.match(noticesOf(test).at(-1)?.text ?? '', /Part of the answer couldn’t be read and is missing/);
    assert.equal((await test.say('Again')).reason, 'done');
    assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
  });

  it('begins an answer anew after a break, so that nothing is there twice', async () => {
    sessions.server.reply(text('Half of'), cut()).reply(text('Half of it is not enough.'));
    const test = start();
    await test.say('Hi');
    const answer = test.session.state.messages.at(-1);
    assert.deepEqual(answer?.role === 'assistant' && answer.parts, [
      { type: 'text', text: 'Half of it is not enough.' },
    ]);
    assert.equal(test.events.filter(event => event.type === 'retry').length, 1);
  });

  it('never runs a call of an answer that was cut', async () => {
    sessions.server.reply(call('write_note', { name: 'a', text: 'x' }), finish('MAX_TOKENS')).reply(text('Smaller.'));
    const notes = new Map<string, string>();
    await start({ files: noteFiles(notes), startMode: 'yolo' }).say('Hi');
    assert.equal(notes.size, 0);
    assert.match(String(responses(1)[0]?.response?.error), /Not run: your answer was cut off/);
  });
});
