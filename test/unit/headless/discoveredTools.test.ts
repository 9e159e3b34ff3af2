import assert from 'node:assert/strict';
import { access, chmod } from 'node:fs/promises';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

/** The script of the Termux document, and one that runs its tools. */
const DISCOVERY = `#!/bin/bash
cat << 'EOF'
[
  {
    "name": "termux_battery_status",
    "description": "Get battery status including percentage, health, and charging state",
    "parametersJsonSchema": { "type": "object", "properties": {} }
  },
  {
    "name": "termux_toast",
    "description": "Show a toast",
    "parametersJsonSchema": { "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] }
  }
]
EOF
`;
const CALL = `#!/bin/bash
input=$(cat)
case "$1" in
  termux_battery_status) echo '{"percentage": 80}' ;;
  termux_toast) echo "$1 got $input" > "$(dirname "$0")/ran.txt"; echo shown ;;
  loud) echo out; echo err >&2 ;;
  fails) echo out; exit 3 ;;
  dies) kill -9 $$ ;;
  floods) yes ;;
esac
`;

describe('pollux, headless, with discovered tools,', () => {
  const at = HeadlessPlace.use();
  const run = (...args: readonly string[]) => runCommand(['-p', 'Hi', ...args], at.with());
  const declared = (index = 0) =>
    (at.server.requests[index]?.body.tools as { functionDeclarations: { name: string }[] }[] | undefined)
      ?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name))
      .filter(name => name.startsWith('discovered')) ?? [];
  const answer = () => at.server.requests.at(-1)?.functionResponses[0]?.response;
  const scripts = async (discovery = DISCOVERY) => {
    await at.scratch.put('home/tools/discover.sh', discovery);
    await at.scratch.put('home/tools/call.sh', CALL);
    await chmod(at.scratch.absolute('home/tools/call.sh'), 0o755);
  };
  const path = (name: string) => at.scratch.absolute(`home/tools/${name}`);
  const commands = () => ({
    tools: { discoveryCommand: `bash ${path('discover.sh')}`, callCommand: `bash ${path('call.sh')}` },
  });
  const exists = (file: string) =>
    access(at.scratch.absolute(file)).then(
      () => true,
      () => false,
    );
  const declare = (...names: readonly string[]) => scripts(`echo '${JSON.stringify(names.map(name => ({ name })))}'`);

  it('offers those of the Termux document by its own setting names and runs them', async () => {
    await scripts();
    const { discoveryCommand, callCommand } = commands().tools;
    await at.user({ tool_discovery_command: discoveryCommand, tool_call_command: callCommand });
    at.server.reply(call('discovered_tool_termux_battery_status', {})).reply(text('80 %'));
    const { code, out } = await run('--trust', '-y');
    assert.deepEqual([code, out], [0, '80 %\n']);
    assert.deepEqual(declared(), ['discovered_tool_termux_battery_status', 'discovered_tool_termux_toast']);
    assert.deepEqual(answer(), { output: '{"percentage": 80}\n' });
  });

  it('gives the arguments as JSON on standard input, and understands the bare name', async () => {
    await scripts();
    await at.user(commands());
    at.server.reply(call('termux_toast', { text: 'Hi "there" $(x)' })).reply(text('Done.'));
    await run('--trust', '--allowed-tools', 'discovered_tool_termux_toast');
    assert.deepEqual(answer(), { output: 'shown\n' });
    assert.equal(
      String(await at.scratch.bytes('home/tools/ran.txt')),
      'termux_toast got {"text":"Hi \\"there\\" $(x)"}\n',
    );
  });

  it('denies a call without a rule, in plan mode, and by a rule in every mode', async () => {
    await scripts();
    await at.user(commands());
    for (const args of [[], ['--approval-mode', 'auto_edit'], ['--approval-mode', 'plan']]) {
      at.server.reply(call('termux_toast', { text: 'a' })).reply(text('No.'));
      await run('--trust', ...args);
      assert.ok(answer()?.error !== undefined, args.join(' '));
    }
    await at.user({ tools: { ...commands().tools, exclude: ['discovered_tool_termux_toast'] } });
    at.server.reply(call('termux_toast', { text: 'a' })).reply(text('No.'));
    await run('--trust', '-y');
    assert.ok(answer()?.error !== undefined);
    assert.equal(await exists('home/tools/ran.txt'), false);
  });

  it('does not take a rule about a tool of Pollux for one about a discovered tool of that name', async () => {
    await declare('run_shell_command', 'loud');
    await at.user(commands());
    at.server.reply(call('discovered_tool_run_shell_command', {})).reply(text('No.'));
    await run('--trust', '--allowed-tools', 'run_shell_command');
    assert.match(String(answer()?.error), /approval/);
  });

  it('tells of a failure with its output, errors, exit code and signal', async () => {
    await declare('loud', 'fails', 'dies');
    await at.user(commands());
    const ends: readonly [string, RegExp][] = [
      ['loud', /^Stdout: out\nStderr: err\nError: \(none\)\nExit Code: 0\nSignal: \(none\)$/],
      ['fails', /^Stdout: out\nStderr: \(empty\)\nError: \(none\)\nExit Code: 3\nSignal: \(none\)$/],
      ['dies', /^Stdout: \(empty\)\nStderr: \(empty\)\nError: \(none\)\nExit Code: \(none\)\nSignal: SIGKILL$/],
    ];
    for (const [name, expected] of ends) {
      at.server.reply(call(name, {})).reply(text('Hm.'));
      const { out } = await run('--trust', '-y', '-o', 'stream-json');
      assert.match(String(answer()?.error), expected);
      assert.match(out, /"type":"discovered_tool_execution_error"/);
    }
  });

  it('ends a tool that prints without end', async () => {
    await declare('floods');
    await at.user(commands());
    at.server.reply(call('floods', {})).reply(text('Hm.'));
    await run('--trust', '-y');
    assert.match(String(answer()?.error), /Error: It was ended because it printed more than \d+ bytes/);
  });

  it('says with file and line why there are none, and goes on', async () => {
    const cases: readonly [string, RegExp][] = [
      ['echo no', /"tools\.discoveryCommand": It did not print JSON/],
      ['exit 4', /"tools\.discoveryCommand" failed\. Exit Code: 4\./],
      ['echo broken >&2; exit 1', /Exit Code: 1\. broken/],
      ['yes', /printed more than/],
      [`echo '[{"name":"a b"}]'`, /\[0\]: "name" must be/],
      ['', /It printed nothing/],
    ];
    await at.user(commands());
    for (const [script, message] of cases) {
      await scripts(script);
      at.server.reply(text('Hi.'));
      const { code, err } = await run('--trust');
      assert.equal(code, 0);
      assert.match(err, message);
      assert.match(err, /settings\.json:1: /);
    }
    await at.user({ tools: { discoveryCommand: 'echo []' } });
    at.server.reply(text('Hi.'));
    assert.match((await run('--trust')).err, /"tools\.callCommand" is not set/);
  });

  it('runs a project’s command only where the folder is trusted', async () => {
    await scripts();
    await at.workspace({ tools: { discoveryCommand: 'touch ../canary; echo []', callCommand: 'true' } });
    at.server.reply(text('Hi.')).reply(text('Hi.'));
    await run();
    assert.equal(await exists('home/canary'), false);
    await run('--trust');
    assert.equal(await exists('home/canary'), true);
  });

  it('need no script where a rule allows the commands, and only those', async () => {
    await at.scratch.put('home/bin/termux-battery-status', '#!/bin/sh\necho 80\n');
    await chmod(at.scratch.absolute('home/bin/termux-battery-status'), 0o755);
    await at.scratch.put(
      'home/.gemini/policies/termux.toml',
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["termux-battery-status"]\ndecision = "allow"\npriority = 200\n',
    );
    const place = at.with();
    const PATH = `${at.scratch.absolute('home/bin')}:${process.env.PATH}`;
    const shell = (command: string) => call('run_shell_command', { command });
    at.server.reply(shell('termux-battery-status')).reply(shell('termux-battery-status; touch x')).reply(text('80'));
    await runCommand(['-p', 'Hi', '--trust'], { ...place, env: { ...place.env, PATH } });
    const answers = at.server.requests.slice(1).map(({ functionResponses }) => functionResponses.at(-1)?.response);
    assert.match(String(answers[0]?.output), /Output: 80/);
    assert.ok(answers[1]?.error !== undefined);
    assert.equal(await exists('home/work/x'), false);
  });

  it('gives the commands no secrets', async () => {
    await scripts('echo "[{\\"name\\":\\"key_$GEMINI_API_KEY\\"}]"');
    await at.user(commands());
    at.server.reply(text('Hi.'));
    await run('--trust');
    assert.deepEqual(declared(), ['discovered_tool_key_']);
  });
});
