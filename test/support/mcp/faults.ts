// A server with a fault next to one without: what is said of the one, and that it costs the other nothing.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Via } from '../../../src/agent/ports/egress';
import type { McpServer } from '../../../src/mcp/mcpServer';
import type { McpServers } from '../../../src/mcp/mcpServers';
import { FIND_TOOL } from '../../../src/mcp/tools/findTools';
import { McpToolSource } from '../../../src/mcp/tools/mcpToolSource';
import { configOf, fakeServers } from '../fakeMcp';
import { isAlive } from '../isAlive';
import { ManualClock } from '../manualClock';
import { chaosRow, connectVia } from './mcpPlace';

const { signal } = new AbortController();

export interface Fault {
  /** The row of the server that has it. */
  readonly row: () => object | Promise<object>;
  /** Why it is not connected in the end; absent: it is. */
  readonly refused?: RegExp;
  /** What its call ends with: an error, or the text of an answer; absent: it is not called. */
  readonly called?: RegExp;
  /** What the model may call of it. */
  readonly tools?: (names: readonly string[]) => void;
  /** Time passes before the lists are there. */
  readonly waits?: boolean;
  /** What holds afterwards. */
  readonly after?: (place: FaultPlace) => Promise<void> | void;
}

export interface FaultPlace {
  readonly registry: McpServers;
  readonly broken: McpServer;
  readonly source: McpToolSource;
  readonly clock: ManualClock;
}

/** Declares a test for each fault, in the `describe` that this is called in. Requests go out by `via`. */
export function testFaults(faults: Readonly<Record<string, Fault>>, via?: Via): void {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'chaos-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  for (const [name, fault] of Object.entries(faults)) {
    it(`${name} costs the other one nothing`, () => testFault(fault, join(folder, 'pids'), via)).timeout(120_000);
  }
}

async function testFault(fault: Fault, pids: string, via: Via | undefined): Promise<void> {
  const place = await opened(fault, pids, via);
  const { registry, broken, source, clock } = place;
  try {
    const listing = source.list();
    if (fault.waits) {
      await clock.until(() => registry.get('fine')?.state === 'connected');
      clock.pass(5000);
    }
    const names = (await listing).map(tool => tool.name);
    assert.ok(names.includes('mcp_fine_go') || names.includes(FIND_TOOL), names.join());
    assert.equal(new Set(names).size, names.length, 'no name stands for two');
    if (fault.waits) {
      clock.pass(25_000);
      await clock.until(() => broken.state === 'failed');
    }
    if (fault.refused) assert.match(`${broken.state}: ${broken.error}`, fault.refused);
    else assert.equal(broken.state, 'connected', broken.error);
    fault.tools?.(names);
    if (fault.called) assert.match(await outcomeOf(broken), fault.called);
    await fault.after?.(place);
    const fine = registry.get('fine');
    assert.ok(fine);
    assert.equal(await outcomeOf(fine), 'gone');
  } finally {
    await registry.close();
  }
  const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  assert.ok(started.length > 0);
  assert.deepEqual(started.filter(isAlive), [], 'no process is left');
}

async function opened(fault: Fault, pids: string, via: Via | undefined): Promise<FaultPlace> {
  const withPids = (row: object) => ('command' in row ? { ...row, env: { CHAOS_PIDS: pids } } : row);
  const rows: Readonly<Record<string, object>> = {
    broken: withPids(await fault.row()),
    fine: withPids(chaosRow('none')),
  };
  const clock = new ManualClock();
  const { registry } = fakeServers(
    {},
    {
      connect: connectVia(via),
      configs: async () => Object.entries(rows).map(([name, row]) => configOf(name, row)),
      wait: (ms, ending) =>
        new Promise(resolve => {
          if (ms === 0 || ending.aborted) return resolve();
          const stop = clock.after(ms, resolve);
          const end = () => {
            stop();
            resolve();
          };
          ending.addEventListener('abort', end, { once: true });
        }),
    },
  );
  const source = new McpToolSource({ servers: registry, onUnused: () => undefined });
  await registry.load();
  const broken = registry.get('broken');
  assert.ok(broken);
  return { registry, broken, source, clock };
}

/** What a call ends with. */
export async function outcomeOf(server: McpServer): Promise<string> {
  try {
    const { content } = await server.callTool('go', {}, { signal });
    return content.map(each => (each.kind === 'text' ? each.text : each.kind)).join();
  } catch (error) {
    return (error as Error).message;
  }
}
