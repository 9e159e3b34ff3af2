import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { probeSandbox } from '../../src/node/sandbox/probe';
import type { RememberScope } from '../../src/shared/proposals';
import type { SandboxTier } from '../../src/shared/sandbox';
import { call, text } from '../support/gemini/replies';
import { folderOutside } from '../support/sandboxPlace';
import { useLive } from './support/useLive';

const run = (command: string) => call('run_shell_command', { command });

describe('The sandbox of a chat’s commands', () => {
  const window = useLive({ settings: { sandbox: 'on' } });
  let tier: SandboxTier | undefined;
  /** A directory that is neither in the workspace nor in `/tmp`, of which commands have one of their own. */
  let outside: string;
  let server: Server;
  /** Of a server of this machine, at an address that proxies are asked for. */
  let host: string;

  before(async () => {
    const { sandbox } = await probeSandbox();
    tier = sandbox?.tier;
    sandbox?.dispose();
    outside = folderOutside(join(__dirname, '../..'));
    server = createServer(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nreached'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.2', resolve));
    host = `127.0.0.2:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    rmSync(outside, { recursive: true, force: true });
    server.close();
  });

  const writing = (name: string) =>
    `node -e "require('fs').writeFileSync(process.argv[1] + '/${name}', 'x')" ${JSON.stringify(outside)}/.`;
  /** Accepts what is asked about with the first choice of that scope. */
  const choose = async (rule: RegExp, scope: RememberScope) => {
    const { callId, remember } = await window().approval();
    const choice = remember.find(each => rule.test(each.rule) && each.scope === scope);
    assert.ok(choice, JSON.stringify(remember));
    await window().host.decide(callId, { decision: 'accept', remember: choice.id });
    return callId;
  };
  /** The next question, after that about `callId`. */
  const nextAfter = (callId: string) =>
    window().ui.until('the next question', () => {
      const [open] = window().panel.chat.approvals;
      return open && open.callId !== callId && open;
    });
  /** What the commands of this conversation have given the model so far. */
  const outputs = () =>
    window()
      .gemini.requests.slice(first)
      .flatMap(({ toolOutputs }) => toolOutputs);
  let first: number;
  beforeEach(() => {
    first = window().gemini.requests.length;
  });

  it('lets a command run without a question, and says where', async () => {
    const live = window();
    live.takeAway('made.txt');
    live.gemini.reply(run('echo one > made.txt; echo "in $SANDBOX"')).reply(text('That is it.'));
    const asking = live.ask('Run it');
    if (!tier) {
      // Nothing weaker stands in: it is asked about.
      const { callId, sandbox } = await live.approval();
      assert.equal(sandbox?.tier, 'none');
      await live.host.decide(callId, { decision: 'reject' });
      await asking;
      return;
    }
    await asking;
    assert.equal(await live.readFile('made.txt'), 'one\n');
    assert.match(outputs()[0] ?? '', new RegExp(`in pollux-${tier}`));
    assert.match(JSON.stringify(live.gemini.requests[first]?.body), new RegExp(`run in a sandbox \\(${tier}\\)`));
  });

  it('asks for the folder that it kept a command from, once and for the chat', async function () {
    if (!tier) this.skip();
    const live = window();
    for (const name of ['once', 'once', 'twice', 'twice', 'thrice']) live.gemini.reply(run(writing(name)));
    live.gemini.reply(text('Written.'));
    const asking = live.ask('Write it');
    const { callId, sandbox, reason } = await live.approval();
    assert.deepEqual(readdirSync(outside), []);
    assert.match(reason ?? '', new RegExp(`^Blocked by the sandbox: ${outside}/`));
    assert.equal(sandbox?.tier, tier);
    await live.host.decide(callId, { decision: 'accept' });
    await nextAfter(callId);
    assert.deepEqual(readdirSync(outside), ['once']);
    await choose(/^sandbox (?!host|outside)/, 'session');
    await asking;
    assert.equal(live.said('assistant').at(-1), 'Written.');
    assert.deepEqual(readdirSync(outside).toSorted(), ['once', 'thrice', 'twice']);
  });

  it('runs a command outside once, and not the next time', async function () {
    if (!tier) this.skip();
    const live = window();
    const peek = `node -e "console.log(process.env.SANDBOX ?? 'outside'); require('fs').writeFileSync(process.argv[1], 'x')" ${outside}/peek`;
    live.gemini.reply(run(peek)).reply(run(peek)).reply(run(peek)).reply(text('Looked.'));
    const asking = live.ask('Look');
    const callId = await choose(/^run outside the sandbox$/, 'answer');
    // The same command was kept from the same again, so it is asked about again.
    const again = await nextAfter(callId);
    assert.equal(outputs().length, 2);
    await live.host.decide(again.callId, { decision: 'reject' });
    await asking;
    const [inside = '', out = ''] = outputs();
    assert.match(inside, new RegExp(`pollux-${tier}`));
    assert.match(out, /outside/);
  });

  it('asks for the host that it kept a command from, and stores what is allowed everywhere', async function () {
    if (tier !== 'namespaces') this.skip();
    const live = window();
    const get = `curl -sS http://${host}/`;
    live.gemini
      .reply(run(get))
      .reply(run(`${get}again`))
      .reply(text('Fetched.'));
    const asking = live.ask('Fetch it');
    const { reason } = await live.approval();
    assert.ok(reason?.startsWith(`Blocked by the sandbox: ${host}`), reason);
    await choose(/^sandbox host/, 'user');
    await asking;
    for (const output of outputs()) assert.match(output, /reached/);
    assert.equal(outputs().length, 2);
    const rules = join(live.home, '.gemini', 'policies');
    const stored = readdirSync(rules).map(name => readFileSync(join(rules, name), 'utf8'));
    assert.match(stored.join('\n'), new RegExp(`\\[\\[sandbox\\]\\]\\s+host = "${host}"`));
  });
});
