import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../src/shared/events';
import { type PanelPage, usePanel } from './panelPage';
import { answer, call, results, started, user } from './sampleChat';

const step = (i: number): AgentEvent[] => [
  ...answer(`a${i}`, call(`c${i}`, 'read_file')),
  results(`t${i}`, {
    callId: `c${i}`,
    name: 'read_file',
    title: `Read file${i}.ts`,
    status: 'success',
    content: `The text of ${i}`,
  }),
];
const nodes = (panel: PanelPage) => panel.log.evaluate(log => log.querySelectorAll('*').length);

describe('A turn of very many steps', () => {
  const open = usePanel();

  it('has only its newest on the page, and earlier ones on demand', async () => {
    const panel = await open({ events: [user('u1', 'Read all'), started] });
    for (let i = 0; i < 2000; i += 100) await panel.send(...Array.from({ length: 100 }, (_, k) => step(i + k)).flat());
    await panel.log.getByRole('group', { name: 'Read file1999.ts' }).waitFor();
    assert.ok((await nodes(panel)) < 3000, `${await nodes(panel)} nodes`);
    const count = await panel.log.getByRole('group').count();
    await panel.button('Show 60 earlier steps').click();
    await panel.log
      .getByRole('group')
      .nth(count + 59)
      .waitFor();
    assert.equal(await panel.log.getByRole('group').count(), count + 60);
    await panel.box.focus();
    await panel.page.keyboard.press('Control+f');
    await panel.page.keyboard.type('file7.ts');
    await panel.page.getByRole('search').getByText('1 of 1', { exact: true }).waitFor();
    assert.deepEqual(panel.consoleErrors, []);
  });

  it('lets earlier turns go again with the next prompt', async () => {
    const turns = Array.from({ length: 300 }, (_, i) => [user(`u${i}`, `Question ${i}`), ...step(i)]).flat();
    const panel = await open({ events: turns });
    await panel.log.getByText('Question 299').waitFor();
    const before = await nodes(panel);
    for (let i = 0; i < 5; i++) {
      await panel.log.evaluate(log => (log.scrollTop = 0));
      await panel.button('Show earlier messages').click();
      await panel.settled();
    }
    assert.ok((await nodes(panel)) > 3 * before);
    await panel.send(user('u300', 'Question 300'), ...step(300));
    await panel.settled();
    await panel.page.waitForFunction(most => document.querySelectorAll('.log *').length <= most, before + 40);
    const distance = await panel.log.evaluate(log => log.scrollHeight - log.clientHeight - log.scrollTop);
    assert.ok(distance < 2, `${distance} px from the end`);
  });
});
