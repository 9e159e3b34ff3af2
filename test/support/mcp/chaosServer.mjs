// A server without the SDK that goes wrong in the way that its first argument names: `node chaosServer.mjs dies` speaks
// on standard input and output, `... dies http` and `... dies sse` print the port that they listen on.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { open } from './chaosWires.mjs';

const [, , fault = 'none', transport = 'stdio'] = process.argv;
if (process.env.CHAOS_PIDS) appendFileSync(process.env.CHAOS_PIDS, `${process.pid}\n`);
const cyclic = { type: 'object', properties: { next: { $ref: '#' } } };
const plain = name => ({ name, description: name, inputSchema: { type: 'object' } });

if (fault === 'exit') {
  process.stderr.write('The licence has run out.\n');
  process.exit(3);
}
if (fault === 'grandchild') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  process.stderr.write(`grandchild ${child.pid}\n`);
}
if (fault === 'stubborn') process.on('SIGTERM', () => undefined);
if (fault === 'flood') for (let i = 0; i < 2000; i++) process.stderr.write(`${'x'.repeat(1000)}\n`);

let hasGrown = false;
const TOOLS = {
  many: () => Array.from({ length: 500 }, (_, i) => plain(`tool_${i}`)),
  changing: () => [{ ...plain('go'), description: readFileSync('description.txt', 'utf8') }],
  grows: () => (hasGrown ? [plain('go'), plain('late')] : [plain('go')]),
  odd: () => [
    plain('a b'),
    plain('a_b'),
    plain('a_b'),
    plain('ü/😀'),
    plain(`long_${'x'.repeat(200)}`),
    plain('read_file'),
    { name: 'missing' },
    { name: 'cyclic', inputSchema: cyclic },
    { name: 'none', inputSchema: 'no schema' },
    { name: 'list', inputSchema: { type: 'array' } },
    { inputSchema: {} },
    null,
  ],
};

const answers = {
  initialize: ({ id, params }, { say }) => {
    if (fault === 'silent') return;
    const some = fault === 'nothing' ? {} : { tools: { listChanged: true } };
    const capabilities = fault === 'nulls' ? null : some;
    const protocolVersion = fault === 'future' ? '2999-01-01' : params.protocolVersion;
    say({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'chaos', version: '1' } } });
  },
  'tools/list': ({ id, params }, { say, write }) => {
    const page = Number(params?.cursor ?? 0);
    if (fault === 'endless')
      say({ id, result: { tools: [plain(`page_${page}`)], nextCursor: String((page + 1) % 3) } });
    else if (fault === 'deepSchema') {
      const schema = `${'{"type":"object","properties":{"a":'.repeat(12_000)}{}${'}}'.repeat(12_000)}`;
      const tools = `[${JSON.stringify(plain('go'))},{"name":"abyss","inputSchema":${schema}}]`;
      write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":${tools}}}`);
    } else if (fault === 'noList') say({ id, result: { tools: null } });
    else say({ id, result: { tools: TOOLS[fault]?.() ?? [plain('go')] } });
  },
  'tools/call': ({ id, params }, { say, write, cut }) => {
    if (fault === 'dies') process.exit(1);
    if (fault === 'cuts') return cut();
    if (fault === 'hangs') return;
    if (fault === 'storm') {
      for (let i = 0; i < 20_000; i++) say({ method: 'notifications/tools/list_changed' });
      return;
    }
    if (fault === 'endlessProgress') {
      const { progressToken } = params._meta;
      let progress = 0;
      setInterval(() => say({ method: 'notifications/progress', params: { progressToken, progress: progress++ } }), 20);
      return;
    }
    if (fault === 'deep') {
      const structuredContent = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
      write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${structuredContent}}}`);
      return;
    }
    if (fault === 'grows') {
      hasGrown = true;
      say({ method: 'notifications/tools/list_changed' });
    }
    if (fault === 'error') say({ id, error: { code: -32000, message: 'No.' } });
    else if (fault === 'nonsense') say({ id, result: 'neither', error: 5 });
    else if (fault === 'stray') {
      say({ id: 999, result: {} });
      say({ id, result: { content: [{ type: 'text', text: 'one' }] } });
      say({ id, result: { content: [{ type: 'text', text: 'two' }] } });
    } else if (fault === 'huge') write(`{"jsonrpc":"2.0","id":${id},"result":"${'x'.repeat(50_000_000)}"}`);
    else if (fault === 'values')
      write(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":[${'{},'.repeat(200_000)}{}]}}}`,
      );
    else if (fault === 'large') say({ id, result: { content: [{ type: 'text', text: 'x'.repeat(10_000_000) }] } });
    else say({ id, result: { content: [{ type: 'text', text: 'gone' }] } });
  },
};

const receive = (message, write, cut) =>
  answers[message.method]?.(message, { write, cut, say: said => write(JSON.stringify({ jsonrpc: '2.0', ...said })) });
open[transport](receive, fault === 'noise');
