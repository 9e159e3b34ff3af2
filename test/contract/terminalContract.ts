import assert from 'node:assert/strict';
import type { OnInput, Terminal } from '../../src/agent/ports/terminal';
import { NotApproved } from '../../src/policy/approvals';
import { approve } from '../support/approve';

export interface TerminalPlace {
  readonly terminal: Terminal;
  /** A directory to run in. */
  readonly cwd: string;
  close(): Promise<void>;
}

export interface TerminalAbilities {
  /** A person can answer what a command asks. Shown with commands that only a real shell has. */
  readonly canAnswer: boolean;
}

/** The rules of the `Terminal` port, with commands that every shell has: echo, sleep and exit. */
export function describeTerminal(
  name: string,
  make: () => Promise<TerminalPlace>,
  { canAnswer }: TerminalAbilities = { canAnswer: false },
): void {
  describe(`${name}, as a terminal`, () => {
    let place: TerminalPlace;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.close());

    const never = new AbortController().signal;
    const run = (command: string, onOutput: (text: string) => void, signal = never, onInput?: OnInput) => {
      const proposal = { kind: 'command', command, cwd: place.cwd } as const;
      return place.terminal.run(approve(proposal), onOutput, signal, onInput);
    };
    const plain = (text: string) => text.replaceAll('\r\n', '\n');

    it('gives output and exit code, and the output live as well', async () => {
      let live = '';
      const result = await run('echo one; echo two', text => (live += text));
      assert.equal(plain(result.output), 'one\ntwo\n');
      assert.equal(plain(live), 'one\ntwo\n');
      assert.deepEqual([result.exitCode, result.signal, result.error], [0, null, undefined]);
    });

    it('runs nothing that was not approved', async () => {
      let live = '';
      const forged = { ...approve({ kind: 'command', command: 'echo a', cwd: place.cwd }), command: 'echo b' } as const;
      await assert.rejects(
        place.terminal.run(forged, text => (live += text), never),
        NotApproved,
      );
      assert.equal(live, '');
    });

    it('gives the exit code of a failure', async () => {
      const result = await run('echo before; exit 3', () => undefined);
      assert.deepEqual([plain(result.output), result.exitCode], ['before\n', 3]);
    });

    it('ends a command when it is aborted, and keeps what it printed', async () => {
      const controller = new AbortController();
      const result = await run('echo up; sleep 60; echo down', () => controller.abort(), controller.signal);
      assert.deepEqual([plain(result.output), result.exitCode], ['up\n', null]);
    });

    it('starts nothing when it is aborted before', async () => {
      const result = await run('echo up', () => undefined, AbortSignal.abort());
      assert.deepEqual([result.output, result.exitCode], ['', null]);
    });

    if (canAnswer) describeAnswers();
    else {
      it('never says that a command waits: there is nobody to answer', async () => {
        const onInput = () => assert.fail('Nobody is here.');
        assert.equal((await run('echo up; exit 0', () => undefined, never, onInput)).output.trim(), 'up');
      });
    }

    function describeAnswers(): void {
      const ask = async (command: string, answers: (string | null)[]) => {
        let live = '';
        const told: (string | null)[] = [];
        const onInput: OnInput = (awaited, write) => {
          told.push(awaited);
          if (awaited) assert.equal(write(answers.shift() ?? null), true);
        };
        const result = await run(command, text => (live += text), never, onInput);
        assert.equal(plain(live), plain(result.output));
        return { ...result, told, output: plain(result.output) };
      };

      it('says that a command waits at a prompt, and gives it what the person answers', async () => {
        const { output, inputs, told } = await ask('printf \'Name: \'; read name; echo "Hello $name"', ['Ada']);
        assert.equal(output, 'Name: > Ada\nHello Ada\n');
        assert.deepEqual(inputs, [{ kind: 'text', text: 'Ada' }]);
        assert.deepEqual(told, [null, 'text', null]);
      });

      it('tells a secret to nobody but the command', async () => {
        const command = 'printf \'Password: \'; read -s word; [ "$word" = hunter2 ] && echo right';
        const result = await ask(command, ['hunter2']);
        assert.equal(result.output, 'Password: > ••••\nright\n');
        assert.deepEqual([result.inputs, result.told], [[{ kind: 'secret' }], [null, 'secret', null]]);
        assert.doesNotMatch(JSON.stringify(result), /hunter2/);
      });

      // No other system tells who reads.
      const onLinux = process.platform === 'linux' ? it : () => undefined;
      onLinux('says that one waits which reads without a word, and can close its input', async () => {
        const { output, inputs, told } = await ask('cat; echo end', ['one', null]);
        assert.equal(output, '> one\none\nend\n');
        assert.deepEqual(inputs, [{ kind: 'text', text: 'one' }, { kind: 'closed' }]);
        assert.deepEqual(told, [null, 'text', null, 'text', null]);
      });

      it('takes nothing more once it is closed', async () => {
        let given: boolean[] = [];
        const onInput: OnInput = (_, write) => {
          if (given.length === 0) given = [write(null), write('late')];
        };
        const { inputs } = await run('echo up', () => undefined, never, onInput);
        assert.deepEqual([given, inputs], [[true, false], [{ kind: 'closed' }]]);
      });
    }
  });
}
