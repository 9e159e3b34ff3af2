import assert from 'node:assert/strict';
import { call, text, usage } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const read = call('read_file', { file_path: 'a.txt' });

describe('The list of models', () => {
  const window = useLive();
  const until = (what: string, check: () => boolean | undefined) => window().ui.until(what, check);
  const names = () => window().panel.settings?.models.map(({ id }) => id) ?? [];

  it('takes a name that it does not have, uses it, and lets go of it', async () => {
    const live = window();
    const before = live.panel.settings!.model;
    const picking = live.command('Select Model');
    (await live.ui.list()).pick('Other model…');
    const box = await live.ui.input();
    assert.equal(box.title, 'Name of the model');
    box.enter('gemini-9-test');
    await picking;
    await until('the model', () => live.panel.settings?.model === 'gemini-9-test');
    live.gemini.reply(text('Here is nine.'));
    await live.ask('Who are you?');
    assert.equal(live.gemini.requests.at(-1)!.model, 'gemini-9-test');

    await live.host.setModel(before);
    await until('the model of before', () => live.panel.settings?.model === before);
    assert.ok(names().includes('gemini-9-test'));
    const removing = live.command('Select Model');
    const list = await live.ui.list();
    list.press(/^gemini-9-test/, 'Remove from the list');
    await until('its end', () => !list.rows.some(row => row.startsWith('gemini-9-test')));
    assert.ok(list.rows.includes('Other model…'));
    list.hide();
    await removing;
    await until('its end in the panel', () => !names().includes('gemini-9-test'));
  });
});

describe('What a run takes', () => {
  const window = useLive({
    files: { 'a.txt': 'a\n' },
    settings: { model: 'auto', 'routing.strategy': 'classifier', 'budget.prompt.requests': 2 },
  });
  let assessment = 'quick';

  before('evaluate', () => {
    window().gemini.respond(({ method }) =>
      method === 'generateContent'
        ? text(JSON.stringify({ reasoning: 'So it is.', model_choice: assessment }))
        : undefined,
    );
  });
  const chosen = () => window().messages.findLast(each => each.role === 'assistant');

  it('begins with which model was chosen, why, and what that took', async () => {
    const live = window();
    assessment = 'strong';
    live.gemini.reply(text('Deep thoughts.'));
    await live.ask('Design a city');
    await live.notice(/Model: gemini-4-argon \(rated complex; choosing took \d+ tokens(, about \$0\.\d+)?\)$/);
    assert.equal(live.gemini.requests.at(-1)!.model, 'gemini-4-argon');
    assessment = 'quick';
    live.gemini.reply(text('Four.'));
    await live.ask('Two and two');
    await live.notice(/Model: gemini-3\.8-flash \(rated simple; /);
    assert.equal(live.gemini.requests.at(-1)!.model, 'gemini-3.8-flash');
  });

  it('ends with its tokens, the share of them that was cached, and the price', async () => {
    const live = window();
    live.gemini.reply(
      text('Counted.'),
      usage({ promptTokenCount: 20_000, cachedContentTokenCount: 16_000, candidatesTokenCount: 500 }),
    );
    await live.ask('Count');
    const { usage: used } = chosen() ?? {};
    assert.deepEqual([used?.input, used?.cached, used?.output, used?.total], [20_000, 16_000, 500, 20_500]);
    assert.ok((used?.cost ?? 0) > 0);
  });

  it('stops where its budget is used up, and goes on when the person says so', async () => {
    const live = window();
    live.gemini.reply(read);
    await live.ask('Read it over and over');
    const used = '2 of 2 requests, 1 of them to choose the model';
    const notice = await live.notice(/^Pollux stopped: the budget/);
    assert.equal(notice.text, `Pollux stopped: the budget of this prompt is used up (${used}).`);
    assert.ok(notice.actions?.includes('continue'));
    live.gemini.reply(text('That is all.'));
    await live.host.act('continue');
    await live.ui.until('the answer', () => live.said('assistant').includes('That is all.'));
    await live.finished();
  });
});
