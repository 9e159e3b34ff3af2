import assert from 'node:assert/strict';
import type { AgentEvent, AwaitedInput } from '../../../src/shared/events';
import { type PanelPage, usePanel } from './panelPage';
import { begin, call, started, state, user } from './sampleChat';

const input = (awaited: AwaitedInput | null): AgentEvent => ({ type: 'tool-input', callId: 'c1', awaited });
const running: AgentEvent[] = [
  user('u1', 'Go'),
  started,
  begin('a1'),
  { type: 'part', messageId: 'a1', part: call('c1', 'run_shell_command') },
  state('c1', 'executing', { title: 'Run x', name: 'run_shell_command' }),
  { type: 'tool-output', callId: 'c1', text: 'Name: ' },
];

describe('A command that waits for input', () => {
  const open = usePanel();
  const card = (panel: PanelPage) => panel.log.getByRole('group', { name: 'Run x' });
  const field = (panel: PanelPage) => card(panel).getByLabel('Input for the command').locator('input');

  it('says so on its card, which still runs, and takes a line by Enter', async () => {
    const panel = await open({ events: [...running, input('text')] });
    await card(panel).getByText('The command waits for input', { exact: true }).waitFor();
    assert.equal(await card(panel).locator('.tool-status-name').textContent(), 'Running');
    await card(panel).locator('.output-live', { hasText: 'Name:' }).waitFor();
    await field(panel).fill('Ada');
    await field(panel).press('Enter');
    await panel.settled();
    assert.deepEqual(panel.callsOf('writeInput'), [['c1', 'Ada']]);
    assert.deepEqual([panel.consoleErrors, panel.reports], [[], []]);
  });

  it('is a text field with a name, and two buttons', async () => {
    const panel = await open({ events: [...running, input('text')] });
    await card(panel).getByRole('textbox', { name: 'Input for the command' }).waitFor();
    assert.equal(await field(panel).getAttribute('type'), 'text');
    await card(panel).getByRole('button', { name: 'Send', exact: true }).click();
    await panel.settled();
    await card(panel).getByRole('button', { name: 'Close input' }).click();
    await panel.settled();
    assert.deepEqual(panel.callsOf('writeInput'), [
      ['c1', ''],
      ['c1', null],
    ]);
  });

  it('shows dots for a secret', async () => {
    const panel = await open({ events: [...running, input('secret')] });
    assert.equal(await field(panel).getAttribute('type'), 'password');
    await field(panel).fill('hunter2');
    await card(panel).getByRole('button', { name: 'Send', exact: true }).click();
    await panel.settled();
    assert.deepEqual(panel.callsOf('writeInput'), [['c1', 'hunter2']]);
    assert.doesNotMatch((await panel.page.locator('body').textContent()) ?? '', /hunter2/);
    assert.deepEqual(panel.drafts, []);
  });

  it('no longer says so when there is more output, and leaves the focus near', async () => {
    const panel = await open({ events: [...running, input('text')] });
    await field(panel).focus();
    await panel.send(input(null), { type: 'tool-output', callId: 'c1', text: 'never mind\n' });
    assert.equal(await card(panel).getByText('The command waits for input').count(), 0);
    assert.equal(await panel.page.evaluate(() => document.activeElement?.className), 'tool-head');
  });

  it('opens a card that was closed, and leaves the focus where it is', async () => {
    const panel = await open({ events: running });
    const head = card(panel).locator('.tool-head');
    await head.click();
    assert.equal(await head.getAttribute('aria-expanded'), 'false');
    await panel.box.focus();
    await panel.send(input('text'));
    await field(panel).waitFor();
    assert.equal(await panel.box.evaluate(box => box === document.activeElement), true);
  });

  it('is heard once', async () => {
    const panel = await open({ events: running });
    const said = panel.page.locator('[aria-live=assertive]');
    await panel.send(input('text'));
    assert.equal(await said.textContent(), 'The command waits for input: Run x');
    const heard = await said.locator('span').elementHandle();
    await field(panel).fill('A');
    await panel.settled();
    assert.equal(await heard.evaluate(element => element.isConnected), true);
  });

  it('shows why an answer was not taken, and lets the person try again', async () => {
    const panel = await open({ events: [...running, input('text')] });
    panel.refusals.set('writeInput', 'The command no longer waits for input.');
    await field(panel).press('Enter');
    await panel.page.getByText('The command no longer waits for input.').first().waitFor();
    await field(panel).press('Enter');
    await panel.settled();
    assert.equal(panel.callsOf('writeInput').length, 2);
  });
});
