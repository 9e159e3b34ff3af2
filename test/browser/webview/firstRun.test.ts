import assert from 'node:assert/strict';
import { usePanel, settings } from './panelPage';

describe('An empty panel', () => {
  const open = usePanel();

  it('asks for a key or offers the demo when nothing is set up, and can be written in all the same', async () => {
    const panel = await open({ settings: { signIn: 'none' } });
    await panel.button('Enter API key').click();
    await panel.button('Other ways to sign in…').click();
    await panel.button('Try the demo').click();
    await panel.box.fill('Hello');
    await panel.button('Send').click();
    assert.deepEqual(panel.calls, [
      { method: 'act', args: ['setApiKey'] },
      { method: 'act', args: ['signIn'] },
      { method: 'startDemo', args: [] },
      { method: 'submit', args: ['Hello'] },
    ]);
  });

  it('says plainly that the demo model is not real', async () => {
    const panel = await open({ settings: { signIn: 'demo' } });
    await panel.page.getByText('Demo model: the answers are scripted and don’t come from Gemini.').waitFor();
    await panel.button('Enter API key').click();
    assert.deepEqual(panel.callsOf('act'), [['setApiKey']]);
  });

  it('suggests three beginnings that fill the box', async () => {
    const panel = await open();
    const suggestions = panel.log.getByRole('listitem').getByRole('button');
    assert.equal(await suggestions.count(), 3);
    await suggestions.first().click();
    await panel.boxHolds((await suggestions.first().textContent()) ?? '');
    assert.deepEqual(panel.calls, []);
  });

  it('knows a window without a folder, and a folder that is not trusted', async () => {
    const panel = await open({ settings: { hasFolder: false } });
    await panel.page.getByText('No folder is open.').waitFor();
    await panel.send({ type: 'settings', settings: { ...settings, isTrusted: false } });
    await panel.page.getByText('Restricted Mode').waitFor();
    const suggestions = panel.log.getByRole('listitem').getByRole('button');
    assert.deepEqual(await suggestions.allTextContents(), ['Explain how this project is put together']);
  });

  it('shows no invitation before the host has said how things are', async () => {
    const panel = await open({ answersReady: false });
    assert.equal(await panel.log.innerText(), '');
    assert.equal(await panel.button('Enter API key').count(), 0);
  });
});
