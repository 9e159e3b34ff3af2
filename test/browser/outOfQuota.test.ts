import assert from 'node:assert/strict';
import { apiError, quotaFailure } from '../support/gemini/errors';
import { text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

describe('a model that is out of quota', () => {
  const window = useChat({ sharesWindow: true, settings: { 'pollux.fallback': 'ask' } });
  const question = () =>
    window()
      .page.locator('.notifications-toasts')
      .getByText(/can continue with another model/);
  const answer = (name: RegExp) => window().page.locator('.notifications-toasts').getByRole('button', { name });

  it('is replaced only where the person says so', async () => {
    const { chat, gemini } = window();
    gemini.reply(apiError(429, { details: [quotaFailure()] })).reply(text('Here I am.'));
    await chat.send('Hello');
    await question().waitFor();
    await answer(/^Only this time/).click();
    await chat.text('Here I am.').waitFor();
    await chat.finished();
    const [first, second] = gemini.requests.slice(-2);
    assert.notEqual(second?.model, first?.model);
  });
});
