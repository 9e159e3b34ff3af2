import assert from 'node:assert/strict';
import { emptyChat } from '../../../src/shared/chatState';
import { eventually } from '../support/eventually';
import { usePanel, settings } from './panelPage';
import { answer, finished, started, text, user } from './sampleChat';

describe('The message box', () => {
  const open = usePanel();

  it('sends with Enter, makes lines with Shift+Enter, and is empty afterwards', async () => {
    const panel = await open();
    await panel.box.pressSequentially('First line');
    await panel.box.press('Shift+Enter');
    await panel.box.pressSequentially('second');
    await panel.box.press('Enter');
    assert.deepEqual(panel.callsOf('submit'), [['First line\nsecond']]);
    assert.equal(await panel.box.inputValue(), '');
  });

  it('sends with Ctrl+Enter alone where that is set', async () => {
    const panel = await open({ settings: { sendWithModifier: true } });
    await panel.box.pressSequentially('One');
    await panel.box.press('Enter');
    await panel.box.pressSequentially('two');
    assert.deepEqual(panel.callsOf('submit'), []);
    await panel.box.press('Control+Enter');
    assert.deepEqual(panel.callsOf('submit'), [['One\ntwo']]);
  });

  it('leaves all keys to an input method that is composing', async () => {
    const panel = await open({ events: [user('u1', 'Before'), started] });
    await panel.box.fill('日本');
    await panel.box.evaluate(box => {
      for (const key of ['Enter', 'Escape', 'ArrowUp']) {
        box.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }));
        // oxlint-disable-next-line typescript/no-deprecated -- what older engines send
        box.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));
      }
    });
    assert.deepEqual(panel.calls, []);
    assert.equal(await panel.box.inputValue(), '日本');
  });

  it('lets only the browser select all, undo and redo what is typed', async () => {
    const panel = await open();
    await panel.page.evaluate(() => {
      addEventListener('keydown', ({ key }) => document.body.append(`<${key}>`));
    });
    await panel.box.pressSequentially('one');
    for (const key of ['Control+a', 'x', 'Control+z', 'Control+y', 'Control+Shift+z']) await panel.box.press(key);
    assert.equal(await panel.box.inputValue(), 'x');
    await panel.box.press('Control+z');
    assert.equal(await panel.box.inputValue(), 'one');
    const heard = await panel.page.evaluate(() => document.body.textContent);
    assert.match(heard, /<x>/);
    assert.doesNotMatch(heard, /<[ayz]>/i, 'the editor would do it a second time, later');
  });

  it('shows how full the model is, and by what', async () => {
    const context = { total: 900_000, limit: 1_000_000, sources: { results: 600_000, answers: 300_000 } };
    const panel = await open({ settings: { context } });
    const meter = panel.page.getByRole('meter', { name: 'Context' });
    assert.match(await meter.innerText(), /^90\s?%$/);
    assert.match(
      (await meter.getAttribute('aria-valuetext')) ?? '',
      /900.000 of 1.000.000 tokens\nTool results: 600.000\nAnswers: 300.000$/,
    );
    const detail = meter.getByText('Tool results');
    assert.equal(await detail.isVisible(), false);
    await panel.box.focus();
    for (let i = 0; i < 6 && !(await meter.evaluate(each => each.matches(':focus'))); i++) {
      await panel.page.keyboard.press('Tab');
    }
    await detail.waitFor();
    await panel.page.keyboard.press('Tab');
    await detail.waitFor({ state: 'hidden' });
    await meter.hover();
    await detail.waitFor();
    assert.equal(await meter.evaluate(each => each.classList.contains('meter-full')), true);
  });

  it('tells models apart in a side bar of the usual width', async () => {
    const context = { total: 900, limit: 1_000_000, sources: { results: 600, answers: 300 } };
    const panel = await open({ width: 300, settings: { mode: 'autoEdit', context } });
    const name = panel.page.getByText('3.8 Flash', { exact: true });
    await name.waitFor();
    assert.equal(await name.evaluate(each => each.scrollWidth > each.clientWidth), false);
    const list = panel.page.getByRole('combobox', { name: 'Model' });
    assert.equal(await list.getAttribute('title'), 'Model: Gemini 3.8 Flash');
    await list.selectOption('Gemini 4 Argon');
    assert.deepEqual(panel.callsOf('setModel'), [['gemini-4-argon']]);
  });

  it('sends nothing when there is nothing to send', async () => {
    const panel = await open();
    await panel.box.fill('  \n ');
    await panel.box.press('Enter');
    await panel.button('Send').click();
    assert.deepEqual(panel.calls, []);
  });

  it('puts the text back when the host refuses it, and says why', async () => {
    const panel = await open();
    panel.refusals.set('submit', 'The host is restarting.');
    await panel.box.fill('Do not lose me');
    await panel.button('Send').click();
    await panel.page.getByRole('alert').getByText('The host is restarting.').waitFor();
    assert.equal(await panel.box.inputValue(), 'Do not lose me');
    panel.refusals.clear();
    await panel.button('Send').click();
    await panel.boxHolds('');
    await panel.settled();
    assert.equal(await panel.page.getByRole('alert').getByText('The host is restarting.').count(), 0);
  });

  it('shows Stop in place of Send while a run goes on; typing goes on', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started] });
    assert.equal(await panel.button('Send').count(), 0);
    await panel.box.fill('Next thing');
    await panel.button('Stop').click();
    assert.deepEqual(panel.callsOf('stop'), [[]]);
    await panel.page.getByRole('status').getByText('Stopping…').waitFor();
    await panel.send({ ...finished, type: 'run-finished', reason: 'cancelled', at: 0 });
    await panel.button('Send').waitFor();
    assert.equal(await panel.box.inputValue(), 'Next thing');
  });

  it('queues a prompt with Enter while a run goes on, and gives it back, or sends it where that went wrong', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started] });
    await panel.box.fill('Next thing');
    await panel.box.press('Enter');
    assert.deepEqual(panel.callsOf('submit'), [['Next thing']]);
    assert.equal(await panel.box.inputValue(), '');
    await panel.send({ type: 'settings', settings: { ...settings, queued: 'Next thing' } });
    const queued = panel.page.getByRole('group', { name: 'Queued prompt' });
    await queued.getByText('Sent next: Next thing').waitFor();
    assert.equal(await panel.button('Send now').count(), 0);
    await panel.button('Take back').click();
    await panel.send({ type: 'run-finished', reason: 'failed', at: 0 });
    await queued.getByText('Not sent yet: Next thing').waitFor();
    await panel.button('Send now').click();
    assert.deepEqual([panel.callsOf('takeBack'), panel.callsOf('sendQueued')], [[[]], [[]]]);
    await panel.send({ type: 'settings', settings });
    await queued.waitFor({ state: 'detached' });
  });

  it('stops with Escape', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started] });
    await panel.box.press('Escape');
    assert.deepEqual(panel.callsOf('stop'), [[]]);
  });

  it('does not take the second half of a double click on Send for Stop', async () => {
    const panel = await open();
    await panel.box.fill('Hello');
    await panel.button('Send').dblclick();
    assert.deepEqual(
      panel.calls.map(call => call.method),
      ['submit'],
    );
  });

  it('goes back through the prompts with Up and Down, and comes back to what was typed', async () => {
    const panel = await open({
      events: [
        user('u1', 'first'),
        ...answer('a1', text('ok')),
        user('u2', 'second\nprompt'),
        ...answer('a2', text('ok')),
      ],
    });
    await panel.box.fill('typed');
    const press = async (key: string) => {
      await panel.box.press(key);
      return panel.box.inputValue();
    };
    assert.equal(await press('ArrowUp'), 'second\nprompt');
    assert.equal(await press('ArrowUp'), 'first');
    assert.equal(await press('ArrowUp'), 'first');
    await panel.box.press('End');
    assert.equal(await press('ArrowDown'), 'second\nprompt');
    assert.equal(await press('ArrowDown'), 'typed');
  });

  it('moves the caret within several lines before it recalls', async () => {
    const panel = await open({ events: [user('u1', 'earlier'), ...answer('a1', text('ok'))] });
    await panel.box.fill('one\ntwo');
    await panel.box.press('ArrowUp');
    assert.equal(await panel.box.inputValue(), 'one\ntwo');
    await panel.box.press('ArrowUp');
    assert.equal(await panel.box.inputValue(), 'earlier');
  });

  it('can be used before the host has answered, and keeps what was typed then', async () => {
    const panel = await open({ answersReady: false });
    await panel.box.fill('Typed early');
    await panel.page.keyboard.press('F1');
    assert.deepEqual(panel.drafts, []);
    await panel.send({ type: 'state', state: emptyChat('s1'), settings, draft: 'Kept draft' });
    assert.equal(await panel.box.inputValue(), 'Kept draft\nTyped early');
    await eventually(() => assert.equal(panel.drafts.at(-1), 'Kept draft\nTyped early'));
  });

  it('takes the draft that the host kept', async () => {
    const panel = await open({ answersReady: false });
    await panel.send({ type: 'state', state: emptyChat('s1'), settings, draft: 'Kept draft' });
    assert.equal(await panel.box.inputValue(), 'Kept draft');
    await panel.send({ type: 'state', state: emptyChat('s2'), settings, draft: '' });
    assert.equal(await panel.box.inputValue(), '');
  });

  it('keeps what was typed while another chat was on its way', async () => {
    const panel = await open();
    await panel.box.fill('Typed at once');
    await panel.page.waitForTimeout(500);
    await panel.send({ type: 'state', state: emptyChat('s2'), settings, draft: '' });
    assert.equal(await panel.box.inputValue(), 'Typed at once');
  });

  it('has the draft kept soon after a pause, and emptied on sending', async () => {
    const panel = await open();
    await panel.box.pressSequentially('Half a tho');
    await panel.page.waitForTimeout(500);
    assert.equal(panel.drafts.at(-1), 'Half a tho');
    assert.ok(panel.drafts.length <= 4);
    await panel.box.press('Enter');
    assert.equal(panel.drafts.at(-1), '');
    await panel.box.fill('After');
    await panel.page.waitForTimeout(400);
    await panel.reload();
    await panel.boxHolds('After');
  });

  it('takes focus and text when it is told to compose, the focus of a panel that opens with it, and never otherwise', async () => {
    const panel = await open({ events: [user('u1', 'Hi'), ...answer('a1', text('Hello'))] });
    assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Message');
    await panel.box.blur();
    await panel.send(...answer('a2', text('More')));
    assert.equal(await panel.page.evaluate(() => document.activeElement?.tagName), 'BODY');
    await panel.box.evaluate((box: HTMLTextAreaElement) => (box.value = 'See'));
    await panel.send({ type: 'compose', text: '@src/a.ts' });
    assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Message');
    assert.equal(
      (await panel.box.inputValue())
        .split(/(?=@)/)
        .map(part => part.trim())
        .sort()
        .join(' '),
      '@src/a.ts See',
    );
  });

  it('grows with the text up to two fifths of the panel', async () => {
    const panel = await open();
    const height = async () => (await panel.box.boundingBox())?.height ?? 0;
    const before = await height();
    await panel.box.fill('a\nb\nc\nd');
    assert.ok((await height()) > before + 40);
    await panel.box.fill('line\n'.repeat(80));
    assert.ok((await height()) <= 760 * 0.4 + 1);
  });

  it('shows attachments, opens and removes them, and asks for more', async () => {
    const attachments = [{ id: 'x1', label: 'a.ts:3-9', path: 'src/a.ts', startLine: 3, endLine: 9 }];
    const panel = await open({ settings: { attachments } });
    await panel.button('a.ts:3-9').click();
    await panel.button('Remove a.ts:3-9').click();
    await panel.button('a.ts:3-9').press('Delete');
    await panel.button('Attach').click();
    assert.deepEqual(panel.calls, [
      { method: 'openFile', args: ['src/a.ts', 3] },
      { method: 'detach', args: ['x1'] },
      { method: 'detach', args: ['x1'] },
      { method: 'attach', args: [] },
    ]);
  });

  it('chooses model and mode, and shows what the host says is chosen', async () => {
    const panel = await open();
    const model = panel.page.getByRole('combobox', { name: 'Model', exact: true });
    const mode = panel.page.getByRole('combobox', { name: 'Mode', exact: true });
    await model.selectOption('gemini-4-argon');
    await model.selectOption({ label: 'Other model…' });
    await mode.selectOption('yolo');
    assert.deepEqual(panel.calls, [
      { method: 'setModel', args: ['gemini-4-argon'] },
      { method: 'pickModel', args: [] },
      { method: 'setMode', args: ['yolo'] },
    ]);
    assert.equal(await model.inputValue(), 'gemini-3.8-flash');
    await panel.send({ type: 'settings', settings: { ...settings, model: 'gemini-5-own', mode: 'plan' } });
    assert.equal(await model.inputValue(), 'gemini-5-own');
    assert.equal(await mode.inputValue(), 'plan');
  });

  it('has the buttons of the panel', async () => {
    const panel = await open();
    await panel.button('New chat').click();
    await panel.button('History').click();
    assert.deepEqual(
      panel.calls.map(call => call.method),
      ['newChat', 'showHistory'],
    );
  });
});
