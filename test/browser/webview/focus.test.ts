import assert from 'node:assert/strict';
import { type PanelPage, usePanel } from './panelPage';
import { answer, asked, begin, call, delta, editApproval, finished, started, state, text, user } from './sampleChat';

describe('The focus in the panel', () => {
  const open = usePanel();
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `Paragraph ${i}.\n\n`).join('');
  const name = (panel: PanelPage) =>
    panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
  /** What the editor's lists do to the page: it forgets what had the focus. */
  const takeAway = (panel: PanelPage) =>
    panel.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

  it('comes back to where it was once a list of the editor is closed', async () => {
    const panel = await open();
    await panel.box.focus();
    await takeAway(panel);
    await panel.send({ type: 'focus' });
    assert.equal(await name(panel), 'Message');
    await panel.button('History').focus();
    await takeAway(panel);
    await panel.send({ type: 'focus' });
    assert.equal(await name(panel), 'History');
  });

  it('goes to the message box where what had it is gone, and never away from where it is', async () => {
    const panel = await open({
      events: [user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'replace', 'Edit a.ts', editApproval('c1'))],
    });
    await panel.button('Open diff').focus();
    await takeAway(panel);
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'success'),
    );
    await panel.send({ type: 'focus' });
    assert.equal(await name(panel), 'Message');
    await panel.button('Attach').focus();
    await panel.send({ type: 'focus' });
    assert.equal(await name(panel), 'Attach');
  });

  it('stays on a card whose call is cancelled by key', async () => {
    const [part, running] = [
      { type: 'part', messageId: 'a1', part: call('c1', 'task') },
      state('c1', 'executing'),
    ] as const;
    const title = { title: 'Look for it' };
    const panel = await open({ events: [user('u1', 'Do it'), started, begin('a1'), part, { ...running, ...title }] });
    await panel.button('Cancel Look for it').press('Enter');
    await panel.send(state('c1', 'cancelled', title));
    await panel.page.getByText('Cancelled').waitFor();
    assert.equal(await panel.page.evaluate(() => document.activeElement?.className), 'tool-head');
  });

  it('goes to the message box with a new chat, which begins with a sentence', async () => {
    const panel = await open();
    await panel.button('New chat').click();
    assert.equal(await name(panel), 'Message');
  });

  it('stays in the message box while the pointer jumps to the latest, and goes there when a key does', async () => {
    const panel = await open({ events: [user('u1', 'Go'), started, begin('a1'), delta('a1', lines(60))] });
    const leaveEnd = async () => {
      await panel.log.hover();
      await panel.page.mouse.wheel(0, -600);
      await panel.page.waitForFunction(() => {
        const log = document.querySelector('.log')!;
        return log.scrollHeight - log.clientHeight - log.scrollTop > 100;
      });
      await panel.send(delta('a1', lines(3)));
      await panel.button('Jump to latest').waitFor();
    };
    await panel.box.fill('half a ');
    await leaveEnd();
    await panel.button('Jump to latest').click();
    await panel.page.keyboard.type('sentence');
    assert.equal(await panel.box.inputValue(), 'half a sentence');
    await leaveEnd();
    await panel.button('Jump to latest').focus();
    await panel.page.keyboard.press('Enter');
    await panel.button('Jump to latest').waitFor({ state: 'detached' });
    await panel.page.keyboard.type(', whole');
    assert.equal(await panel.box.inputValue(), 'half a sentence, whole');
  });

  it('follows a sentence that is typed where nothing takes text', async () => {
    const panel = await open({ events: [user('u1', 'Go'), ...answer('a1', text(lines(3))), finished] });
    for (const place of [panel.log, panel.button('Attach'), panel.button('History')]) {
      await place.focus();
      await panel.page.keyboard.type('Is it?');
      assert.equal(await panel.box.inputValue(), 'Is it?');
      await panel.box.fill('');
    }
    await panel.page.getByRole('combobox', { name: 'Mode', exact: true }).focus();
    await panel.page.keyboard.press('z');
    assert.equal(await panel.box.inputValue(), '', 'a list is found in by typing');
    assert.deepEqual(panel.consoleErrors, []);
  });

  it('tells the host when the panel gets and loses it', async () => {
    const panel = await open();
    await panel.page.evaluate(() => dispatchEvent(new Event('blur')));
    await panel.settled();
    assert.deepEqual(panel.focus.at(-1), false);
  });

  it('stays in an editor when what had it in the panel is gone, or a prompt comes back late', async () => {
    const panel = await open({
      events: [user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'replace', 'Edit a.ts', editApproval('c1'))],
    });
    await panel.button('Open diff').focus();
    const count = () => panel.page.evaluate(() => (window as unknown as { taken: number }).taken);
    await panel.page.evaluate(() => {
      const page = Object.assign(window, { taken: 0 });
      document.hasFocus = () => false;
      // A page of its own keeps the focus, where a frame of the editor would take it.
      HTMLElement.prototype.focus = () => {
        page.taken++;
      };
    });
    await takeAway(panel);
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'success'),
    );
    await panel.send({ type: 'compose', text: 'It was refused.' });
    assert.equal(await panel.box.inputValue(), 'It was refused.');
    assert.equal(await count(), 0);
    await panel.send({ type: 'compose' });
    assert.equal(await count(), 1, 'only what the user asks for takes the focus');
  });
});
