import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const run = (command: string) => call('run_shell_command', { command });

describe('a shell command', () => {
  const window = useChat({
    sharesWindow: true,
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
    // What failed is open by itself.
    const done = await chat.cardIn('Failed', /^Run /);
    await done.getByText('Exit code 3').first().waitFor();
    await done
      .getByText(/first line\s+last/)
      .last()
      .waitFor();
  });

  it('has a terminal where it needs one, and the model reads what was shown', async () => {
    const { chat, gemini, picture } = window();
    const script = String.raw`stty size; printf 'draft\n\033[A\033[2Kdrawn\n'; read -p 'Go on? ' answer; test -t 1 && echo "$answer, here"`;
    gemini.reply(run(script)).reply(text('It had one.'));
    await chat.send('Run it');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    const card = await chat.cardIn('Running', /^Run /);
    await card.getByText('The command waits for input', { exact: true }).waitFor();
    const field = card.getByLabel('Input for the command').locator('input');
    await field.fill('yes');
    await field.press('Enter');
    await chat.text('It had one.').waitFor();
    await chat.finished();
    const [output = ''] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(output, /^Output: 30 120\ndrawn\nGo on\? > yes\nyes, here\nExit Code: 0/);
    await picture('shell-terminal');
  });

  it('is answered on its card when it waits for input, a password unseen', async () => {
    const { chat, gemini, page } = window();
    const script =
      'printf "Name: "; read name; printf "Password: "; read word; [ ${#word} = 7 ] && echo "Hello $name"; cat; echo end';
    gemini.reply(run(script)).reply(text('It said hello.'));
    await chat.send('Run it');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    const card = await chat.cardIn('Running', /^Run /);
    const field = card.getByLabel('Input for the command').locator('input');
    await card.getByText('The command waits for input', { exact: true }).waitFor();
    assert.equal(await field.getAttribute('type'), 'text');
    await field.fill('Ada');
    await field.press('Enter');
    await eventually(async () => assert.equal(await field.getAttribute('type'), 'password'));
    await field.fill('hunter2');
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    await card.getByText('Hello Ada').last().waitFor();
    // `cat` has no file and asks for nothing; still it is seen to wait.
    await card.getByRole('button', { name: 'Close input' }).click();
    await chat.text('It said hello.').waitFor();
    await chat.finished();
    const [output = ''] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(output, /Name: > Ada\nPassword: > ••••\nHello Ada\nend/);
    assert.match(output, /The user answered a prompt of the command: "Ada"/);
    assert.match(output, /The user closed the input of the command/);
    assert.doesNotMatch(output, /hunter2/);
    assert.doesNotMatch(await page.content(), /hunter2/);
  });

  it('is answered in the terminal as well, line by line', async () => {
    const { chat, command, gemini, page } = window();
    gemini.reply(run('echo ready; read one; printf "Two: "; read two; echo "$one and $two"; cat; echo end'));
    gemini.reply(text('It has both.'));
    await chat.send('Run it');
    await (await chat.waitingCard(/^Run /)).getByRole('button', { name: 'Accept' }).click();
    const card = await chat.cardIn('Running', /^Run /);
    await card.getByText('ready').last().waitFor();
    await command('Terminal: Focus Terminal');
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
