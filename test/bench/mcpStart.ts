import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServers } from '../../src/mcp/mcpServers';
import { McpToolSource } from '../../src/mcp/tools/mcpToolSource';
import { waitFor } from '../../src/node/wait';
import { configOf } from '../support/fakeMcp';
import { silentLog } from '../support/idlePorts';
import { chaosRow, connect, stdioRow } from '../support/mcp/mcpPlace';
import type { Metric } from './metric';

const SERVERS = 10;
const PATIENCE_MS = 5000;

/** What ten servers delay a first prompt by: as long as the slowest of them takes, and 5 seconds where that one is silent. */
export async function measureMcpStart(report: (...metrics: Metric[]) => void): Promise<void> {
  const rows = Array.from({ length: SERVERS }, () => stdioRow());
  const all = await firstPrompt(rows);
  // On a busy machine the patience may be over first.
  const due = all.connected === SERVERS ? all.slowest : PATIENCE_MS;
  const late = await firstPrompt([...rows.slice(1), chaosRow('silent')]);
  report(
    { name: 'mcp: the slowest of ten servers', value: all.slowest, unit: 'ms' },
    { name: 'mcp: a first prompt beyond the slowest of ten', value: all.waited - due, unit: 'ms', limit: 100 },
    {
      name: 'mcp: a first prompt beyond 5 s of a silent one',
      value: late.waited - PATIENCE_MS,
      unit: 'ms',
      limit: 100,
    },
    { name: 'mcp: a second prompt with a silent one', value: late.again, unit: 'ms', limit: 100 },
    { name: 'mcp: servers without a place in that prompt', value: SERVERS - 1 - late.connected, unit: '' },
  );
}

interface Start {
  /** By the list of tools. */
  readonly waited: number;
  readonly again: number;
  /** Of those that have answered, from the start of all to its lists. */
  readonly slowest: number;
  readonly connected: number;
}

async function firstPrompt(rows: readonly object[]): Promise<Start> {
  const began = performance.now();
  const since = () => performance.now() - began;
  let slowest = 0;
  const kept = mkdtempSync(join(tmpdir(), 'mcp-start-'));
  const configs = rows.map((row, i) => configOf(`server${i}`, { ...row, cwd: kept }));
  const servers = new McpServers({
    connect,
    resolve: async config => config,
    requests: { roots: () => [] },
    wait: waitFor,
    now: Date.now,
    log: silentLog,
    configs: async () => configs,
    admit: async () => 'ok',
    isDisabled: () => false,
    setDisabled: () => undefined,
  });
  const known = new Set<string>();
  servers.onChange(() => {
    for (const { name, state } of servers.all) {
      if (state !== 'connected' || known.has(name)) continue;
      known.add(name);
      slowest = since();
    }
  });
  const source = new McpToolSource({ servers, onUnused: () => undefined });
  try {
    await source.list();
    const waited = since();
    const connected = known.size;
    await source.list();
    return { waited, again: since() - waited, slowest, connected };
  } finally {
    await servers.close();
  }
}
