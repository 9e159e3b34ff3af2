import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { settings, usePanel, type PanelPage } from './panelPage';
import { user } from './sampleChat';

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('An image in the panel', () => {
  const open = usePanel();

  /** Pastes a file into the message box. */
  const paste = (panel: PanelPage, type: string, base64: string, words = '') =>
    panel.box.evaluate(
      (box, [kind, data, plain]) => {
        const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'pasted', { type: kind }));
        if (plain !== '') clipboardData.setData('text/plain', plain);
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [type, base64, words] as const,
    );

  it('is pasted, is shown as attached, and can be taken away; none comes with text that was copied', async () => {
    const panel = await open();
    await paste(panel, 'image/png', pixel, 'A table');
    await paste(panel, 'image/png', pixel);
    await eventually(() => assert.deepEqual(panel.callsOf('attachImage'), [['image/png', pixel]]));
    const image = { id: 'x1', label: 'Image 1', path: '', isImage: true } as const;
    await panel.send({ type: 'settings', settings: { ...settings, attachments: [image] } });
    const attached = panel.page.getByRole('list', { name: 'Attachments' });
    await attached.getByText('Image 1').waitFor();
    await attached.getByRole('button', { name: 'Remove Image 1' }).click();
    assert.deepEqual(panel.callsOf('detach'), [['x1']]);
    await panel.send({ type: 'settings', settings });
    await attached.waitFor({ state: 'detached' });
  });

  it('is refused where it is too large, and where the host refuses it, with the reason', async () => {
    const panel = await open();
    await paste(panel, 'image/png', btoa('x'.repeat(10_000_001)));
    const said = panel.page.getByRole('alert');
    await said.getByText('The images in a prompt can be at most 10 MB in total.').waitFor();
    assert.deepEqual(panel.callsOf('attachImage'), []);
    panel.refusals.set('attachImage', 'Only PNG, JPEG and WebP images can be attached.');
    await paste(panel, 'image/svg+xml', btoa('<svg/>'));
    await said.getByText('Only PNG, JPEG and WebP images can be attached.').waitFor();
  });

  it('is shown with the prompt that it was sent with', async () => {
    const panel = await open({
      events: [user('u1', 'What colour is it?', [{ type: 'image', mimeType: 'image/png', data: pixel }])],
    });
    await panel.log.getByRole('article', { name: 'You', exact: true }).getByRole('img').waitFor();
  });
});
