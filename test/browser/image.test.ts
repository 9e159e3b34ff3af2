import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('an image', () => {
  const window = useChat({ sharesWindow: true });
  const attached = () => window().chat.panel.getByRole('list', { name: 'Attachments' });

  /** Pastes a file into the message box. */
  async function paste(type: string, base64: string, words = ''): Promise<void> {
    await window().chat.message.evaluate(
      (box, [kind, data, plain]) => {
        const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'pasted', { type: kind }));
        if (plain !== '') clipboardData.setData('text/plain', plain);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [type, base64, words] as const,
    );
  }

  it('is pasted into the message box, goes with the prompt, and is shown with it', async () => {
    const { chat, gemini } = window();
    await paste('image/png', pixel);
    await attached()
      .getByText(/^Image \d+$/)
      .waitFor();
    gemini.reply(text('It is red.'));
    await chat.ask('What colour is it?');
    assert.equal(await attached().count(), 0);
    await chat.turns('You').last().getByRole('img').waitFor();
    const parts = gemini.requests.at(-1)!.contents.at(-1)?.parts ?? [];
    assert.deepEqual(
      parts.filter(part => part.inlineData),
      [{ inlineData: { mimeType: 'image/png', data: pixel } }],
    );
  });

  it('can be taken away again', async () => {
    const { chat, gemini } = window();
    await paste('image/png', pixel);
    await attached()
      .getByRole('button', { name: /^Remove Image/ })
      .click();
    await attached().waitFor({ state: 'detached' });
    gemini.reply(text('Nothing to see.'));
    await chat.ask('What colour is it?');
    assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)!.contents), /inlineData/);
  });

  it('is refused, with the reason, where the model could not look at it', async () => {
    const { chat } = window();
    await paste('image/svg+xml', btoa('<svg/>'));
    await chat.panel.getByRole('alert').getByText('Only PNG, JPEG and WebP images can be attached.').waitFor();
    await paste('image/png', btoa('x'.repeat(10_000_001)));
    await chat.panel.getByRole('alert').getByText('The images in a prompt can be at most 10 MB in total.').waitFor();
    assert.equal(await attached().count(), 0);
  });

  it('stays away where text was copied with it', async () => {
    await paste('image/png', pixel, 'A table');
    await paste('image/png', pixel);
    await attached()
      .getByText(/^Image/)
      .waitFor();
    assert.equal(await attached().getByRole('listitem').count(), 1);
    await attached()
      .getByRole('button', { name: /^Remove Image/ })
      .click();
  });
});
