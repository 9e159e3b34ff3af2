import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { probeSandbox } from '../../../src/node/sandbox/probe';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('The sandbox of a headless run', function () {
  this.timeout(60_000);
  const at = HeadlessPlace.use();
  const shell = (command: string) => call('run_shell_command', { command });
  const answer = (index: number) => JSON.stringify(at.server.requests.at(index)?.functionResponses[0]?.response);
  let hasSandbox: boolean;
  before(async () => {
    const { sandbox } = await probeSandbox();
    hasSandbox = sandbox !== null;
    sandbox?.dispose();
  });

  it('runs what it holds without a question, says what it keeps a command from, and denies what would have to be asked', async () => {
    await at.scratch.put('home/work/src/a.txt', 'a');
    const network = `node -e "require('http').get('http://canary.example.com')"`;
    at.server.reply(shell('touch src/made'), shell(network)).reply(shell(network)).reply(text('Done.'));
    const { code } = await runCommand(['-p', 'Hi', '--trust', '-s'], at.with());
    assert.equal(code, hasSandbox ? 0 : 44);
    assert.equal((await at.scratch.bytes('home/work/src/made')) !== null, hasSandbox);
    if (!hasSandbox) return;
    const [, second, third] = at.server.requests;
    assert.match(JSON.stringify(second?.functionResponses), /Blocked by the sandbox: canary\.example\.com/);
    assert.match(JSON.stringify(third?.functionResponses), /needs approval, and nobody can be asked here/);
    assert.match(JSON.stringify(second?.body), /Shell commands run in a sandbox/);
  });

  it('covers a program that a rule denies, also where everything runs, and nothing else', async () => {
    await at.scratch.put(
      'deny.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"\npriority = 1\n',
    );
    at.server
      .reply(shell('x=tou; ${x}ch made; perl -e \'exec "touch", "made"\'; echo it > other'))
      .reply(text('Done.'));
    const { code } = await runCommand(
      ['-p', 'Hi', '--trust', '-y', '--policy', at.scratch.absolute('deny.toml')],
      at.with(),
    );
    assert.equal(code, 0);
    const isRun = (await at.scratch.bytes('home/work/other')) !== null;
    // Where there is no sandbox, such a rule is a guard rail.
    if (isRun) assert.equal((await at.scratch.bytes('home/work/made')) === null, hasSandbox, answer(-1));
  });

  it('is not there unless it is asked for', async () => {
    at.server.reply(shell('touch made')).reply(text('Done.'));
    await runCommand(['-p', 'Hi', '--trust'], at.with());
    assert.match(answer(-1), /needs approval, and nobody can be asked here/);
    assert.equal(await at.scratch.bytes('home/work/made'), null);
  });
});
