// What holds whatever happens, and where it is held:
//   I1 a stop ends the run at once and leaves no process behind    here; every tool: unit/tools/cancelled
//   I2 no effect twice, none after a stop; one outcome a call      here; unit/agent/toolScheduler
//   I3 what is sent pairs each call with one result                here (the server refuses others); fuzz/sentHistory, fuzz/cutSession
//   I4 the event loop is never held for long                       here, for large answers; bench parts and panel for the figures
//   I5 no fault takes memory without end                           here, for faults in a row; bench endurance
//   I6 nothing is rejected unheard, an error names its cause       here; unit/gemini/failures, browser/faults
//   I7 no byte beside the intended change is altered               here, for stops; fuzz/replaceText, unit/node/editsOnDisk
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileWriter } from '../../../../src/agent/ports/fileWriter';
import { createUtilityModel } from '../../../../src/gemini/utilityModel';
import { createDiskTerminal } from '../../../../src/node/process/diskTerminal';
import type { AgentEvent } from '../../../../src/shared/events';
import { isEnd } from '../../../../src/shared/chatState';
import { fuzzRuns } from '../../../support/fuzzRuns';
import { apiError } from '../../../support/gemini/errors';
import { randomNumbers } from '../../../support/gemini/packets';
import { call, cut, hang, text, thought, unfinished, type Reply } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { watchLoop } from '../../../support/loopBlocks';
import { runTool } from '../../../support/runTool';
import { testPolicy } from '../../../support/testPolicy';
import { createTestSession, loopbackGenerator, noteTools, type TestSessionOptions } from '../../../support/testSession';

/** How often each scenario is stopped; the instants are others in each run. */
const INSTANTS = fuzzRuns(15);
/** INVARIANTS_SEED repeats the instants of a run that failed. */
const SEED = Number(process.env.INVARIANTS_SEED ?? Date.now() % 1e6);
const IDLE_MS = 300;
const GONE_MS = 2000;
const BLOCK_MS = 100;
const BLOCK_P99_MS = 50;
/** Without repetitions; about 3,000 tokens. */
const LONG = Array.from({ length: 1000 }, (_, i) => `word-${1000 + i} `).join('');

interface Scenario {
  readonly name: string;
  readonly options: (server: GeminiServer) => Omit<TestSessionOptions, 'url'>;
  readonly replies: readonly Reply[];
  /** The event with which there is nothing more to wait for: it ends, or hangs. */
  readonly last: (event: AgentEvent) => boolean;
  readonly before?: (test: ReturnType<typeof createTestSession>) => Promise<void>;
}

/** Stands in the arguments of every process that a test starts, and of no other. */
const MARK = `86${process.pid}.25`;
const hangs = (_ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
const isFinished = ({ type }: AgentEvent) => type === 'run-finished';
const read = (name: string) => call('read_note', { name });
const write = (name: string) => call('write_note', { name, text: `${name}, written` });

const scenarios: readonly Scenario[] = [
  {
    name: 'a run that thinks, answers, reads and edits',
    options: () => ({ startMode: 'autoEdit' }),
    replies: [
      [thought('**Looking**\n\nI look.'), text(LONG.slice(0, 600), { chunkSize: 40 }), read('a'), read('b')],
      [write('a'), write('b')],
      [text('One more.'), write('c'), read('c')],
      text(LONG.slice(0, 600), { chunkSize: 40 }),
    ],
    last: isFinished,
  },
  {
    name: 'a wait before a request is sent again',
    options: ({ url }) => ({ generator: loopbackGenerator(url, hangs) }),
    replies: [read('a'), apiError(503)],
    last: ({ type }) => type === 'retry',
  },
  {
    name: 'a service that falls silent',
    options: () => ({}),
    replies: [
      [text(LONG.slice(0, 400), { chunkSize: 40 }), read('a')],
      [text('And then '), hang()],
    ],
    last: event => event.type === 'delta' && event.text === 'And then ',
  },
  {
    name: 'a question about a change',
    options: () => ({}),
    replies: [[read('a'), write('a'), write('b')]],
    last: ({ type }) => type === 'approval-requested',
  },
  {
    name: 'a command that runs, with children',
    options: () => ({ startMode: 'yolo', terminal: createDiskTerminal(), tools: [...noteTools, runTool] }),
    replies: [[write('a'), call('run', { command: `sleep ${MARK} & echo on; sleep ${MARK}; wait` })]],
    last: ({ type }) => type === 'tool-output',
  },
  {
    name: 'a conversation that is being summed up',
    options: server => ({
      inputLimit: () => (server.requests.length < 3 ? 1e6 : 13_000),
      utilityModel: utilityModelOf(server),
    }),
    before: async test => {
      for (const each of ['One', 'Two', 'Three']) await test.say(`${each}. ${LONG}`);
    },
    replies: [read('a')],
    last: ({ type }) => type === 'compressing',
  },
];

function utilityModelOf({ url }: GeminiServer) {
  return createUtilityModel({
    generator: loopbackGenerator(url),
    settings: () => ({ model: 'small', generation: {} }),
    newId: () => 'id',
    now: () => 0,
  });
}

/** Keeps the names of the notes in the order in which they are written. */
function countedNotes(): FileWriter & { readonly written: readonly string[] } {
  const written: string[] = [];
  return {
    written,
    writeAll: () => Promise.reject(new Error('No test here writes several notes at once.')),
    write: async ({ path, after }) => {
      await nextTurn();
      written.push(path);
      return { text: after, isSaved: true };
    },
  };
}

/** Runs a scenario; calls `atEvent` with the number of each event of it, and with what stops it. */
async function play(scenario: Scenario, atEvent: (count: number, event: AgentEvent, stop: () => void) => void) {
  await using server = await startGeminiServer();
  let isOver = false;
  server.respond(({ method }) => {
    if (isOver) return text('Fine.');
    return method === 'generateContent' ? hang({ before: 'headers' }) : undefined;
  });
  const notes = countedNotes();
  const test = createTestSession({ url: server.url, files: notes, ...scenario.options(server) });
  await scenario.before?.(test);
  server.replies(scenario.replies);
  let stoppedAt: number | undefined;
  let count = 0;
  const begun = test.events.length;
  test.session.subscribe(event =>
    atEvent(++count, event, () => {
      stoppedAt ??= performance.now();
      test.session.stop();
    }),
  );
  const { reason } = await test.say('Do it.');
  const idleMs = stoppedAt === undefined ? 0 : performance.now() - stoppedAt;
  isOver = true;
  const events = test.events.slice(begun);
  const written = [...notes.written];
  for (let i = 0; i < 5; i++) await nextTurn();
  assert.deepEqual(notes.written, written, 'I2: nothing is written once the run has ended');
  const { isRunning, approvals, live } = test.session.state;
  assert.deepEqual({ isRunning, approvals, live }, { isRunning: false, approvals: [], live: undefined });
  const after = await test.say('Go on.');
  assert.equal(after.reason, 'done', 'the chat can be gone on with');
  assert.deepEqual(
    server.requests.map(({ refused }) => refused).filter(each => each !== undefined),
    [],
    'I3: the service takes every history',
  );
  assert.deepEqual(test.errors, [], 'I6: nothing is taken for a bug');
  return { reason, events, written, idleMs };
}

/** Each call that was shown has come to one end, and no note was written twice. */
function assertOneOutcome(events: readonly AgentEvent[], written: readonly string[]): void {
  const states = events.filter(event => event.type === 'tool-state');
  const ends = states.filter(({ state }) => isEnd(state)).map(({ callId }) => callId);
  assert.deepEqual(ends.toSorted(), [...new Set(states.map(({ callId }) => callId))].sort(), 'I2: one outcome a call');
  const results = events.flatMap(event =>
    event.type === 'message' && event.message.role === 'tool' ? event.message.results : [],
  );
  assert.equal(new Set(results.map(({ callId }) => callId)).size, results.length, 'I3: one result a call');
  assert.equal(new Set(written).size, written.length, 'I2: no effect comes twice');
}

async function areGone(): Promise<boolean> {
  const until = performance.now() + GONE_MS;
  while (execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(MARK)) {
    if (performance.now() > until) return false;
    await nextTurn();
  }
  return true;
}

for (const [index, scenario] of scenarios.entries()) {
  describe(`${scenario.name}, stopped at any instant,`, () => {
    it(`is idle at once, has no effect twice or later, and can be gone on with (seed ${SEED})`, async () => {
      const random = randomNumbers(SEED + index);
      let length = 0;
      await play(scenario, (count, event, stop) => {
        if (!scenario.last(event) || length > 0) return;
        length = count;
        stop();
      });
      assert.ok(length > 0);
      for (let i = 0; i < INSTANTS; i++) {
        const [at, turns] = [1 + Math.floor(random() * length), Math.floor(random() * 6)];
        const stopped = () =>
          play(scenario, (count, _event, stop) => {
            if (count === at) void stopAfter(turns, stop);
          });
        const { reason, events, written, idleMs } = await stopped();
        const isTooLate = scenario.last === isFinished && reason === 'done';
        assert.ok(reason === 'cancelled' || isTooLate, `${reason}, stopped at event ${at} and ${turns} turns`);
        assertOneOutcome(events, written);
        // A machine that does something else meanwhile must not fail it: the best of three at the same instant counts.
        let best = idleMs;
        for (let again = 0; again < 2 && best > IDLE_MS; again++) best = Math.min(best, (await stopped()).idleMs);
        assert.ok(best <= IDLE_MS, `I1: idle after ${best} ms, stopped at event ${at} and ${turns} turns`);
      }
      assert.ok(await areGone(), 'I1: no process is left');
    }).timeout(60_000);
  });
}

async function stopAfter(turns: number, stop: () => void): Promise<void> {
  for (let i = 0; i < turns; i++) await nextTurn();
  stop();
}

describe('Whatever the service does,', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  it('the event loop is not held while a large answer comes in and is folded', async () => {
    const blocks: { readonly max: number; readonly p99: number }[] = [];
    // The first time counts least: modules are loaded then. The best of three is what the code itself takes.
    const isFine = () => blocks.some(({ max, p99 }) => max <= BLOCK_MS && p99 <= BLOCK_P99_MS);
    while (blocks.length < 3 && !isFine()) {
      server.reply(text('word '.repeat(100_000), { chunkSize: 2000 }));
      const test = createTestSession({ url: server.url, detectLoops: false });
      const loop = watchLoop();
      assert.equal((await test.say('Hi')).reason, 'done');
      blocks.push(loop.end());
    }
    assert.ok(isFine(), `I4: ${JSON.stringify(blocks)} ms`);
  });

  it('faults in a row take no memory, and each says what it was in a sentence', async () => {
    const faults: readonly Reply[] = [
      apiError(500),
      [text(LONG), cut()],
      [text(LONG), unfinished()],
      apiError(400, { message: 'The request is not valid.' }),
      cut({ before: 'headers' }, { isReset: true }),
    ];
    let turn = 0;
    server.respond(() => faults[turn % faults.length]);
    const before = process.memoryUsage().rss;
    for (; turn < 50; turn++) {
      const test = createTestSession({ url: server.url });
      assert.equal((await test.say('Hi')).reason, 'failed');
      const notice = test.session.state.messages.findLast(message => message.role === 'notice');
      assert.match(notice?.text ?? '', /^[A-Z][^\n]+\.$/, 'I6');
      assert.ok((notice?.actions?.length ?? 0) > 0, 'I6: and what to do next');
    }
    const grown = (process.memoryUsage().rss - before) / 1e6;
    assert.ok(grown <= 150, `I5: ${grown} MB`);
  }).timeout(30_000);
});

describe('A command that is stopped while it writes,', () => {
  it('has changed no file but its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    try {
      await writeFile(join(folder, 'theirs.txt'), LONG);
      await using server = await startGeminiServer();
      server.reply(
        call('run', { command: `echo mine > ${folder}/own.txt; echo on; sleep ${MARK}; echo > ${folder}/late` }),
      );
      const tools = [runTool];
      const policy = testPolicy({ mode: () => 'yolo', folders: () => [folder] });
      const test = createTestSession({ url: server.url, policy, terminal: createDiskTerminal(), tools });
      const run = test.say('Do it.');
      await test.event('tool-output');
      test.session.stop();
      assert.equal((await run).reason, 'cancelled');
      assert.ok(await areGone());
      assert.deepEqual((await readdir(folder)).sort(), ['own.txt', 'theirs.txt'], 'I2: nothing after the stop');
      assert.equal(await readFile(join(folder, 'theirs.txt'), 'utf8'), LONG, 'I7');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
