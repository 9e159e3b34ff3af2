import assert from 'node:assert/strict';
import { viewOf } from '../../../src/agent/calls/proposalView';
import type { Approval } from '../../../src/shared/proposals';
import { type PanelPage, usePanel } from './panelPage';
import {
  asked,
  begin,
  call,
  commandApproval,
  delta,
  editApproval,
  finished,
  results,
  started,
  state,
  user,
} from './sampleChat';

describe('A card that waits for approval', () => {
  const openPanel = usePanel();
  const TITLE = 'Edit src/queue/scheduler.ts';

  async function openCard(approval: Approval = editApproval('c1'), title = TITLE): Promise<PanelPage> {
    const panel = await openPanel({ height: 1000 });
    await panel.send(user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'replace', title, approval));
    return panel;
  }
  const card = (panel: PanelPage, title = TITLE) => panel.log.getByRole('group', { name: title, exact: true });
  const guard = (panel: PanelPage) => panel.page.waitForTimeout(550);

  it('shows what, where and why, with its status as text, and takes no focus', async () => {
    const panel = await openCard();
    const shown = await card(panel).innerText();
    for (const part of ['Waiting for approval', 'src/queue/scheduler.ts', '+4', '−2', 'Edits are asked for']) {
      assert.ok(shown.includes(part), part);
    }
    assert.equal(
      await card(panel).getByRole('group', { name: 'Change 1 of 1: 4 lines added, 2 lines removed' }).count(),
      1,
    );
    assert.equal(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Message');
    await panel.page.getByRole('status').getByText(`Waiting for your approval: ${TITLE}`).waitFor();
  });

  it('says where a command would run, and what deny rules are worth without a sandbox', async () => {
    for (const [sandbox, said] of [
      [
        { tier: 'none', where: 'outside' },
        'There is no sandbox on this machine: the command can do whatever you can, and deny rules are only guard rails.',
      ],
      [{ tier: 'namespaces', where: 'outside' }, 'Runs outside the sandbox.'],
      [
        { tier: 'landlock', where: 'inside', adds: ['/shared'] },
        'Runs in the sandbox (Landlock). Accept allows it, this once: /shared',
      ],
    ] as const) {
      const panel = await openCard({ ...commandApproval('c1', 'make'), sandbox }, 'Run make');
      await card(panel, 'Run make').getByText(said, { exact: true }).waitFor();
    }
  });

  it('accepts at once, and only once', async () => {
    const panel = await openCard();
    await panel.button('Accept').dblclick();
    await panel
      .button('Reject')
      .click({ force: true, timeout: 500 })
      .catch(() => undefined);
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('can be answered again when the host refuses', async () => {
    const panel = await openCard();
    panel.refusals.set('decide', 'Not now.');
    await panel.button('Accept').click();
    await panel.page.getByRole('alert').getByText('Not now.').waitFor();
    panel.refusals.clear();
    await panel.button('Reject').click();
    assert.equal(panel.callsOf('decide').length, 2);
  });

  it('rejects with a click, with a reason if one was typed', async () => {
    const panel = await openCard();
    await panel.button('Reject').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'reject' }]]);
    const other = await openCard();
    await other.page.getByRole('textbox', { name: 'Reason for rejecting (optional)' }).fill(' Keep the old order ');
    await other.button('Reject').click();
    assert.deepEqual(other.callsOf('decide'), [['c1', { decision: 'reject', reason: 'Keep the old order' }]]);
  });

  it('rejects with Enter in the reason', async () => {
    const panel = await openCard();
    await guard(panel);
    await panel.page
      .getByRole('textbox', { name: 'Reason for rejecting (optional)' })
      .pressSequentially('Not like this');
    await panel.page.keyboard.press('Enter');
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'reject', reason: 'Not like this' }]]);
  });

  it('has the reason that was typed again where the panel is made again', async () => {
    const waiting = asked('a1', 'replace', TITLE, editApproval('c1'));
    const panel = await openPanel({ height: 1000, events: [user('u1', 'Do it'), started, begin('a1'), ...waiting] });
    await panel.page.getByRole('textbox', { name: 'Reason for rejecting (optional)' }).fill('Keep the old order');
    await panel.reload();
    const reason = panel.page.getByRole('textbox', { name: 'Reason for rejecting (optional)' });
    await reason.waitFor();
    assert.equal(await reason.inputValue(), 'Keep the old order');
    await panel.button('Reject').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'reject', reason: 'Keep the old order' }]]);
  });

  it('closes a menu with Escape in its first moment too, which no other key passes', async () => {
    const panel = await openCard();
    // The moment of the card lasts until the test is done with it.
    await panel.page.evaluate(() => {
      performance.now = () => 0;
    });
    await panel.send(...asked('a1', 'replace', TITLE, editApproval('c2')));
    const second = card(panel).last();
    await second.getByRole('button', { name: 'Always allow…' }).click();
    const menu = second.getByRole('menu');
    await menu.waitFor();
    await panel.page.keyboard.press('Enter');
    assert.equal(await menu.count(), 1);
    await panel.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    assert.deepEqual(panel.callsOf('decide'), []);
  });

  it('remembers what the menu says, by keyboard too', async () => {
    const panel = await openCard();
    await guard(panel);
    const button = panel.button('Always allow…');
    await button.focus();
    await panel.page.keyboard.press('Enter');
    const item = panel.page.getByRole('menuitem', { name: 'In this chat Edit freely: all edits in this window' });
    await item.waitFor();
    await panel.page.keyboard.press('Escape');
    assert.equal(await item.count(), 0);
    await panel.page.keyboard.press('Enter');
    await item.waitFor();
    await panel.page.keyboard.press('Enter');
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept', remember: 'allowEdits' }]]);
  });

  for (const [where, scrolls] of [
    ['end', false],
    ['beginning', true],
  ] as const) {
    it(`has all of its menu within a low panel, at the ${where} of what is seen`, async () => {
      const remember = [1, 2, 3, 4].map(n => ({ id: `r${n}`, scope: 'folder' as const, rule: `npm run task-${n}` }));
      const panel = await openPanel({ height: 220, width: 300 });
      const approval = { ...commandApproval('c1', 'npm run task-1'), remember };
      await panel.send(user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'replace', 'Run it', approval));
      const button = panel.button('Always allow…');
      await button.evaluate((element, top) => element.scrollIntoView({ block: top ? 'start' : 'end' }), scrolls);
      await panel.settled();
      await button.click();
      const menu = panel.page.getByRole('menu', { name: 'Always allow…' });
      const box = (await menu.boundingBox())!;
      assert.ok(box.y >= 0 && box.y + box.height <= 220 && box.height > 40, JSON.stringify(box));
      assert.ok(box.x >= 0 && box.x + box.width <= 300, JSON.stringify(box));
      for (const { rule } of remember) {
        const item = menu.getByRole('menuitem', { name: rule });
        await item.scrollIntoViewIfNeeded();
        await item.click({ trial: true });
      }
      await guard(panel);
      await panel.page.keyboard.press('End');
      await panel.page.keyboard.press('Enter');
      assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept', remember: 'r4' }]]);
    });
  }

  it('shows a summary under headings, without the tags that it is written in', async () => {
    const text = '<state_snapshot>\n<goal>Less <b>work</goal>\n<now>Test it</now>\n</state_snapshot>';
    const panel = await openCard({
      callId: 'c1',
      proposal: { kind: 'summary', text, before: 9000, after: 2000 },
      remember: [],
    });
    const summary = panel.page.getByRole('group', { name: 'Summary' });
    assert.equal(await summary.innerText(), 'Goal\n\nLess <b>work\n\nNext steps\n\nTest it');
    assert.deepEqual(await summary.getByRole('heading').allInnerTexts(), ['Goal', 'Next steps']);
  });

  it('offers to remember and to open a diff only where that makes sense', async () => {
    const panel = await openCard(commandApproval('c1', 'npm test'), 'Run npm test');
    assert.equal(await panel.button('Always allow…').count(), 0);
    assert.equal(await panel.button('Open diff').count(), 0);
    const edit = await openCard();
    await edit.button('Open diff').click();
    assert.deepEqual(edit.calls, [{ method: 'openDiff', args: ['c1'] }]);
  });

  it('answers to Ctrl+Enter and Ctrl+Backspace, only with the focus inside', async () => {
    const panel = await openCard();
    await guard(panel);
    await panel.box.press('Control+Backspace');
    await panel.log.press('Control+Enter');
    assert.deepEqual(panel.calls, []);
    await panel.button('Open diff').focus();
    await panel.page.keyboard.press('Control+Backspace');
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'reject' }]]);
    const other = await openCard();
    await guard(other);
    await other.button('Reject').focus();
    await other.page.keyboard.press('Control+Enter');
    assert.deepEqual(other.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('leaves Ctrl+Backspace to the reason while there is one', async () => {
    const panel = await openCard();
    await guard(panel);
    await panel.page.getByRole('textbox', { name: 'Reason for rejecting (optional)' }).fill('two words');
    await panel.page.keyboard.press('Control+Backspace');
    assert.deepEqual(panel.calls, []);
  });

  it('ignores keys in the first half second, but not clicks', async () => {
    const panel = await openPanel();
    await panel.send(user('u1', 'Do it'), started, begin('a1'));
    await panel.page.evaluate(() => {
      const press = () => {
        const button = document.querySelector<HTMLElement>('.approval vscode-button');
        if (!button) return requestAnimationFrame(press);
        const inner = button.shadowRoot?.querySelector('button');
        inner?.focus();
        for (const key of ['Enter', ' ']) {
          const down = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true });
          if (inner?.dispatchEvent(down)) inner.click();
        }
        return 0;
      };
      requestAnimationFrame(press);
    });
    await panel.send(...asked('a1', 'replace', TITLE, editApproval('c1')));
    await panel.page.keyboard.press('Control+Enter');
    assert.deepEqual(panel.calls, []);
  });

  it('plain Enter elsewhere in the card decides nothing', async () => {
    const panel = await openCard();
    await guard(panel);
    await panel.page.getByRole('group', { name: 'Changes in src/queue/scheduler.ts' }).press('Enter');
    assert.deepEqual(panel.calls, []);
  });

  it('closes for every card when the answer came from elsewhere', async () => {
    const panel = await openCard();
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'executing'),
    );
    assert.equal(await panel.button('Accept').count(), 0);
    await card(panel).getByText('Running').waitFor();
  });

  it('is followed by what is only queued behind it, which can be cancelled', async () => {
    const panel = await openCard();
    const second = card(panel, 'Edit src/b.ts');
    await panel.send(
      { type: 'part', messageId: 'a1', part: call('c2', 'replace') },
      state('c2', 'validating', { name: 'replace', title: 'Edit src/b.ts' }),
      state('c2', 'scheduled'),
    );
    await second.getByText('Queued', { exact: true }).waitFor();
    await panel.button('Cancel Edit src/b.ts').waitFor();
    await panel.send(state('c2', 'executing'));
    await second.getByText('Running', { exact: true }).waitFor();
  });

  it('offers merge, ask again and discard when the file has changed', async () => {
    const conflict = editApproval('c1', { conflict: { canMerge: true } });
    const merge = await openCard(conflict);
    assert.equal(await merge.button('Accept').count(), 0);
    await merge.button('Merge').click();
    assert.deepEqual(merge.callsOf('decide'), [['c1', { decision: 'accept', merge: true }]]);
    const again = await openCard(conflict);
    await again.button('Ask again').click();
    const [, verdict] = again.callsOf('decide')[0] as [string, { decision: string; reason: string }];
    assert.equal(verdict.decision, 'reject');
    assert.match(verdict.reason, /changed.*[Rr]ead the file again/);
    const proposal = { kind: 'edit', path: 'a.ts', isNew: true, added: 1, removed: 0, isCut: false, diff: '' } as const;
    const gone = await openCard(editApproval('c1', { conflict: { canMerge: false }, proposal }));
    await card(gone).getByText('The file was deleted, so nothing was written.').waitFor();
    const discard = await openCard(editApproval('c1', { conflict: { canMerge: false } }));
    assert.equal(await discard.button('Merge').count(), 0);
    await discard.button('Discard').click();
    assert.deepEqual(discard.callsOf('decide'), [['c1', { decision: 'reject' }]]);
  });

  it('can turn from a question into a conflict', async () => {
    const panel = await openCard();
    await panel.button('Accept').click();
    await panel.send({ type: 'approval-requested', approval: editApproval('c1', { conflict: { canMerge: true } }) });
    await panel.button('Merge').click();
    assert.equal(panel.callsOf('decide').length, 2);
  });

  it('marks characters that are not seen', async () => {
    const points = [0x202e, 0x2066, 0x200b, 0x200d, 0x2060, 0xfeff, 0xad, 0xa0, 0xe0041, 0x7, 0x85, 0x3164];
    const command = `echo a${points.map(point => String.fromCodePoint(point)).join('b')}`;
    const panel = await openCard(commandApproval('c1', command), 'Run a command');
    const marks = await panel.page.locator('.command .hidden-character').allTextContents();
    assert.deepEqual(
      marks,
      points.map(point => `\\u{${point.toString(16)}}`),
    );
    await panel.page.getByText('12 invisible characters').waitFor();
    const edit = editApproval('c1');
    assert.ok(edit.proposal.kind === 'edit');
    const diff = '@@ -1,1 +1,1 @@\n-if (a) {\n+if (a\u202e) {';
    const other = await openCard({ ...edit, proposal: { ...edit.proposal, diff } });
    assert.deepEqual(await other.page.locator('.diff-added .hidden-character').allTextContents(), ['\\u{202e}']);
  });

  it('warns of the characters that are not seen in an edit, with their count, also beyond what it shows', async () => {
    const kinds = {
      bidi: [0x202a, 0x202e, 0x2066, 0x2069],
      'zero-width': [0x200b, 0x200c, 0x2060, 0xfeff],
      tag: [0xe0001, 0xe0041, 0xe007a, 0xe007f],
    };
    const points = Object.values(kinds).flat();
    const edit = (after: string): Approval => {
      const file = { kind: 'edit', path: 'src/queue/scheduler.ts', file: '/w/src/queue/scheduler.ts' } as const;
      return editApproval('c1', { proposal: viewOf({ ...file, before: 'if (a) {\n', after }) });
    };
    const added = points.map(point => `a${String.fromCodePoint(point)}b();\n`).join('');
    const panel = await openCard(edit(`if (a) {\n${added}`));
    const warning = (shown: PanelPage) => card(shown).locator('.approval-warning').innerText();
    const text = 'It contains 12 invisible characters, which are marked.';
    assert.equal(await warning(panel), text);
    assert.deepEqual(
      await card(panel).locator('.diff-added .hidden-character').allTextContents(),
      points.map(point => `\\u{${point.toString(16)}}`),
    );
    const below = await openCard(edit(`${'more();\n'.repeat(100)}${added}if (a) {\n`));
    assert.equal(await card(below).locator('.hidden-character').count(), 0);
    assert.equal(await warning(below), text);
    const plain = await openCard(edit('if (b) {\n'));
    assert.equal(await card(plain).locator('.approval-warning').count(), 0);
  });

  it('is shown also for a call that no message holds', async () => {
    const panel = await openPanel();
    await panel.send(user('u1', 'Do it'), started, {
      type: 'approval-requested',
      approval: commandApproval('x9', 'ls'),
    });
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['x9', { decision: 'accept' }]]);
  });

  it('is announced, once and assertively', async () => {
    const panel = await openCard();
    await panel.page
      .locator('[aria-live=assertive]', { hasText: `Approval needed: ${TITLE}` })
      .waitFor({ state: 'attached' });
    assert.equal(await panel.log.getAttribute('aria-live'), 'off');
  });

  it('gives the focus to the message box when the answer takes the buttons away', async () => {
    const panel = await openCard();
    await panel.button('Accept').click();
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'executing'),
    );
    assert.ok(await panel.box.evaluate(box => box.matches(':focus')));
    const other = await openCard();
    await other.box.focus();
    await other.send({ type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } });
    assert.ok(await other.box.evaluate(box => box.matches(':focus')), 'and leaves it where it is otherwise');
  });

  it('gives the focus to the line above while more is to be decided, so that Tab leads there', async () => {
    const panel = await openCard();
    await panel.send({ type: 'part', messageId: 'a1', part: call('c2', 'replace') });
    await panel.send(state('c2', 'scheduled', { name: 'replace', title: 'Edit b.ts' }));
    await panel.button('Accept').click();
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
      state('c1', 'executing'),
    );
    assert.equal(await panel.page.evaluate(() => document.activeElement?.className), 'tool-head');
  });

  it('leaves the line of a call that is queued behind it room for a way to cancel it', async () => {
    const panel = await openCard();
    await panel.send({ type: 'part', messageId: 'a1', part: call('c2', 'replace') });
    await panel.send(state('c2', 'scheduled', { name: 'replace', title: 'Edit b.ts' }));
    const line = await panel.log.getByRole('group', { name: 'Edit b.ts' }).boundingBox();
    const cancel = await panel.button('Cancel Edit b.ts').boundingBox();
    assert.ok(line && cancel && cancel.y >= line.y - 2 && cancel.y + cancel.height <= line.y + line.height + 4);
    await panel.button('Cancel Edit b.ts').click();
    assert.deepEqual(panel.callsOf('cancelCall'), [['c2']]);
  });

  it('ends as rejected, with the reason, and as cancelled', async () => {
    const panel = await openCard();
    await panel.send(
      { type: 'approval-settled', callId: 'c1', verdict: { decision: 'reject', reason: 'Too risky' } },
      state('c1', 'rejected'),
    );
    await card(panel).getByText('Rejected', { exact: true }).waitFor();
    await card(panel).getByText('Reason: Too risky').waitFor();
    const other = await openCard();
    const result = { callId: 'c1', name: 'replace', title: TITLE, status: 'cancelled' as const, content: '' };
    await other.send(state('c1', 'cancelled'), delta('a1', ''), finished, results('t1', result));
    await card(other).getByText('Cancelled').waitFor();
  });
});
