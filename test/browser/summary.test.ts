import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

const story = 'Once upon a time there were pears. '.repeat(400);
const snapshot = '<state_snapshot>\n<goal>A story about fruit.</goal>\n</state_snapshot>';

describe('a summary of the conversation', () => {
  const window = useChat({
    sharesWindow: true,
    settings: { 'pollux.compression.review': true, 'pollux.compression.tail': 0 },
  });

  before('answer with a summary', () => {
    window().gemini.respond(({ method }) => (method === 'generateContent' ? text(snapshot) : undefined));
  });

  /** Has a long conversation and its summary shown. */
  async function sumUp() {
    const { chat, gemini } = window();
    gemini.reply(text(story));
    await chat.ask('Tell me a story');
    await chat.message.fill('/compress');
    await chat.button('Send').click();
    const card = chat.card('Question');
    await card.getByText('A story about fruit.').waitFor();
    return card;
  }
  /** What the model hears of the conversation with the next prompt. */
  async function heard(): Promise<string> {
    const { chat, gemini } = window();
    gemini.reply(text('Well.'));
    await chat.ask('Go on');
    return JSON.stringify(gemini.requests.findLast(({ method }) => method === 'streamGenerateContent')!.contents);
  }

  it('is used only when it was read and agreed to, and can be given up for the original', async () => {
    const { chat } = window();
    const card = await sumUp();
    await card.getByText(/^Use this summary for the model in place of the older messages\?/).waitFor();
    await card.getByRole('button', { name: 'Use the summary' }).click();
    await chat.text(/The conversation was compressed for the model: \d+K → \d+K tokens\.$/).waitFor();
    await chat.finished();
    await chat.text(/Once upon a time/).waitFor();
    const summary = await heard();
    assert.match(summary, /A story about fruit/);
    assert.doesNotMatch(summary, /there were pears/);

    await chat.conversation.getByText('Show summary').click();
    await chat.text(/A story about fruit/).waitFor();
    await chat.button('Restore the original').click();
    await chat.text('The model sees the whole conversation again.').waitFor();
    const original = await heard();
    assert.match(original, /there were pears/);
    assert.doesNotMatch(original, /A story about fruit/);
  });

  it('is dropped where all messages are kept, with the keyboard alone', async () => {
    const { chat, page } = window();
    const card = await sumUp();
    await card.getByRole('button', { name: 'Use the summary' }).focus();
    await chat.takesKeys(card);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await chat.text('The summary wasn’t used. The model still sees the conversation itself.').waitFor();
    await chat.finished();
    assert.match(await heard(), /there were pears/);
  });
});
