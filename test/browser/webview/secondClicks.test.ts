import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ChatEvent } from '../../../src/shared/protocol';
import { type PanelPage, settings, usePanel } from './panelPage';
import { asked, begin, commandApproval, started, user } from './sampleChat';

describe('The second half of a double click', () => {
  const open = usePanel();

  /** Double-clicks; what the first click changes in the panel is drawn before the second. */
  async function doubleClick(panel: PanelPage, control: Locator, change: ChatEvent) {
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    assert.ok(box);
    const { mouse } = panel.page;
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.down({ clickCount: 1 });
    await mouse.up({ clickCount: 1 });
    await panel.send(change);
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
    await panel.settled();
  }

  const changesOf = (...paths: readonly string[]): ChatEvent => ({
    type: 'settings',
    settings: {
      ...settings,
      changes: {
        count: paths.length,
        reviewed: 0,
        total: paths.length,
        files: paths.length,
        listed: paths.map(path => ({ file: `/${path}`, path, count: 1 })),
        canTakeBack: paths.length === 0,
      },
    },
  });

  it('does not accept the card that has moved there', async () => {
    const panel = await open({ height: 400 });
    const commands = ['npm run one', 'npm run two'] as const;
    await panel.send(user('u1', 'Do it'), started, begin('a1'));
    for (const [index, command] of commands.entries()) {
      await panel.send(...asked('a1', 'run_shell_command', command, commandApproval(`c${index}`, command)));
    }
    const accept = panel.button('Accept').first();
    await accept.scrollIntoViewIfNeeded();
    const before = await accept.boundingBox();
    await doubleClick(panel, accept, { type: 'approval-settled', callId: 'c0', verdict: { decision: 'accept' } });
    const after = await panel.button('Accept').first().boundingBox();
    assert.ok(before && after);
    assert.deepEqual(panel.callsOf('decide'), [['c0', { decision: 'accept' }]]);
    // A click of its own, even in the same place, counts.
    await panel.button('Accept').first().click();
    assert.deepEqual(panel.callsOf('decide').at(-1), ['c1', { decision: 'accept' }]);
  });

  it('does not decide about the file whose row has moved there', async () => {
    const panel = await open();
    await panel.send(changesOf('a.ts', 'b.ts', 'c.ts'));
    await panel.page.getByText('Files', { exact: true }).click();
    const undo = panel.button('Undo the changes of a.ts');
    const place = await undo.boundingBox();
    await doubleClick(panel, undo, changesOf('b.ts', 'c.ts'));
    assert.deepEqual((await panel.button('Undo the changes of b.ts').boundingBox())?.x, place?.x);
    assert.deepEqual(panel.callsOf('decideChanges'), [['undo', '/a.ts']]);
  });

  it('does not take the decision back that it has just made', async () => {
    const panel = await open();
    await panel.send(changesOf('a.ts'));
    await doubleClick(panel, panel.button('Keep all'), changesOf());
    await panel.button('Take back').waitFor();
    assert.deepEqual([panel.callsOf('decideChanges').length, panel.callsOf('takeChangesBack').length], [1, 0]);
    await panel.button('Take back').click();
    assert.equal(panel.callsOf('takeChangesBack').length, 1);
  });
});
