import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { isAlive } from '../support/isAlive';
import { useLive } from './support/useLive';

const run = (command: string) => call('run_shell_command', { command });

describe('A shell command of a chat', () => {
  const window = useLive({ files: { 'pids.txt': '' } });

  /** Has a command asked for and accepted. */
  const start = async (command: string) => {
    const live = window();
    live.gemini.reply(run(command)).reply(text('So it ended.'));
    const end = live.ask('Run it');
    const { callId } = await live.accept();
    const view = () => live.panel.chat.calls[callId];
    return { callId, end, view, awaited: () => live.ui.until('a command that waits', () => view()?.awaited) };
  };
  const output = () => window().gemini.requests.at(-1)!.toolOutputs[0] ?? '';

  it('has a terminal where it needs one, and the model reads what was shown', async () => {
    const script = String.raw`stty size; printf 'draft\n\033[A\033[2Kdrawn\n'; read -p 'Go on? ' answer; test -t 1 && echo "$answer, here"`;
    const { callId, end, awaited } = await start(script);
    await awaited();
    await window().host.writeInput(callId, 'yes');
    await end;
    assert.match(output(), /^Output: 30 120\ndrawn\nGo on\? > yes\nyes, here\nExit Code: 0/);
  });

  it('is answered on its card when it waits for input, a password unseen', async () => {
    const live = window();
    const script =
      'printf "Name: "; read name; printf "Password: "; read word; [ ${#word} = 7 ] && echo "Hello $name"; cat; echo end';
    const { callId, end, view, awaited } = await start(script);
    assert.equal(await awaited(), 'text');
    await live.host.writeInput(callId, 'Ada');
    await live.ui.until('a question for a secret', () => view()?.awaited === 'secret');
    await live.host.writeInput(callId, 'hunter2');
    await live.ui.until('the greeting', () => view()?.output.includes('Hello Ada'));
    // `cat` has no file and asks for nothing; still it is seen to wait.
    await awaited();
    await live.host.writeInput(callId, null);
    await end;
    assert.match(output(), /Name: > Ada\nPassword: > ••••\nHello Ada\nend/);
    assert.match(output(), /The user answered a prompt of the command: "Ada"/);
    assert.match(output(), /The user closed the input of the command/);
    assert.doesNotMatch(output(), /hunter2/);
    assert.doesNotMatch(JSON.stringify(live.panel), /hunter2/);
  });

  it('does not run when it is rejected, and the model hears why', async () => {
    const live = window();
    live.gemini.reply(run('touch never.txt')).reply(text('Fine.'));
    const end = live.ask('Run it');
    const { callId } = await live.approval();
    assert.equal(live.panel.chat.calls[callId]?.title, 'Run touch never.txt');
    await live.host.decide(callId, { decision: 'reject', reason: 'I do that myself' });
    await end;
    const results = live.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(results.at(-1)?.status, 'rejected');
    assert.match(output(), /I do that myself/);
    assert.ok(!existsSync(join(live.workspace, 'never.txt')));
  });

  it('ends with all its children on Stop', async () => {
    const live = window();
    const child = '(sleep 600 & echo $! >> pids.txt; wait)';
    live.gemini.reply(run(`trap '' TERM; ${child} & echo $! >> pids.txt; sleep 600 & echo $! >> pids.txt; wait; wait`));
    const end = live.ask('Run for long');
    const stopped = new AbortController();
    const changes = watch(join(live.workspace, 'pids.txt'), { signal: stopped.signal });
    await live.accept();
    let pids: number[] = [];
    for await (const _change of changes) {
      pids = (await live.readFile('pids.txt')).trim().split('\n').map(Number);
      if (pids.length === 3) break;
    }
    stopped.abort();
    assert.ok(pids.every(isAlive));
    await live.host.stop();
    await end;
    while (pids.some(isAlive)) await new Promise(resolve => setImmediate(resolve));
    const results = live.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(results.at(-1)?.status, 'cancelled');
    live.gemini.reply(text('I am back.'));
    await live.ask('Are you there?');
    assert.equal(live.said('assistant').at(-1), 'I am back.');
  });
});
