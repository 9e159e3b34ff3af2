import assert from 'node:assert/strict';
import { apiError, quotaFailure, retryInfo } from '../support/gemini/errors';
import {
  blockedPrompt,
  call,
  cut,
  empty,
  finish,
  hang,
  text,
  thought,
  unfinished,
  type Reply,
} from '../support/gemini/replies';
import { freePort } from '../support/serving';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

interface Fault {
  name: string;
  /** What the server answers; several where the request is repeated. */
  replies: Reply[];
  says: RegExp;
  offers: string;
}

/** Broken answers are asked for again, after 1, 2 and 4 seconds. */
const fourTimes = (reply: Reply): Reply[] => Array.from({ length: 4 }, () => reply);
const perMinute = quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier');

const faults: Fault[] = [
  { name: '400', replies: [apiError(400)], says: /refused the request \(400\)/, offers: 'New chat' },
  { name: '401', replies: [apiError(401)], says: /didn’t accept the API key \(401\)/, offers: 'Enter API key' },
  { name: '403', replies: [apiError(403)], says: /may not use the model.*\(403\)/, offers: 'Choose model' },
  { name: '404', replies: [apiError(404)], says: /model wasn’t found \(404\)/, offers: 'Choose model' },
  { name: '429', replies: [apiError(429)], says: /Too many requests \(429\)/, offers: 'Try again' },
  {
    name: '429 with a delay to retry after',
    replies: [apiError(429, { details: [perMinute, retryInfo('20s')] })],
    says: /Too many requests \(429\)/,
    offers: 'Try again',
  },
  {
    name: '429 for the whole day',
    replies: [apiError(429, { details: [quotaFailure()] })],
    says: /quota of this model is used up \(429\)/,
    offers: 'Choose model',
  },
  { name: '500', replies: [apiError(500)], says: /overloaded or has failed \(500\)/, offers: 'Try again' },
  { name: '503', replies: [apiError(503)], says: /overloaded or has failed \(503\)/, offers: 'Choose model' },
  {
    name: 'a stream that is cut',
    replies: fourTimes([text('Half an ans'), cut()]),
    says: /connection to the Gemini service broke/,
    offers: 'Try again',
  },
  {
    name: 'SAFETY',
    replies: [[text('That is '), finish('SAFETY')]],
    says: /service cut off the answer \(SAFETY: /,
    offers: 'Try again',
  },
  {
    name: 'MAX_TOKENS',
    replies: [[text('A long answ'), finish('MAX_TOKENS')]],
    says: /length limit of the model/,
    offers: 'Continue',
  },
  {
    name: 'a prompt that is blocked',
    replies: [blockedPrompt('PROHIBITED_CONTENT')],
    says: /blocked the prompt \(PROHIBITED_CONTENT: /,
    offers: 'New chat',
  },
];

describe('when something goes wrong', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'notes.txt': 'First\n' },
    settings: { 'pollux.maxAttempts': 1 },
  });

  /** Whatever happened, the session can be used. */
  async function expectUsable(): Promise<void> {
    const { chat, gemini } = window();
    gemini.reply(text('All is well again.'));
    await chat.ask('And now?');
    await chat.text('All is well again.').waitFor();
  }

  /** Resolves when settings that were changed together with the model have arrived. */
  async function expectModel(model: string): Promise<void> {
    const picker = window().chat.panel.getByRole('combobox', { name: 'Model' });
    await eventually(async () => assert.equal(await picker.inputValue(), model));
  }

  for (const { name, replies, says, offers } of faults) {
    it(`says what it is and offers a way on: ${name}`, async () => {
      const { chat, gemini } = window();
      gemini.replies(replies);
      await chat.ask('Hello');
      await chat.text(says).waitFor();
      await chat.button(offers).last().waitFor();
      await expectUsable();
    });
  }

  it('says that the connection was refused, and tries again when told to', async () => {
    const { chat, configure, gemini } = window();
    configure({ 'pollux.baseUrl': `http://127.0.0.1:${await freePort()}`, 'pollux.model': 'nobody-home' });
    await expectModel('nobody-home');
    try {
      await chat.ask('Hello');
      await chat.text(/refused the connection/).waitFor();
    } finally {
      configure({ 'pollux.baseUrl': '', 'pollux.model': 'somebody-home' });
    }
    await expectModel('somebody-home');
    gemini.reply(text('Here I am.'));
    await chat.button('Try again').last().click();
    await chat.text('Here I am.').waitFor();
    await chat.finished();
  });

  it('goes on where the answer was cut off', async () => {
    const { chat, gemini } = window();
    gemini.reply(text('One, two, '), finish('MAX_TOKENS'));
    await chat.ask('Count');
    gemini.reply(text('three.'));
    await chat.button('Continue').last().click();
    await chat.text('three.').waitFor();
    await chat.finished();
    await expectUsable();
  });

  it('tells the model, and shows on the card, that a tool is unknown, called wrongly, or fails', async () => {
    const { chat, gemini } = window();
    gemini
      .reply(
        call('read_files', { path: 'notes.txt' }),
        call('read_file', { start_line: 7 }),
        call('read_file', { file_path: 'missing.txt' }),
      )
      .reply(text('I see.'));
    await chat.ask('Read');
    await (await chat.cardIn('Failed', 'read_files')).getByText('There is no tool named read_files.').waitFor();
    await chat.cardIn('Failed', 'read_file');
    await chat.cardIn('Failed', 'Read missing.txt');
    const [unknown, wrong, failed] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(unknown ?? '', /Did you mean.*read_file/);
    assert.match(wrong ?? '', /file_path/);
    assert.match(failed ?? '', /not found/i);
    await expectUsable();
  });

  const passing: [name: string, reply: Reply, says: RegExp][] = [
    ['a stream that is cut', [text('Half an ans'), cut()], /connection to the Gemini service broke/],
    ['a stream without an end', [text('Half an ans'), unfinished()], /answer was cut off/],
    ['an empty stream', empty(), /answer was cut off/],
    ['nothing but thoughts', thought('Hm.'), /returned nothing/],
    ['MALFORMED_FUNCTION_CALL', [text('Half an ans'), finish('MALFORMED_FUNCTION_CALL')], /malformed tool call/],
  ];
  for (const [name, reply, says] of passing) {
    it(`says why and when it tries again, and goes on by itself: ${name}`, async () => {
      const { chat, gemini } = window();
      gemini.reply(reply).reply(text('A whole answer.'));
      await chat.send('Hello');
      await chat.text(says).waitFor();
      await chat.text(/Trying again.* \(attempt 2 of 4\)\./).waitFor();
      await chat.text('A whole answer.').waitFor();
      await chat.finished();
      assert.equal(await chat.text('Half an ans').count(), 0);
      await expectUsable();
    });
  }

  it('shows how long it has been waiting for a service that is silent, and stops at once', async () => {
    const { chat, gemini } = window();
    gemini.reply(hang({ before: 'headers' }));
    await chat.send('Hello');
    await chat.panel.getByText(/^\d+s$/).waitFor();
    await chat.stop();
    assert.equal(await gemini.requests.at(-1)!.ended, 'aborted');
    await expectUsable();
  });

  it('says after ten seconds that the service is silent, once and politely, and asks again when that is wanted', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(hang({ before: 'headers' })).reply(text('Better now.'));
    await chat.send('Hello');
    const banner = chat.panel.getByRole('group', { name: 'Service not responding' });
    await banner.getByText(/service has sent nothing for more than 10 s/).waitFor();
    await chat.panel
      .locator('[aria-live=polite]')
      .getByText(/service has sent nothing/)
      .waitFor({ state: 'attached' });
    assert.equal(await banner.getByRole('button', { name: 'Stop' }).count(), 1);
    const asked = gemini.requests.length;
    await banner.getByRole('button', { name: 'Retry now' }).focus();
    await page.keyboard.press('Enter');
    await chat.text('Better now.').waitFor();
    await chat.finished();
    assert.equal(await gemini.requests[asked - 1]!.ended, 'aborted');
    assert.equal(await banner.count(), 0);
    await chat.panel.locator('.message:focus').waitFor();
    await expectUsable();
  });

  describe('Stop', () => {
    const moments: [name: string, reply: Reply, sign: RegExp][] = [
      ['before anything has come', hang({ before: 'headers' }), /Thinking/],
      ['in the middle of a thought', [thought('**Pondering**\n\nHm'), hang()], /Thinking: Pondering/],
      ['in the middle of an answer', [text('Well, you '), hang()], /Well, you/],
      ['while it waits to try again', [text('Oh'), cut()], /Trying again/],
      ['while an edit waits', call('write_file', { file_path: 'a.txt', content: 'a' }), /Waiting for approval/],
      ['while a command waits', call('run_shell_command', { command: 'touch a.txt' }), /Waiting for approval/],
    ];
    for (const [name, reply, sign] of moments) {
      it(`ends it ${name}`, async () => {
        const { chat, gemini } = window();
        gemini.reply(reply);
        await chat.send('Hello');
        await chat.panel.getByText(sign).first().waitFor();
        // Stopped before its request went out, it would leave its reply to the next prompt.
        await eventually(() => assert.equal(gemini.pendingReplies, 0));
        await chat.stop();
        assert.equal(await chat.button('Accept').count(), 0);
        await expectUsable();
      });
    }
  });
});
