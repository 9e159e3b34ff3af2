import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

describe('A prompt that was sent', () => {
  const window = useLive();

  const idOf = (prompt: string) => {
    const found = window().messages.findLast(
      each => each.role === 'user' && !each.isContext && JSON.stringify(each.parts).includes(prompt),
    );
    assert.ok(found, prompt);
    return found.id;
  };
  const say = async (prompt: string, answer: string) => {
    window().gemini.reply(text(answer));
    await window().ask(prompt);
    assert.equal(window().said('assistant').at(-1), answer);
  };

  it('can be changed and sent again; the model hears nothing of the first, which can still be shown', async () => {
    const live = window();
    await say('Speak about pears', 'Pears, then.');
    await live.host.editPrompt(idOf('pears'));
    const { editing } = await live.ui.until('the prompt', () => live.panel.settings?.editing && live.panel.settings);
    assert.equal(editing?.text, 'Speak about pears');
    assert.deepEqual(live.said('assistant'), ['Pears, then.']);
    live.gemini.reply(text('Plums, then.'));
    await live.host.sendEdited('Speak about plums', false);
    await live.ui.until('the answer', () => live.said('assistant').at(-1) === 'Plums, then.');
    await live.finished();
    assert.deepEqual(live.said('user'), ['Speak about plums']);
    assert.doesNotMatch(JSON.stringify(live.gemini.requests.at(-1)!.contents), /pears/i);
    await live.host.showReplaced(idOf('plums'));
    await live.ui.until('what was replaced', () => live.said('assistant').at(-1) === 'Pears, then.');
  });

  it('can be gone on from in a new chat, while the chat stays as it is', async () => {
    const live = window();
    await say('Speak about cherries', 'Of cherries.');
    const { sessionId } = live.panel.chat;
    await live.host.fork(idOf('cherries'));
    await live.ui.until('a new chat', () => live.panel.chat.sessionId !== sessionId);
    assert.deepEqual(live.said('user'), []);
    const inBox = () =>
      live.panel.compose.includes('Speak about cherries') || live.panel.draft.text === 'Speak about cherries';
    await live.ui.until('the prompt in the box', inBox);
    await live.host.saveDraft('', null);
    const opening = live.command('History');
    const list = await live.ui.list();
    const rows = list.items.filter(({ label }) => label === 'Speak about cherries');
    // The new chat stands above the one that it came of.
    list.selectedItems = rows.slice(-1);
    list.accepted.fire();
    await opening;
    await live.ui.until('the chat', () => live.said('assistant').at(-1) === 'Of cherries.');
  });

  it('can be gone back to from the palette, by its words', async () => {
    const live = window();
    for (const fruit of ['figs', 'limes']) await say(`Speak about ${fruit}`, `Of ${fruit}.`);
    const going = live.command('Go Back to an Earlier Prompt');
    (await live.ui.list()).pick(/^Speak about limes/);
    await going;
    await live.ui.until('the prompt', () => live.panel.settings?.editing?.text === 'Speak about limes');
    assert.equal(live.said('assistant').at(-1), 'Of limes.');
    await live.host.cancelEdit();
    await live.ui.until('no prompt', () => live.panel.settings?.editing === undefined);
    assert.equal(live.said('assistant').at(-1), 'Of limes.');
  });

  it('is summed up with /compress, which is no message to the model', async () => {
    const live = window();
    await say('Be short', 'Short.');
    const asked = () => live.gemini.requests.filter(({ method }) => method === 'streamGenerateContent').length;
    const before = asked();
    await live.host.submit('/compress');
    await live.notice(/compress/);
    await live.finished();
    assert.equal(asked(), before);
    assert.deepEqual(live.said('user'), ['Be short']);
  });

  it('adds to the context', async () => {
    const live = window();
    await say('Fill the context a little', 'Here you are.');
    const context = await live.ui.until('the context', () => live.panel.settings?.context);
    assert.ok(context.total > 0 && context.limit > context.total);
    assert.ok((context.sources.prompts ?? 0) > 0);
  });

  it('may be answered by questions, whose answers the model gets', async () => {
    const live = window();
    const options = [{ label: 'SQLite', description: 'One file' }, { label: 'PostgreSQL' }];
    const questions = [
      { question: 'Which store?', header: 'Store', options },
      { question: 'Anything else?', type: 'text', placeholder: 'Wishes' },
    ];
    live.gemini.reply(call('ask_user', { questions })).reply(text('Good choice.'));
    const asking = live.ask('Set up a store');
    const { callId } = await live.approval();
    assert.equal(live.panel.chat.calls[callId]?.title, 'Ask 2 questions');
    await live.host.decide(callId, { decision: 'accept', answers: ['PostgreSQL', 'Backups'] });
    await asking;
    const told = live.gemini.requests.at(-1)!.toolOutputs.join('');
    assert.match(told, /PostgreSQL/);
    assert.match(told, /Backups/);
  });
});
