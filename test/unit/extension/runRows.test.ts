import assert from 'node:assert/strict';
import { rowsBelow, rowsOfRuns } from '../../../src/extension/runs/runRows';
import type { Run, Step } from '../../../src/sessions/runs/run';

const usage = { input: 1000, output: 100, cached: 800, thoughts: 0, total: 1100, cost: 0.012 };
const options = { now: 60_000, language: 'en' };
const step = (kind: Step['kind'], more: Partial<Step> = {}): Step => ({
  ...{ kind, name: 'replace', startedAt: 1500, endedAt: 3500, status: 'success' },
  ...more,
});
const run = (more: Partial<Run> = {}): Run => ({
  ...{ number: 1, prompt: 'Fix it', startedAt: 1000, endedAt: 11_000, reason: 'done', steps: [], usage },
  ...more,
});

describe('The rows of runs', () => {
  it('have the newest run first, with what it took', () => {
    const rows = rowsOfRuns([run(), run({ number: 2, prompt: '', reason: 'budget' })], options);
    assert.deepEqual(
      rows.map(({ id, label, description, icon, expands }) => ({ id, label, description, icon, expands })),
      [
        {
          ...{ id: 'run-2', label: 'Run 2', icon: 'warning', expands: 'expanded' },
          description: 'budget used up · 10s · 1.1K tokens · 80% cached · $0.01',
        },
        {
          ...{ id: 'run-1', label: 'Fix it', icon: 'pass', expands: 'collapsed' },
          description: '10s · 1.1K tokens · 80% cached · $0.01',
        },
      ],
    );
  });

  it('say where the time went', () => {
    const [row] = rowsOfRuns([run({ steps: [step('request'), step('tool'), step('waiting')] })], options);
    assert.match(row?.tooltip ?? '', /Took 10s: models 2s, tools 2s, waiting for you 2s/);
    assert.match(row?.tooltip ?? '', /1,000 in \(800 cached\), 100 out/);
  });

  it('have a row for each step, after how long it began and how long it took', () => {
    const steps = [
      step('request', { name: 'flash', usage }),
      step('tool', { title: 'Edit a.ts', status: 'rejected', startedAt: 4000, endedAt: 4000 }),
      step('waiting', { title: 'Edit a.ts' }),
      step('job', { name: 'classifier', model: 'lite' }),
      step('request', { name: 'flash', status: 'error', failure: { kind: 'overloaded', status: 503 } }),
    ];
    const [row] = rowsOfRuns([run({ steps })], options);
    assert.ok(row);
    const rows = rowsBelow(row, options);
    assert.deepEqual(
      rows.map(({ label, description, icon }) => `${icon}: ${label}: ${description}`),
      [
        'cloud: flash: 2s · 1.1K tokens · 80% cached · $0.01 · after 0.5s',
        'circle-slash: Edit a.ts: rejected · 0s · after 3s',
        'account: Waiting for you: Edit a.ts: 2s · after 0.5s',
        'sparkle: Model selection by lite: after 0.5s',
        'error: flash: failed (overloaded 503) · 2s · after 0.5s',
      ],
    );
    assert.equal(rows[0]?.readAs, 'Request to flash');
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });

  it('go on counting while a step does, and expand what an agent did', () => {
    const { endedAt: _open, ...open } = step('tool', { status: 'running', steps: [step('request')] });
    const { endedAt: _end, reason: _reason, ...going } = run({ steps: [open] });
    const [row] = rowsOfRuns([going], options);
    assert.ok(row);
    assert.match(row.description ?? '', /^running · 59s/);
    const [agent] = rowsBelow(row, options);
    assert.ok(agent);
    assert.equal(agent.expands, 'collapsed');
    assert.match(agent.description ?? '', /^running · 59s/);
    assert.equal(rowsBelow(agent, options).length, 1);
  });
});
