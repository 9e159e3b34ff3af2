import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('A prompt that is sent while a run goes on', () => {
  const window = useLive();

  /** Has an answer under way, and two prompts sent meanwhile; opening the gate ends the answer. */
  async function sendMeanwhile() {
    const live = window();
    const gate = live.gemini.gate();
    live.gemini.reply(text('One, '), gate, text('two.'));
    await live.host.submit('Count');
    await live.ui.until('the first half', () => JSON.stringify(live.panel.chat.live ?? '').includes('One,'));
    for (const prompt of ['Now backwards', 'And in French']) await live.host.submit(prompt);
    await live.ui.until('both', () => live.panel.settings?.queued === 'Now backwards\n\nAnd in French');
    return gate;
  }

  it('waits for the end of it, and is then sent', async () => {
    const live = window();
    const gate = await sendMeanwhile();
    live.gemini.reply(text('Deux, un.'));
    gate.open();
    await live.ui.until('the answer', () => live.said('assistant').includes('Deux, un.'));
    await live.finished();
    assert.equal(live.panel.settings?.queued, undefined);
    assert.deepEqual(live.gemini.requests.at(-1)!.contents.at(-1)?.parts, [{ text: 'Now backwards\n\nAnd in French' }]);
  });

  it('can be taken back into the message box', async () => {
    const live = window();
    const gate = await sendMeanwhile();
    await live.host.takeBack();
    await live.ui.until('the text', () => live.panel.compose.includes('Now backwards\n\nAnd in French'));
    await live.ui.until('an empty queue', () => live.panel.settings?.queued === undefined);
    const before = live.gemini.requests.length;
    gate.open();
    await live.finished();
    assert.equal(live.said('assistant').at(-1), 'One, two.');
    assert.equal(live.gemini.requests.length, before);
  });

  it('is not sent by itself after the run was stopped, nor lost with the window', async () => {
    const live = window();
    await sendMeanwhile();
    await live.host.stop();
    await live.finished();
    const { length } = live.gemini.requests;
    await live.restart();
    assert.equal(live.panel.settings?.queued, 'Now backwards\n\nAnd in French');
    assert.equal(live.panel.chat.isRunning, false);
    assert.equal(live.gemini.requests.length, length);
    live.gemini.reply(text('Deux, un.'));
    await live.host.sendQueued();
    await live.ui.until('the answer', () => live.said('assistant').includes('Deux, un.'));
    await live.finished();
    await live.ui.until('an empty queue', () => live.panel.settings?.queued === undefined);
  });
});

describe('An image', () => {
  const window = useLive();
  const attached = () => window().panel.settings?.attachments ?? [];

  it('goes with the prompt, once', async () => {
    const live = window();
    await live.host.attachImage('image/png', pixel);
    await live.ui.until('the image', () => attached().length > 0);
    assert.match(attached()[0]?.label ?? '', /^Image \d+$/);
    live.gemini.reply(text('It is red.'));
    await live.ask('What colour is it?');
    await live.ui.until('no image', () => attached().length === 0);
    const shown = live.messages.findLast(each => each.role === 'user' && !each.isContext);
    assert.ok(shown?.role === 'user' && shown.parts.some(({ type }) => type === 'image'));
    const parts = live.gemini.requests.at(-1)!.contents.at(-1)?.parts ?? [];
    assert.deepEqual(
      parts.filter(part => part.inlineData),
      [{ inlineData: { mimeType: 'image/png', data: pixel } }],
    );
  });

  it('can be taken away again', async () => {
    const live = window();
    await live.host.attachImage('image/png', pixel);
    await live.ui.until('the image', () => attached().length > 0);
    await live.host.detach(attached()[0]!.id);
    await live.ui.until('no image', () => attached().length === 0);
    live.gemini.reply(text('Nothing to see.'));
    await live.ask('What colour is it?');
    assert.doesNotMatch(JSON.stringify(live.gemini.requests.at(-1)!.contents), /inlineData/);
  });

  it('is refused, with the reason, where the model could not look at it', async () => {
    const { host } = window();
    const svg = Buffer.from('<svg/>').toString('base64');
    await assert.rejects(
      host.attachImage('image/svg+xml', svg),
      /^Error: Only PNG, JPEG and WebP images can be attached\.$/,
    );
    const large = Buffer.from('x'.repeat(10_000_001)).toString('base64');
    const tooLarge = /^Error: The images in a prompt can be at most 10 MB in total\.$/;
    await assert.rejects(host.attachImage('image/png', large), tooLarge);
    assert.deepEqual(attached(), []);
  });
});
