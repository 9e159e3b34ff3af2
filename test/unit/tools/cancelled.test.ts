import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { UtilityReply } from '../../../src/agent/ports/utilityModel';
import type { WebPage } from '../../../src/agent/ports/web';
import { ToolScheduler } from '../../../src/agent/calls/toolScheduler';
import { createDiskProcesses, type DiskProcesses } from '../../../src/node/process/backgroundProcesses';
import { createDiskFileWriter } from '../../../src/node/files/diskFileWriter';
import { createDiskTerminal } from '../../../src/node/process/diskTerminal';
import { createDiskWorkspace } from '../../../src/node/files/diskWorkspace';
import { approve, deciding } from '../../support/approve';
import type { AgentEvent, ToolCallState } from '../../../src/shared/events';
import type { ToolResult } from '../../../src/shared/messages';
import { builtinTools } from '../../../src/tools/index';
import { noOutputFiles } from '../../support/idlePorts';
import { isAlive } from '../../support/isAlive';
import { Scratch } from '../../support/scratch';

type Moment = 'awaitingApproval' | 'executing' | 'output';

const ENDS: readonly ToolCallState[] = ['success', 'error', 'rejected', 'cancelled'];
const BEFORE = 'one\n'.repeat(20_000);
const AFTER = 'two\n'.repeat(20_000);

/** A call of each tool that would take effect, and the files that it could leave behind, each as it is when it is whole. */
const CALLS: Readonly<
  Record<string, { args: Readonly<Record<string, unknown>>; writes?: Readonly<Record<string, string>> }>
> = {
  list_directory: { args: { dir_path: '.' } },
  read_file: { args: { file_path: 'a.txt' } },
  read_many_files: { args: { include: ['**/*'] } },
  glob: { args: { pattern: '**/*' } },
  search_file_content: { args: { pattern: 'one' } },
  replace: {
    args: { file_path: 'a.txt', old_string: BEFORE, new_string: AFTER, instruction: 'Count on.' },
    writes: { 'a.txt': AFTER },
  },
  write_file: { args: { file_path: 'new/b.txt', content: AFTER }, writes: { 'new/b.txt': AFTER } },
  run_shell_command: { args: { command: 'echo $$; sleep 60 & echo $!; wait' } },
  list_background_processes: { args: {} },
  read_background_output: { args: { pid: 1, delay_ms: 60_000 } },
  kill_background_process: { args: { pid: 1 } },
  web_fetch: { args: { prompt: 'Sum up https://example.com/' } },
  google_web_search: { args: { query: 'tides' } },
  save_memory: { args: { fact: 'Tea, not coffee.' }, writes: { '.gemini/GEMINI.md': 'Tea, not coffee.' } },
  write_todos: { args: { todos: [{ description: 'Look', status: 'pending' }] } },
  ask_user: { args: { questions: [{ question: 'Which?', header: 'Which', type: 'text' }] } },
  enter_plan_mode: { args: {} },
  exit_plan_mode: { args: { plan: '# The plan' } },
};

describe('A tool that is cancelled', () => {
  let scratch: Scratch;
  let processes: DiskProcesses;
  let events: AgentEvent[];
  let output: string;

  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('a.txt', BEFORE);
    processes = createDiskProcesses();
    events = [];
    output = '';
  });
  afterEach(async () => {
    await processes.dispose();
    await scratch.close();
  });

  /** Runs one call and cancels it when it has come to `moment`. */
  async function cancelAt(moment: Moment, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const workspace = createDiskWorkspace({
      folders: [scratch.path],
      memoryFile: scratch.absolute('.gemini/GEMINI.md'),
    });
    const scheduler: ToolScheduler = new ToolScheduler({
      tools: () => builtinTools,
      workspace,
      files: createDiskFileWriter(workspace),
      terminal: createDiskTerminal(),
      processes,
      outputFiles: noOutputFiles,
      web: {
        check: url => ({ url, isPublic: true }),
        admit: () => undefined,
        fetch: (_, signal) => whenAborted<WebPage>(signal),
      },
      model: { ask: (_, signal) => whenAborted<UtilityReply>(signal) },
      setMode: () => undefined,
      decide: deciding(() => ({
        decision: moment === 'awaitingApproval' ? 'ask' : 'allow',
        reason: { kind: 'edit' },
      })),
      ask: (_, signal) => whenAborted(signal),
      emit: event => {
        events.push(event);
        if (event.type === 'tool-output') output += event.text;
        const isThere =
          event.type === 'tool-state' ? event.state === moment : moment === 'output' && /\d+\s+\d+\s/.test(output);
        if (isThere) setImmediate(() => scheduler.cancel('call'));
      },
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    const [result, ...more] = await scheduler.run([{ id: 'call', name, args }], new AbortController().signal);
    assert.ok(result);
    assert.deepEqual(more, []);
    return result;
  }

  const ends = () =>
    events.flatMap(event => (event.type === 'tool-state' && ENDS.includes(event.state) ? [event.state] : []));
  const filesThere = async () => {
    const entries = await readdir(scratch.path, { recursive: true, withFileTypes: true });
    return entries
      .filter(entry => entry.isFile())
      .map(entry => `${entry.parentPath}/${entry.name}`.slice(scratch.path.length + 1));
  };
  const textOf = async (path: string) => (await scratch.bytes(path))?.toString();

  it('is here, whichever it is', () => {
    assert.deepEqual(
      Object.keys(CALLS),
      builtinTools.map(({ name }) => name),
    );
  });

  for (const [name, { args, writes = {} }] of Object.entries(CALLS)) {
    it(`has done nothing if nobody had agreed yet: ${name}`, async () => {
      const { status } = await cancelAt('awaitingApproval', name, args);
      assert.deepEqual([status, ends()], ['cancelled', ['cancelled']]);
      assert.deepEqual(await filesThere(), ['a.txt']);
      assert.equal(await textOf('a.txt'), BEFORE);
    });

    it(`ends once, and leaves nothing by halves: ${name}`, async () => {
      const open = openHandles();
      const { status } = await cancelAt('executing', name, withPid(args, await background(name)));
      assert.deepEqual(ends(), [status]);
      assert.ok(status === 'cancelled' || status === 'success', status);
      for (const path of await filesThere()) {
        const text = await textOf(path);
        const whole = writes[path];
        if (path !== 'a.txt' || text !== BEFORE) assert.ok(whole !== undefined && text?.includes(whole), path);
      }
      await processes.dispose();
      // A pipe is closed a moment after the process at its other end.
      for (const until = Date.now() + 5000; openedSince(open).length > 0 && Date.now() < until;) {
        await new Promise(resolve => setImmediate(resolve));
      }
      assert.deepEqual(openedSince(open), []);
    });
  }

  it('leaves none of the processes of a command', async () => {
    const { status, content } = await cancelAt('output', 'run_shell_command', CALLS.run_shell_command?.args ?? {});
    const pids = output.trim().split(/\s+/).map(Number);
    assert.equal(pids.length, 2);
    assert.deepEqual(pids.map(isAlive), [false, false]);
    assert.deepEqual([status, ends()], ['cancelled', ['cancelled']]);
    assert.match(content, /^Command was cancelled by the user/);
  });

  /** A process for the tools that are about one. */
  async function background(name: string): Promise<number | undefined> {
    if (!/^(?:read_background_output|kill_background_process)$/.test(name)) return undefined;
    const command = approve({ kind: 'command', command: 'sleep 60', cwd: scratch.path });
    const started = await processes.start(command);
    return 'pid' in started ? started.pid : assert.fail(started.error);
  }
});

function withPid(args: Readonly<Record<string, unknown>>, pid: number | undefined): Readonly<Record<string, unknown>> {
  return pid === undefined ? args : { ...args, pid };
}

/** Processes, pipes, sockets and pending work on files; timers and what the terminal of the test run has are not counted. */
function openHandles(): readonly string[] {
  return process.getActiveResourcesInfo().filter(each => /^(?:Process|Pipe|FS|TCP)/.test(each));
}

/** What is open now and was not then; what an earlier test left may be closed meanwhile. */
function openedSince(then: readonly string[]): readonly string[] {
  const old = [...then];
  return openHandles().filter(each => {
    const index = old.indexOf(each);
    if (index >= 0) old.splice(index, 1);
    return index < 0;
  });
}

function whenAborted<T>(signal: AbortSignal): Promise<T> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Error('aborted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
