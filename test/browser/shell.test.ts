import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

const run = (command: string) => call('run_shell_command', { command });

describe('a shell command', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'readme.txt': 'Run something\n' },
    settings: { 'terminal.integrated.gpuAcceleration': 'off' },
  });

  /** Focuses the terminal of the command, also where VS Code has opened one of its own since it did not know it yet. */
  const focusTerminal = async () => {
    const { command, page } = window();
    await command('Terminal: Focus Terminal');
    const ours = page.locator('.part.panel .tabs-list .monaco-list-row').filter({ hasText: 'Pollux' }).last();
    if ((await ours.count()) > 0) await ours.dblclick();
  };

  it('is asked about, then runs with live output in its card and in the terminal', async () => {
    const { chat, command, gemini, page, readFile, writeFile } = window();
    const script = 'echo one > made.txt; echo first line; while [ ! -e go.txt ]; do sleep 0.1; done; echo last; exit 3';
    gemini.reply(run(script)).reply(text('It ended with three.'));
    await chat.send('Run it');
    const card = await chat.waitingCard(/^Run /);
    await card.getByText(script).last().waitFor();
    await assert.rejects(readFile('made.txt'), { code: 'ENOENT' });
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText('Running', { exact: true }).waitFor();
    await card.getByText('first line').last().waitFor();

    await focusTerminal();
    const terminal = page.locator('.part.panel .xterm-rows');
    await terminal.getByText('first line', { exact: true }).waitFor();
    await page.locator('.part.panel').getByText('Pollux').first().waitFor();
    await writeFile('go.txt', '');
    await chat.text('It ended with three.').waitFor();
    await terminal.getByText('Exit code 3').waitFor();
    await command('View: Hide Panel');

    await chat.finished();
    const [output = ''] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(output, /first line\nlast[^]*Exit Code: 3/);
    // What failed is open by itself.
    const done = await chat.cardIn('Failed', /^Run /);
    await done.getByText('Exit code 3').first().waitFor({ state: 'attached' });
    await done
      .getByText(/first line\s+last/)
      .last()
      .waitFor();
  });

  it('is answered in the terminal as well, line by line', async () => {
    const { chat, command, gemini, page } = window();
    gemini.reply(run('echo ready; read one; printf "Two: "; read two; echo "$one and $two"; cat; echo end'));
    gemini.reply(text('It has both.'));
    await chat.send('Run it');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    const card = await chat.cardIn('Running', /^Run /);
    await card.getByText('ready').last().waitFor();
    await focusTerminal();
    const terminal = page.locator('.part.panel .xterm-rows');
    await terminal.getByText('ready', { exact: true }).waitFor();
    await page.keyboard.type('first\n');
    await terminal.getByText('> first').waitFor();
    await card.getByText('The command waits for input', { exact: true }).waitFor();
    await page.keyboard.type('secx');
    await page.keyboard.press('Backspace');
    await terminal.getByText('Two: sec').waitFor();
    await page.keyboard.type('ond\n');
    await terminal.getByText('first and second').waitFor();
    await page.keyboard.press('Control+d');
    await chat.text('It has both.').waitFor();
    await command('View: Hide Panel');
    await chat.finished();
    const [output = ''] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(output, /ready\n> first\nTwo: > second\nfirst and second\nend/);
  });
});
