import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { emptyChat } from '../../../src/shared/chatState';
import { eventually } from '../support/eventually';
import { type PanelPage, settings, usePanel } from './panelPage';
import { answer, text, user } from './sampleChat';

describe('The message box, used without waiting', () => {
  const open = usePanel();
  const editing = { messageId: 'u1', text: 'First', files: [] };
  const conversation = { events: [user('u1', 'First'), ...answer('a1', text('Yes.'))] };

  /** Types and presses keys, all in one moment. */
  async function atOnce(
    panel: PanelPage,
    typed: string,
    ...keys: { readonly key: string; readonly ctrlKey?: boolean }[]
  ) {
    await panel.box.evaluate(
      (box: HTMLTextAreaElement, { value, pressed }) => {
        box.value = value;
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        for (const key of pressed) {
          box.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
        }
      },
      { value: typed, pressed: keys },
    );
  }

  it('has its text saved before a key that may run a command', async () => {
    const panel = await open();
    await atOnce(panel, 'Half a thought', { key: 'k', ctrlKey: true });
    assert.deepEqual(panel.drafts, ['Half a thought']);
  });

  it('takes every text that the host sends in one moment', async () => {
    const panel = await open();
    await panel.send(
      { type: 'compose', text: 'Taken back' },
      { type: 'compose', text: '@a.ts' },
      { type: 'compose', text: '' },
    );
    await panel.boxHolds('Taken back @a.ts');
  });

  it('lets go of a text that moved elsewhere, even if another state follows at once', async () => {
    const panel = await open();
    await panel.box.fill('Moved');
    await panel.send(
      { type: 'state', state: emptyChat('s2'), settings, draft: '', isMoved: true },
      { type: 'state', state: emptyChat('s2'), settings, draft: '' },
    );
    await panel.boxHolds('');
  });

  it('shows the draft of a chat that is opened, once what was typed before is saved', async () => {
    const panel = await open();
    await atOnce(panel, 'For the first chat', { key: 'F1' });
    await panel.send({ type: 'state', state: emptyChat('s2'), settings, draft: 'For the second' });
    await panel.boxHolds('For the second');
    await panel.send({ type: 'state', state: emptyChat('s1'), settings, draft: 'For the first chat' });
    await panel.boxHolds('For the first chat');
  });

  it('saves in a new chat what was typed before that was shown', async () => {
    const panel = await open();
    await atOnce(panel, 'Typed early', { key: 'F1' });
    panel.drafts.length = 0;
    await panel.send({ type: 'state', state: emptyChat('s2'), settings, draft: '' });
    await eventually(() => assert.deepEqual([panel.drafts, panel.movedFrom.at(-1)], [['Typed early'], 's1']));
    assert.equal(await panel.box.inputValue(), 'Typed early');
  });

  it('still has after a reload what was typed in the moment before', async () => {
    const panel = await open();
    await atOnce(panel, 'Saved, ', { key: 'F1' });
    panel.losesDrafts = true;
    await atOnce(panel, 'Saved, and typed since');
    await panel.reload();
    panel.losesDrafts = false;
    await panel.boxHolds('Saved, and typed since');
    await eventually(() => assert.equal(panel.drafts.at(-1), 'Saved, and typed since'));
    panel.drafts.push('Changed elsewhere');
    await panel.reload();
    await panel.boxHolds('Changed elsewhere');
  });

  it('is empty after a reload in the moment in which its text was sent', async () => {
    const panel = await open();
    panel.losesDrafts = true;
    await atOnce(panel, 'Sent', { key: 'Enter' });
    await panel.settled();
    await panel.reload();
    await panel.settled();
    await panel.boxHolds('');
    assert.deepEqual(panel.callsOf('submit'), [['Sent']]);
  });

  it('has its text again, with what was typed since, after a reload before the host has taken it', async () => {
    const panel = await open();
    panel.unanswered.add('submit');
    panel.losesDrafts = true;
    await atOnce(panel, 'Not taken yet', { key: 'Enter' });
    await panel.boxHolds('');
    await atOnce(panel, 'and more');
    await panel.reload();
    await panel.boxHolds('Not taken yet\nand more');
  });

  it('leaves a prompt after a reload to the host that is sending it', async () => {
    const outgoing = { text: 'On its way' };
    const panel = await open({ settings: { outgoing } });
    await panel.send({ type: 'settings', settings });
    panel.unanswered.add('submit');
    await atOnce(panel, 'On its way', { key: 'Enter' });
    await panel.reload();
    await panel.settled();
    await panel.boxHolds('');
  });

  it('sends a pasted image with the prompt that follows at once', async () => {
    const panel = await open();
    await pasteAndSend(panel.box, 'image/png');
    await eventually(() =>
      assert.deepEqual(
        panel.calls.map(({ method }) => method),
        ['attachImage', 'submit'],
      ),
    );
  });

  it('does not send a prompt without the image that could not be attached', async () => {
    const panel = await open();
    panel.refusals.set('attachImage', 'Only PNG, JPEG and WebP images can be attached.');
    await pasteAndSend(panel.box, 'image/bmp');
    await panel.page.getByText('Only PNG, JPEG and WebP images can be attached.').waitFor();
    assert.deepEqual(panel.callsOf('submit'), []);
    assert.equal(await panel.box.inputValue(), 'What is this?');
  });

  it('sends an edited prompt once, however often that is asked', async () => {
    const panel = await open({ ...conversation, settings: { editing } });
    await panel.boxHolds('First');
    await atOnce(panel, 'Second', { key: 'Enter' }, { key: 'Enter' });
    await panel.settled();
    assert.deepEqual(panel.callsOf('sendEdited'), [['Second', false]]);
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('');
  });

  it('keeps the changes of an edited prompt that ends being edited otherwise, and drops them on Cancel', async () => {
    const panel = await open({ ...conversation, settings: { editing } });
    await panel.boxHolds('First');
    await panel.box.fill('First, but better');
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('First, but better');
    await panel.send({ type: 'settings', settings: { ...settings, editing } });
    await panel.boxHolds('First');
    await panel.box.fill('Or not');
    await panel.button('Cancel').click();
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('First, but better');
  });

  it('has the changes of an edited prompt again after a reload that ended its editing', async () => {
    const panel = await open(conversation);
    await panel.box.fill('Typed before');
    await panel.send({ type: 'settings', settings: { ...settings, editing } });
    await panel.boxHolds('First');
    await panel.box.fill('First, but better');
    await panel.reload();
    await panel.boxHolds('Typed before\nFirst, but better');
    await panel.send({ type: 'settings', settings: { ...settings, editing } });
    await panel.boxHolds('First');
    await panel.box.fill('Sent');
    await panel.box.press('Enter');
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('Typed before\nFirst, but better');
    await panel.reload();
    await panel.boxHolds('Typed before\nFirst, but better');
  });

  it('goes on editing a prompt after a reload, with its changes, and gives back what was typed before', async () => {
    const panel = await open({ ...conversation, settings: { editing } });
    panel.drafts.push('Typed before');
    await panel.boxHolds('First');
    await panel.box.fill('First, but better');
    await panel.reload();
    await panel.boxHolds('First, but better');
    await eventually(() => assert.deepEqual(panel.callsOf('saveEdit').at(-1), ['First, but better']));
    await panel.button('Cancel').click();
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('Typed before');
  });

  it('has the changes of an edited prompt where its chat is shown next, and keeps them from other chats', async () => {
    const changed = { ...editing, changed: 'First, but better' };
    const panel = await open({ ...conversation, settings: { editing: changed } });
    await panel.boxHolds('First, but better');
    await panel.box.fill('First, but best');
    await panel.box.press('Control+k');
    assert.deepEqual(panel.callsOf('saveEdit').at(-1), ['First, but best']);
    await panel.send({ type: 'state', state: { ...emptyChat(), sessionId: 'other' }, settings, draft: 'Of the other' });
    await panel.boxHolds('Of the other');
    await panel.settled();
    assert.ok(!JSON.stringify(panel.callsOf('saveDraft')).includes('best'));
  });

  it('loses no changes when another prompt is edited next', async () => {
    const panel = await open({ ...conversation, settings: { editing } });
    await panel.boxHolds('First');
    await panel.box.fill('First, but better');
    const next = { ...editing, messageId: 'u2', text: 'Second' };
    await panel.send({ type: 'settings', settings: { ...settings, editing: next } });
    await panel.boxHolds('Second');
    await panel.button('Cancel').click();
    await panel.send({ type: 'settings', settings });
    await panel.boxHolds('First, but better');
  });
});

/** Pastes an image, types a prompt and presses Enter twice, all before the page can do anything else. */
function pasteAndSend(message: Locator, type: string): Promise<void> {
  return message.evaluate((box: HTMLTextAreaElement, type) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['picture'], 'a', { type }));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    box.value = 'What is this?';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    for (let times = 0; times < 2; times++) {
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }
  }, type);
}
