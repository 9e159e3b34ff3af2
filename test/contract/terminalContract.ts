import assert from 'node:assert/strict';
import type { Terminal } from '../../src/agent/ports/terminal';
import { approve } from '../../src/policy/approve';

export interface TerminalPlace {
  readonly terminal: Terminal;
  /** A directory to run in. */
  readonly cwd: string;
  close(): Promise<void>;
}

/** The rules of the `Terminal` port, with commands that every shell has: echo, sleep and exit. */
export function describeTerminal(name: string, make: () => Promise<TerminalPlace>): void {
  describe(`${name}, as a terminal`, () => {
    let place: TerminalPlace;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.close());

    const run = (command: string, onOutput: (text: string) => void, signal = new AbortController().signal) => {
      const proposal = { kind: 'command', command, cwd: place.cwd } as const;
      return place.terminal.run(approve(proposal, { decision: 'accept' }), onOutput, signal);
    };
    const plain = (text: string) => text.replaceAll('\r\n', '\n');

    it('gives output and exit code, and the output live as well', async () => {
      let live = '';
      const result = await run('echo one; echo two', text => (live += text));
      assert.equal(plain(result.output), 'one\ntwo\n');
      assert.equal(plain(live), 'one\ntwo\n');
      assert.deepEqual([result.exitCode, result.signal, result.error], [0, null, undefined]);
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
  });
}
