import assert from 'node:assert/strict';
import { runsAsJson } from '../../../../src/sessions/runs/exportRuns';
import { timesOf, type Run } from '../../../../src/sessions/runs/run';
import { RunTimeline } from '../../../../src/sessions/runs/runTimeline';
import type { AgentEvent } from '../../../../src/shared/events';
import type { Message } from '../../../../src/shared/messages';

const usage = { input: 100, output: 10, cached: 80, thoughts: 5, total: 115, cost: 0.01 };
const message = (message: Message): AgentEvent => ({ type: 'message', message });
const asked = (at: number, text: string) =>
  message({ id: `u${at}`, at, role: 'user', parts: [{ type: 'text', text }] });
const request = (at: number, id = `a${at}`) => message({ id, at, role: 'assistant', model: 'flash', parts: [] });
const answered = (at: number, id: string): AgentEvent => ({
  type: 'message-finished',
  messageId: id,
  end: 'stop',
  at,
  usage,
});
const call = (at: number, state: Extract<AgentEvent, { type: 'tool-state' }>['state'], callId = 'c'): AgentEvent => ({
  type: 'tool-state',
  ...{ callId, state, at },
  ...(state === 'validating' && { name: 'replace', title: 'Edit a.ts' }),
});

const EDIT: readonly AgentEvent[] = [
  asked(1000, 'Change  it\nplease'),
  { type: 'run-started', at: 1000 },
  request(1010, 'a'),
  answered(2010, 'a'),
  call(2010, 'validating'),
  call(2020, 'awaitingApproval'),
  { type: 'approval-settled', callId: 'c', verdict: { decision: 'accept' } },
  call(7020, 'executing'),
  call(7120, 'success'),
  request(7130, 'b'),
  answered(8130, 'b'),
  { type: 'run-finished', reason: 'done', at: 8140 },
];

const runsOf = (events: readonly AgentEvent[]): readonly Run[] => {
  const timeline = new RunTimeline();
  for (const event of events) timeline.take(event);
  return timeline.runs;
};
const outline = ({ steps }: Pick<Run, 'steps'>) =>
  steps.map(({ kind, name, startedAt, endedAt, status }) => `${kind} ${name} ${startedAt}-${endedAt} ${status}`);

describe('The timeline of runs', () => {
  it('has requests, tools and the waiting for the user, each with its time', () => {
    const [run] = runsOf(EDIT);
    assert.ok(run);
    assert.deepEqual(outline(run), [
      'request flash 1010-2010 success',
      'waiting replace 2020-7020 success',
      'tool replace 7020-7120 success',
      'request flash 7130-8130 success',
    ]);
    assert.deepEqual([run.number, run.prompt, run.reason, run.endedAt], [1, 'Change it please', 'done', 8140]);
    assert.deepEqual(timesOf(run, 0), { total: 7140, request: 2000, tool: 100, waiting: 5000 });
    assert.equal(run.usage.total, 230);
    assert.equal(run.usage.cached, 160);
  });

  it('is the same whether events come one by one or from the file, as JSON', () => {
    const stored = EDIT.map(event => JSON.parse(JSON.stringify(event)) as AgentEvent);
    assert.equal(JSON.stringify(runsOf(stored)), JSON.stringify(runsOf(EDIT)));
  });

  it('goes on while a run does', () => {
    const [run] = runsOf(EDIT.slice(0, 8));
    assert.ok(run);
    assert.equal(run.reason, undefined);
    assert.equal(outline(run)[2], 'tool replace 7020-undefined running');
    assert.equal(timesOf(run, 9000).tool, 1980);
  });

  it('ends what a closed window has cut where it was last seen', () => {
    const cut: AgentEvent[] = [
      ...EDIT.slice(0, 6),
      message({ id: 't', at: 900_000, role: 'tool', results: [] }),
      { type: 'run-finished', reason: 'cancelled', at: 900_000 },
    ];
    const [run] = runsOf(cut);
    assert.ok(run);
    assert.equal(run.endedAt, 2020);
    assert.deepEqual(outline(run).slice(1), [
      'waiting replace 2020-2020 cancelled',
      'tool replace 2010-2020 cancelled',
    ]);
  });

  it('tells an answer that is void from the one that counts, with what both took', () => {
    const retry = { type: 'retry', messageId: 'a', attempt: 2, maxAttempts: 4, at: 1500, delayMs: 100 } as const;
    const failure = { kind: 'overloaded', status: 503 };
    const [run] = runsOf([
      { type: 'run-started', at: 1000 },
      request(1010, 'a'),
      { ...retry, reason: 'Busy.', failure, usage, model: 'lite' },
      answered(2010, 'a'),
    ]);
    assert.ok(run);
    assert.deepEqual(outline(run), ['request flash 1010-1500 void', 'request lite 1600-2010 success']);
    assert.deepEqual(run.steps[0]?.failure, failure);
    assert.equal(run.usage.total, 230);
  });

  it('has agents below the call that set them to work, and jobs and compaction in their place', () => {
    const inner = (event: AgentEvent): AgentEvent => ({ type: 'agent', callId: 'c', event });
    const [run] = runsOf([
      { type: 'run-started', at: 1000 },
      { type: 'asked', job: 'classifier', model: 'lite', usage },
      { type: 'compressing' },
      { type: 'compressed', compacted: {}, usage },
      call(1100, 'validating'),
      call(1100, 'executing'),
      { type: 'agent-started', callId: 'c', agent: { name: 'helper', title: 'Helper' } },
      inner({ type: 'run-started', at: 1110 }),
      inner(request(1120, 'i')),
      inner(answered(1220, 'i')),
      inner({ type: 'run-finished', reason: 'done', at: 1230 }),
      call(1240, 'success'),
    ]);
    assert.ok(run);
    assert.deepEqual(outline(run), [
      'job classifier 1000-1000 success',
      'compaction compaction 1000-1000 success',
      'tool replace 1100-1240 success',
    ]);
    assert.deepEqual(outline({ steps: run.steps[2]?.steps ?? [] }), ['request flash 1120-1220 success']);
    assert.equal(run.steps[2]?.usage?.total, 115);
    assert.equal(run.usage.total, 345);
  });

  it('numbers runs, and keeps nothing of answers and results', () => {
    const secret = 'text of an answer';
    const runs = runsOf([
      ...EDIT,
      { type: 'run-started', at: 9000 },
      request(9010, 'z'),
      { type: 'delta', messageId: 'z', text: secret },
      { type: 'run-finished', reason: 'failed', at: 9100 },
    ]);
    assert.deepEqual(
      runs.map(({ number, prompt, reason }) => [number, prompt, reason]),
      [
        [1, 'Change it please', 'done'],
        [2, '', 'failed'],
      ],
    );
    assert.ok(!runsAsJson({ id: 's', title: 'T' }, runs).includes(secret));
  });

  it('grows with its events and not faster', () => {
    // Work is counted, not time: an event may touch its own step only.
    const many = Array.from({ length: 2000 }, (_, i) => [request(i, `m${i}`), answered(i, `m${i}`)]).flat();
    const timeline = new RunTimeline();
    timeline.take({ type: 'run-started', at: 0 });
    let touched = 0;
    const counted = many.map(
      event => new Proxy(event, { get: (target, key) => (touched++, Reflect.get(target, key) as unknown) }),
    );
    for (const event of counted) timeline.take(event);
    assert.ok(touched < many.length * 30, `${touched} reads of ${many.length} events`);
    assert.equal(timeline.runs[0]?.steps.length, 2000);
  });
});

describe('Exported runs', () => {
  it('are JSON without what is shaped like a key', () => {
    const key = `AIza${'x'.repeat(35)}`;
    const text = runsAsJson({ id: 's', title: `Use ${key}` }, runsOf([asked(1, `Use ${key}`), ...EDIT.slice(1)]));
    const { format, runs } = JSON.parse(text) as { format: string; runs: Run[] };
    assert.equal(format, 'pollux-runs');
    assert.equal(runs[0]?.steps.length, 4);
    assert.ok(!text.includes(key));
  });
});
