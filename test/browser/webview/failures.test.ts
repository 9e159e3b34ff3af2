import assert from 'node:assert/strict';
import type { ToolResult } from '../../../src/shared/messages';
import { usePanel } from './panelPage';
import { answer, call, finished, results, started, user } from './sampleChat';

describe('A call that did not do what it was to do', () => {
  const open = usePanel();
  const output = `${Array.from({ length: 80 }, (_, i) => `line ${i}`).join('\n')}\n\x1b[31mAssertionError\x1b[0m at src/cart.ts:12:3\n`;
  const failed: ToolResult = {
    callId: 'c1',
    name: 'run_shell_command',
    title: 'Run npm test',
    status: 'success',
    content: '',
    display: { type: 'command', exitCode: 3, output },
  };

  it('is a failure where a command ended with another code than 0: said, shown at its end, in colour, and with links', async () => {
    const panel = await open({ events: [user('u1', 'Test it'), started] });
    const unknown = 'There is no tool named read_files.';
    await panel.send(
      ...answer('a1', call('c1', 'run_shell_command'), call('c2', 'read_files')),
      results('t1', failed, { ...failed, callId: 'c2', title: 'read_files', status: 'error', error: unknown }),
    );
    const other = panel.log.getByRole('group', { name: 'read_files' });
    await other.getByText('Failed', { exact: true }).waitFor();
    await other.getByText(unknown).waitFor();
    const card = panel.log.getByRole('group', { name: 'Run npm test' });
    await card.getByText('Failed', { exact: true }).waitFor();
    await card.getByText('exit code 3', { exact: true }).waitFor();
    await card.getByText('line 79').waitFor();
    assert.equal(await card.getByText('line 0', { exact: false }).count(), 0);
    const color = await card.getByText('AssertionError').evaluate(element => getComputedStyle(element).color);
    assert.notEqual(color, await card.getByText('line 79').evaluate(element => getComputedStyle(element).color));
    assert.match(await panel.page.locator('[aria-live=polite]').innerText(), /Failed with exit code 3: Run npm test/);
    await card.getByRole('link', { name: 'src/cart.ts:12:3' }).click();
    assert.deepEqual(panel.callsOf('openFile'), [['src/cart.ts', 12]]);
    await card.getByRole('link', { name: 'src/cart.ts:12:3' }).press('Enter');
    assert.equal(panel.callsOf('openFile').length, 2);
  });

  it('is none, and nothing in red, where the user rejected it', async () => {
    const rejected: ToolResult = {
      callId: 'c1',
      name: 'replace',
      title: 'Edit a.ts',
      icon: 'edit',
      status: 'rejected',
      content: '',
      error: 'You rejected it: not like this.',
      errorType: 'rejected',
    };
    const args = { file_path: 'a.ts', old_string: 'a', new_string: 'b' };
    const edit = { type: 'toolCall', call: { id: 'c1', name: 'replace', args } } as const;
    const panel = await open({
      events: [user('u1', 'Edit'), started, ...answer('a1', edit), results('t1', rejected), finished],
    });
    const card = panel.log.getByRole('group', { name: 'Edit a.ts' });
    await card.getByText('Rejected', { exact: true }).waitFor();
    const red = await panel.page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--vscode-errorForeground)';
      return getComputedStyle(probe).color;
    });
    const colors = await card.evaluate(element =>
      [...element.querySelectorAll('*')].map(each => getComputedStyle(each).color),
    );
    assert.ok(!colors.includes(red), colors.join());
    await panel.button('Show changes').click();
    assert.deepEqual(panel.callsOf('openDiff'), [['c1']]);
  });
});
