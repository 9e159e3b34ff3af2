import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const run = (command: string) => call('run_shell_command', { command });

describe('a shell command', () => {
  const window = useChat({
    files: { 'readme.txt': 'Run something\n' },
    settings: { 'terminal.integrated.gpuAcceleration': 'off' },
  });

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

    await command('Terminal: Focus Terminal');
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
    const done = await chat.cardIn('Done', /^Run /);
    await done.getByRole('button').first().click();
    await done.getByText('Exit code 3').waitFor();
    await done
      .getByText(/first line\s+last/)
      .last()
      .waitFor();
  });

  it('does not run when it is rejected, and the model hears why', async () => {
    const { chat, gemini, readFile } = window();
    gemini.reply(run('touch never.txt')).reply(text('Fine.'));
    await chat.send('Run it');
    const card = await chat.waitingCard('Run touch never.txt');
    await card.getByRole('textbox').fill('I do that myself');
    await card.getByRole('button', { name: 'Reject' }).click();
    await chat.cardIn('Rejected', 'Run touch never.txt');
    await chat.finished();
    assert.match(gemini.requests.at(-1)!.toolOutputs.join(''), /I do that myself/);
    await assert.rejects(readFile('never.txt'), { code: 'ENOENT' });
  });

  it('ends with all its children on Stop', async () => {
    const { chat, gemini, readFile } = window();
    const child = '(sleep 600 & echo $! >> pids.txt; wait)';
    gemini.reply(run(`trap '' TERM; ${child} & echo $! >> pids.txt; sleep 600 & echo $! >> pids.txt; wait; wait`));
    await chat.send('Run for long');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    let pids: number[] = [];
    await eventually(async () => {
      pids = (await readFile('pids.txt')).trim().split('\n').map(Number);
      assert.equal(pids.length, 3);
    });
    assert.ok(pids.every(isAlive));
    await chat.stop();
    await eventually(() => assert.deepEqual(pids.filter(isAlive), []));
    await chat.cardIn('Cancelled', /^Run /);
    gemini.reply(text('I am back.'));
    await chat.ask('Are you there?');
    await chat.text('I am back.').waitFor();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
