import assert from 'node:assert/strict';
import type { Approval, ProposalView } from '../../../src/shared/proposals';
import { type PanelPage, usePanel } from './panelPage';
import { asked, begin, started, user } from './sampleChat';

const TITLE = 'The call';
const lines = Array.from({ length: 120 }, (_, i) => (i === 100 ? 'rm -rf ~' : `Line ${i} says so.`));
const text = lines.join('\n');
const mcp = {
  kind: 'mcp',
  server: 'files',
  tool: 'write',
  from: 'npx files',
  isForeign: false,
  hints: {},
} as const;

/** One of each kind whose text may be longer than what is in view at first; `accept` names what agrees to it. */
const cards: Readonly<Record<string, { readonly proposal: ProposalView; readonly accept?: string }>> = {
  'a command': { proposal: { kind: 'command', command: text, cwd: '/w' } },
  'a long argument for a server': { proposal: { ...mcp, args: [{ name: 'content', value: text }] } },
  'many arguments for a server': {
    proposal: { ...mcp, args: lines.map((value, i) => ({ name: `a${i}`, value })) },
  },
  'a skill': {
    proposal: { kind: 'skill', name: 's', description: 'Does it', path: 'SKILL.md', instructions: text },
  },
  'a plan': { proposal: { kind: 'mode', mode: 'default', plan: lines.join('\n\n') } },
  'a discovered tool': {
    proposal: { kind: 'discovered', tool: 't', command: './t', cwd: '/w', input: JSON.stringify({ lines }) },
  },
  'a question about pages': { proposal: { kind: 'fetch', urls: ['https://example.com/'], prompt: text } },
  'a text for the model': {
    proposal: {
      kind: 'sampling',
      server: 'booking',
      messages: [{ role: 'user', text }],
      used: { requests: 1, tokens: 120 },
      budget: { requests: 10, tokens: 50_000 },
    },
  },
  'a page to open': {
    proposal: { kind: 'page', server: 'pay', message: text, url: 'https://pay.example.com/', host: 'pay.example.com' },
    accept: 'Open pay.example.com',
  },
};

describe('What is approved is seen whole:', () => {
  const openPanel = usePanel();
  const card = (panel: PanelPage) => panel.log.getByRole('group', { name: TITLE, exact: true });

  async function openCard(proposal: ProposalView, more: Partial<Approval> = {}): Promise<PanelPage> {
    const panel = await openPanel({ height: 1000 });
    const approval = { callId: 'c1', proposal, remember: [], ...more };
    await panel.send(user('u1', 'Do it'), started, begin('a1'), ...asked('a1', 'x', TITLE, approval));
    return panel;
  }

  for (const [name, { proposal, accept: label = 'Accept' }] of Object.entries(cards)) {
    it(`${name} can be accepted after all of it was asked for`, async () => {
      const panel = await openCard(proposal);
      const accept = card(panel).getByRole('button', { name: label, exact: true });
      assert.equal(await accept.isDisabled(), true);
      assert.equal(await card(panel).getByText('rm -rf ~').count(), 0);
      await card(panel).getByText('View the whole change before you accept it.').waitFor();
      await card(panel).getByRole('button', { name: 'Show all', exact: true }).click();
      await card(panel).getByText('rm -rf ~').waitFor();
      assert.equal(await card(panel).getByText('View the whole change before you accept it.').count(), 0);
      await accept.click();
      assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
    });
  }

  it('the button in the text shows the rest as well, and keeps the focus there', async () => {
    const panel = await openCard(cards['a skill']!.proposal);
    await panel.page.waitForTimeout(550); // cards take no keys before
    await card(panel).getByRole('button', { name: '+52 more lines: show all' }).press('Enter');
    const instructions = card(panel).getByRole('group', { name: 'Instructions of the skill' });
    assert.equal(await instructions.innerText(), text);
    assert.equal(await instructions.evaluate(element => element.matches(':focus')), true);
  });

  it('a plan can not be agreed to unseen in any way', async () => {
    const panel = await openCard(cards['a plan']!.proposal);
    const freely = card(panel).getByRole('button', { name: 'Accept and edit freely' });
    assert.equal(await freely.isDisabled(), true);
    await card(panel).getByRole('button', { name: 'Show all', exact: true }).click();
    await freely.click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept', mode: 'autoEdit' }]]);
  });

  const edit = (count: number, isCut = false): ProposalView => ({
    kind: 'edit',
    path: 'a.ts',
    isNew: true,
    added: count,
    removed: 0,
    diff: [`@@ -0,0 +1,${count} @@`, ...lines.slice(-count).map(line => `+${line}`)].join('\n'),
    isCut,
  });

  it('an edit whose end is folded waits for nothing', async () => {
    const panel = await openCard(edit(80));
    assert.equal(await card(panel).getByText('rm -rf ~').count(), 0);
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('an edit that the card has not got all of can be accepted once its diff was opened', async () => {
    const panel = await openCard(edit(20, true));
    const accept = card(panel).getByRole('button', { name: 'Accept', exact: true });
    assert.equal(await accept.isDisabled(), true);
    await card(panel).getByText('Open the diff to view all of it before you accept it.').waitFor();
    await card(panel).getByRole('button', { name: 'Open diff', exact: true }).click();
    await accept.click();
    assert.deepEqual(panel.callsOf('openDiff'), [['c1']]);
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('an edit whose diff has opened by itself waits for nothing', async () => {
    const panel = await openCard(edit(80, true), { isShown: true });
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('edits of several files can be accepted once the diff of those was opened that the card has not got all of', async () => {
    const panel = await openCard({ kind: 'edits', edits: [edit(20), edit(20, true)] } as ProposalView);
    const accept = card(panel).getByRole('button', { name: 'Accept', exact: true });
    assert.equal(await accept.isDisabled(), true);
    await card(panel).getByRole('button', { name: 'Open diff', exact: true }).click();
    await accept.click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });

  it('what is short waits for nothing', async () => {
    const panel = await openCard({ ...mcp, args: [{ name: 'content', value: 'two\nlines' }] });
    await panel.button('Accept').click();
    assert.deepEqual(panel.callsOf('decide'), [['c1', { decision: 'accept' }]]);
  });
});
