import assert from 'node:assert/strict';
import { call, text, usage } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { quickInput } from './support/quickInput';
import { useChat } from './support/useChat';

const read = call('read_file', { file_path: 'a.txt' });

describe('the list of models', () => {
  const window = useChat({ sharesWindow: true });
  const picker = () => quickInput(window().page);
  const row = (name: string | RegExp) => picker().getByRole('option', { name });
  const model = () => window().chat.panel.getByRole('combobox', { name: 'Model', exact: true });

  it('takes a name that it does not have, uses it, and lets go of it', async () => {
    const { chat, command, gemini, page } = window();
    const before = await model().inputValue();
    await command('Pollux: Select Model');
    await row('Other model…').click();
    await picker().getByText('Name of the model').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('gemini-9-test');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await model().inputValue(), 'gemini-9-test'));
    gemini.reply(text('Here is nine.'));
    await chat.ask('Who are you?');
    assert.equal(gemini.requests.at(-1)!.model, 'gemini-9-test');

    await model().selectOption(before);
    await eventually(async () => assert.equal(await model().inputValue(), before));
    assert.equal(await model().getByRole('option', { name: 'gemini-9-test' }).count(), 1);
    await command('Pollux: Select Model');
    await row(/^gemini-9-test/).hover();
    await row(/^gemini-9-test/)
      .getByRole('button', { name: 'Remove from the list' })
      .click();
    await row(/^gemini-9-test/).waitFor({ state: 'detached' });
    await row('Other model…').waitFor();
    await page.keyboard.press('Escape');
    await model().getByRole('option', { name: 'gemini-9-test' }).waitFor({ state: 'detached' });
  });
});

describe('what a run takes', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'a.txt': 'a\n' },
    settings: { 'pollux.model': 'auto', 'pollux.routing.strategy': 'classifier', 'pollux.budget.prompt.requests': 2 },
  });
  let assessment = 'quick';

  before('evaluate', () => {
    window().gemini.respond(({ method }) =>
      method === 'generateContent'
        ? text(JSON.stringify({ reasoning: 'So it is.', model_choice: assessment }))
        : undefined,
    );
  });

  it('begins with which model was chosen, why, and what that took', async () => {
    const { chat, gemini } = window();
    assessment = 'strong';
    gemini.reply(text('Deep thoughts.'));
    await chat.ask('Design a city');
    await chat.text(/Model: gemini-4-argon \(rated complex; choosing took \d+ tokens(, about \$0\.\d+)?\)$/).waitFor();
    assert.equal(gemini.requests.at(-1)!.model, 'gemini-4-argon');
    assessment = 'quick';
    gemini.reply(text('Four.'));
    await chat.ask('Two and two');
    await chat.text(/Model: gemini-3\.8-flash \(rated simple; /).waitFor();
    assert.equal(gemini.requests.at(-1)!.model, 'gemini-3.8-flash');
  });

  it('ends with its tokens, the share of them that was cached, and the price', async () => {
    const { chat, gemini } = window();
    gemini.reply(
      text('Counted.'),
      usage({ promptTokenCount: 20_000, cachedContentTokenCount: 16_000, candidatesTokenCount: 500 }),
    );
    await chat.ask('Count');
    await chat
      .turns('Pollux')
      .last()
      .getByText(/^20\.5K tokens · 80% cached · about \$0\.\d+$/)
      .waitFor();
  });

  it('stops where its budget is used up, and goes on when the person says so', async () => {
    const { chat, gemini } = window();
    gemini.reply(read);
    await chat.ask('Read it over and over');
    const used = '2 of 2 requests, 1 of them to choose the model';
    await chat.text(`Pollux stopped: the budget of this prompt is used up (${used}).`).waitFor();
    gemini.reply(text('That is all.'));
    await chat.button('Continue').click();
    await chat.text('That is all.').waitFor();
    await chat.finished();
  });
});
