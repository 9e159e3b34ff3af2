import assert from 'node:assert/strict';
import { settings, usePanel } from './panelPage';

describe('A prompt that waits for the rules of an organization', () => {
  const open = usePanel();

  it('is shown at once, with what it waits for, and can be stopped', async () => {
    const panel = await open({ settings: { outgoing: { text: 'Hello there', isHeld: true } } });
    const said = panel.log.getByRole('article', { name: 'You', exact: true }).getByText('Hello there', { exact: true });
    await said.waitFor();
    await panel.page.getByRole('status').getByText('Waiting for your organization’s rules…').waitFor();
    await panel.button('Stop').click();
    assert.equal(panel.callsOf('stop').length, 1);
    await panel.send({ type: 'settings', settings }, { type: 'compose', text: 'Hello there' });
    await panel.boxHolds('Hello there');
    assert.equal(await said.count(), 0);
  });
});
