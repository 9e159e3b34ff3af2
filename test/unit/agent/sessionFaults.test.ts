import assert from 'node:assert/strict';
import { apiError, retryInfo } from '../../support/gemini/errors';
import { blockedPrompt, call, cut, finish, raw, text, type Reply } from '../../support/gemini/replies';
import { noteFiles } from '../../support/testSession';
import { LoopbackSessions, noticesOf } from '../../support/loopbackSessions';

describe('A session whose answer fails', () => {
  const sessions = LoopbackSessions.use();
  const { start, responses } = sessions;

  const faults: [string, Reply[], RegExp][] = [
    ['a bad request', [apiError(400, { message: 'Nope.' })], /refused the request \(400\): Nope/],
    ['a refused key', [apiError(401)], /API key \(401\)/],
    ['a forbidden model', [apiError(403)], /may not use.*403/],
    ['an unknown model', [apiError(404)], /wasn’t found \(404\)/],
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
      sessions.server.replies(replies).reply(text('Fine.'));
      const test = start();
      await test.say('Hi');
      assert.match(noticesOf(test).at(-1)?.text ?? '', says);
      assert.ok((noticesOf(test).at(-1)?.actions ?? []).length > 0);
      assert.equal((await test.say('Again')).reason, 'done');
      assert.equal(sessions.server.requests.at(-1)?.refused, undefined);
      assert.deepEqual(test.errors, []);
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
