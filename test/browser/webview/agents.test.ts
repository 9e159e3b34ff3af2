import assert from 'node:assert/strict';
import { agentAsks, agentDone, agentRead, agentsAtWork, within } from './agentChat';
import { usePanel } from './panelPage';
import { delta } from './sampleChat';

describe('The card of an agent', () => {
  const open = usePanel();
  const INVESTIGATOR = /^Codebase investigator: Find out/;

  it('shows what it does, how much it did and what that took', async () => {
    const panel = await open({ events: agentsAtWork });
    const card = panel.log.getByRole('group', { name: INVESTIGATOR });
    await card.getByText('2 calls · 17.3K tokens', { exact: true }).waitFor();
    await card.getByText('Thinking…').waitFor();
    await panel.send(...agentRead('c1', 'src/a.ts').slice(0, -1));
    await panel.send(...within('c1', delta('c1-src/a.ts-a', '!')));
    await card.getByText('3 calls · 26K tokens').waitFor();
  });

  it('asks in the name of the agent, and answers at its address', async () => {
    const panel = await open({ events: agentsAtWork });
    const question = panel.log.getByRole('group', { name: 'Edit src/queue/scheduler.ts', exact: true });
    await question.getByText('Gardener asks: Edit src/queue/scheduler.ts').waitFor();
    await panel.page.getByText('Approval needed: Gardener: Edit src/queue/scheduler.ts').waitFor({ state: 'attached' });
    await panel.page.waitForTimeout(600);
    await question.getByRole('button', { name: 'Accept', exact: true }).click();
    const [args] = panel.callsOf('decide');
    assert.deepEqual(args, ['c2/c2-edit', { decision: 'accept' }]);
    await panel.send(...within('c2', { type: 'approval-settled', callId: 'c2-edit', verdict: { decision: 'accept' } }));
    await question.waitFor({ state: 'detached' });
  });

  it('opens as a transcript of its own by the keyboard, also after its end, and cancels a call of the agent alone', async () => {
    const panel = await open({ events: agentsAtWork });
    const card = panel.log.getByRole('group', { name: INVESTIGATOR });
    await card.getByRole('button', { name: 'Show steps of Codebase investigator' }).focus();
    await panel.page.keyboard.press('Enter');
    const work = card.getByRole('region', { name: 'Steps of Codebase investigator' });
    await work.getByRole('group', { name: 'Read src/queue/task.ts', exact: true }).waitFor();
    await panel.send(...agentRead('c1', 'src/a.ts').slice(0, -2));
    await work.getByRole('button', { name: 'Cancel Read src/a.ts' }).click();
    assert.deepEqual(panel.callsOf('cancelCall')[0], ['c1/c1-src/a.ts']);
    await panel.send(...agentDone('c1', 'It is the list.'));
    await card.getByText('It is the list.').waitFor();
    await work.getByRole('group', { name: 'Read src/queue/task.ts', exact: true }).waitFor();
  });

  it('keeps up with a long run, of which only the newest steps are on the page', async () => {
    const many = Array.from({ length: 120 }, (_, i) => agentRead('c1', `src/${i}.ts`)).flat();
    const panel = await open({ events: [...agentsAtWork, ...many, ...agentAsks('c1', 'src/b.ts')] });
    const card = panel.log.getByRole('group', { name: INVESTIGATOR });
    await card.getByRole('button', { name: 'Show steps of Codebase investigator' }).click();
    await card.getByRole('button', { name: 'Show 40 earlier steps' }).waitFor();
    assert.ok((await card.getByRole('group', { name: /^Read/ }).count()) <= 40);
    await card.getByText('Codebase investigator asks: Edit src/b.ts').waitFor();
  });
});
