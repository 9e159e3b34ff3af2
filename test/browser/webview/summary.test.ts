import assert from 'node:assert/strict';
import { usePanel } from './panelPage';
import { notice } from './sampleChat';

describe('The summary of a conversation', () => {
  const open = usePanel();

  it('can be read where it was made, and given up for the original', async () => {
    const text = 'The conversation was compressed for the model: 12K → 3K tokens.';
    const detail = '<state_snapshot>\n<goal>A story about fruit.</goal>\n</state_snapshot>';
    const panel = await open({
      events: [notice({ id: 'n1', level: 'info', text, detail, actions: ['restoreOriginal'] })],
    });
    await panel.log.getByText(text).waitFor();
    assert.ok(!(await panel.log.getByText('A story about fruit.').isVisible()));
    await panel.log.getByText('Show summary').click();
    await panel.log.getByText('A story about fruit.').waitFor();
    await panel.button('Restore the original').click();
    assert.deepEqual(panel.callsOf('act'), [['restoreOriginal']]);
  });
});
