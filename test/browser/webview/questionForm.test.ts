import assert from 'node:assert/strict';
import type { Approval, ProposalView } from '../../../src/shared/proposals';
import { type PanelPage, usePanel } from './panelPage';
import { asked, begin, started, user } from './sampleChat';

describe('A form of the model', () => {
  const openPanel = usePanel();
  const option = (label: string, description?: string) => ({ label, ...(description && { description }) });
  const ask = { question: 'Which store?', header: 'Store', type: 'choice', isMultiple: false } as const;

  async function openForm(proposal: Extract<ProposalView, { kind: 'questions' }>): Promise<PanelPage> {
    const panel = await openPanel({ height: 1000 });
    const approval: Approval = { callId: 'c1', proposal, remember: [] };
    await panel.send(user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'ask_user', 'Ask', approval));
    await panel.page.waitForTimeout(550);
    return panel;
  }
  const isDisabled = (panel: PanelPage) =>
    panel.button('Accept').evaluate(button => (button as HTMLButtonElement & { disabled: boolean }).disabled);

  it('is sent when every question has an answer, and is used with the keyboard alone', async () => {
    const panel = await openForm({
      kind: 'questions',
      questions: [
        { ...ask, options: [option('SQLite', 'One file.'), option('Postgres')] },
        { question: 'Tests too?', header: '', type: 'yesno', options: [], isMultiple: false },
        { question: 'Anything else?', header: '', type: 'text', options: [], isMultiple: false, placeholder: 'Wishes' },
      ],
    });
    assert.equal(await isDisabled(panel), true);
    await panel.page.getByRole('group', { name: 'Store Which store?' }).getByRole('radio', { name: 'SQLite' }).focus();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Space');
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.type('Be quick.');
    assert.equal(await isDisabled(panel), false);
    await panel.page.keyboard.press('Control+Enter');
    assert.deepEqual(panel.callsOf('decide'), [
      ['c1', { decision: 'accept', answers: ['Postgres', 'Yes', 'Be quick.'] }],
    ]);
  });

  it('takes several answers, and one of the own', async () => {
    const options = [option('Unit'), option('Host'), option('Browser')];
    const panel = await openForm({ kind: 'questions', questions: [{ ...ask, isMultiple: true, options }] });
    await panel.page.getByRole('checkbox', { name: 'Browser' }).check();
    await panel.page.getByRole('checkbox', { name: 'Unit' }).check();
    await panel.page.getByRole('textbox', { name: 'Other answer' }).fill('and fuzz');
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept', answers: ['Unit, Browser, and fuzz'] }]]);
  });

  it('prefers what is typed where there is only one answer', async () => {
    const panel = await openForm({
      kind: 'questions',
      questions: [{ ...ask, options: [option('A'), option('B')] }],
    });
    await panel.page.getByRole('radio', { name: 'A' }).check();
    await panel.page.getByRole('textbox', { name: 'Other answer' }).fill('Neither');
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept', answers: ['Neither'] }]]);
  });
});
