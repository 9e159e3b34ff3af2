import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connectTo, sdkServer, stdioRow } from '../support/mcp/mcpPlace';
import { median, type Metric } from './metric';

const CALLS = 300;
const WARM_UP = 50;

/** What a call of a server's tool costs, next to the same call through the bare SDK in the same run. */
export async function measureMcp(report: (...metrics: Metric[]) => void): Promise<void> {
  const bare = new Client({ name: 'bare', version: '0' });
  await bare.connect(new StdioClientTransport({ command: process.execPath, args: [sdkServer()] }));
  const { connection } = await connectTo(stdioRow());
  await connection.tools();
  const { signal } = new AbortController();
  const args = { text: 'x'.repeat(1000) };
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const [own, other] = [
        await timeOf(() => connection.callTool('echo', args, { signal })),
        await timeOf(() => bare.callTool({ name: 'echo', arguments: args })),
      ];
      if (i < WARM_UP) continue;
      ours.push(own);
      theirs.push(other);
    }
  } finally {
    await Promise.all([connection.close(), bare.close()]);
  }
  const [own, other] = [median(ours), median(theirs)];
  report(
    { name: 'mcp: a call of a tool', value: own, unit: 'ms' },
    { name: 'mcp: the same through the bare SDK', value: other, unit: 'ms' },
    { name: 'mcp: a call, to that of the bare SDK', value: own / other, unit: '×', limit: 1.5 },
  );
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
