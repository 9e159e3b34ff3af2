import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { begin, delta, started, user } from './sampleChat';

describe('A service that is silent', () => {
  const open = usePanel();
  const waiting = [user('u1', 'Hello'), started, begin('a1')];

  it('is said to be, once and politely, with what can be done; the focus stays when it answers', async () => {
    const panel = await open({ events: [...waiting, { type: 'silence', seconds: 10 }] });
    const banner = panel.page.getByRole('group', { name: 'Service not responding' });
    await banner.getByText('The Gemini service has sent nothing for more than 10 s.').waitFor();
    await panel.page
      .locator('[aria-live=polite]')
      .getByText(/service has sent nothing/)
      .waitFor({ state: 'attached' });
    await banner.getByRole('button', { name: 'Stop' }).click();
    assert.equal(panel.callsOf('stop').length, 1);
    await banner.getByRole('button', { name: 'Retry now' }).focus();
    await panel.page.keyboard.press('Enter');
    assert.equal(panel.callsOf('retryNow').length, 1);
    await panel.send({ type: 'silence', seconds: null }, delta('a1', 'Better now.'));
    await panel.log.getByText('Better now.').waitFor();
    assert.equal(await banner.count(), 0);
    await panel.page.locator('.message:focus').waitFor();
  });

  it('has the seconds counted that it has been waited for', async () => {
    const panel = await open({ events: waiting });
    await panel.page.getByText(/^\d+s$/).waitFor();
  });
});
