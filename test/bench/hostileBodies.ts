// Bodies that drip, and what is nested without end in what a model or a server sends.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadValidator } from '../../src/agent/calls/validateArgs';
import type { ReadTool } from '../../src/agent/tool';
import { fromChunk } from '../../src/gemini/convert';
import { OutputSchemas } from '../../src/mcp/tools/outputSchemas';
import { createWeb } from '../../src/node/web/web';
import { parseRules } from '../../src/policy/rules';
import { ruleFor } from '../../src/policy/toolRules';
import { readDeclarations } from '../../src/tools/discovered/declarations';
import { openEgress } from '../support/egress';
import { named, readStream, type HostileText } from './hostileTexts';
import type { Metric } from './metric';

const lists = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const NESTED: Readonly<Record<string, string>> = Object.fromEntries(
  [2000, 100_000].flatMap(depth => [
    [`lists, ${depth} deep`, lists(depth)],
    [`objects, ${depth} deep`, objects(depth)],
  ]),
);
const DRIPPING: Readonly<Record<string, string>> = {
  'an event of 50 kB': `data: ${'x'.repeat(50_000)}\n\n`,
  'ends of lines': '\n'.repeat(50_000),
  comments: ':\n'.repeat(25_000),
};

/** As a model's call arrives. */
function readCall(json: string): void {
  const args = { a: JSON.parse(json) as unknown };
  fromChunk({ candidates: [{ content: { parts: [{ functionCall: { name: 'look', args } }] } }] }, () => 'id');
}

const LOOK: ReadTool = {
  kind: 'read',
  name: 'look',
  description: '',
  parameters: { type: 'object', properties: { list: { type: 'array' }, object: { type: 'object' } } },
  title: () => '',
  run: async () => ({ content: '' }),
};

/** Lists and objects that a model gives as JSON in a string are read. */
async function validateText(json: string): Promise<void> {
  (await loadValidator()).validate(LOOK, json.startsWith('[') ? { list: json } : { object: json });
}

/** Schemas of a server's tool, and values that were made for them. */
const SCHEMAS: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  'a pattern that repeats what repeats': [{ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
  'names by such a pattern': [{ type: 'object', patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }],
  '20,000 different items': [{ type: 'array', uniqueItems: true }, Array.from({ length: 20_000 }, (_, i) => ({ i }))],
};
const DOUBLING = {
  type: 'object',
  properties: { value: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => {
      const next = { $ref: `#/$defs/d${Math.min(i + 1, 59)}` };
      return [`d${i}`, i === 59 ? { type: 'string' } : { anyOf: [next, next] }];
    }),
  ),
};

const ofSchemas: readonly HostileText[] = Object.entries(SCHEMAS).flatMap(([name, [value, given]]) => {
  const schema = { type: 'object', properties: { value } };
  return [
    {
      name: `arguments for a server: ${name}`,
      limitMs: 100,
      run: async () => (await loadValidator()).validate({ ...LOOK, parameters: schema }, { value: given }),
    },
    { name: `a result of a server: ${name}`, limitMs: 100, run: () => mismatchOf(schema, given) },
  ];
});

function mismatchOf(outputSchema: Record<string, unknown>, value: unknown): string | undefined {
  const schemas = new OutputSchemas();
  schemas.keep([{ name: 'look', inputSchema: {}, outputSchema }]);
  return schemas.mismatchOf('look', { value });
}

/** A project's rule about arguments, which decides on a text that was made for it. */
function decideByRule(pattern: string, content: string): void {
  const { rules } = parseRules(
    `[[rule]]\ntoolName = "write_file"\nargsPattern = '${pattern}'\ndecision = "deny"\n`,
    'a.toml',
    'workspace',
  );
  ruleFor(rules, { toolName: 'write_file', args: { content } });
}

const STARS: Readonly<Record<string, string>> = { 'three stars': 'a.*a.*a.*b', 'a star first': '.*secret.*' };

export const HOSTILE_BODIES: readonly HostileText[] = [
  ...ofSchemas,
  {
    name: 'a result of a server: alternatives that double 60 times',
    limitMs: 100,
    run: () => mismatchOf(DOUBLING, 1),
  },
  ...named('an expression of a project about arguments of 200 kB', STARS, 100, pattern =>
    decideByRule(pattern, 'a'.repeat(200_000)),
  ),
  ...named('arguments of a call', NESTED, 100, readCall),
  ...named('arguments of a call, in a text', NESTED, 100, validateText),
  ...named('declarations of tools', NESTED, 100, json =>
    readDeclarations(`[{"name":"a","parametersJsonSchema":${json}}]`),
  ),
  ...named('a stream of events, a byte at a time', DRIPPING, 500, text => readStream(text, 1)),
];

/** How long it takes until a page whose body never ends is given up, though something of it keeps arriving. */
export async function measureDrips(report: (...metrics: Metric[]) => void): Promise<void> {
  for (const [name, everyMs] of [
    ['at each moment', 0],
    ['now and then', 20],
  ] as const) {
    const server = await startDripping(everyMs);
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const limits = { headMs: 300, totalMs: 300, bytes: 1_000_000_000 };
    const web = createWeb({
      egress: openEgress(),
      allowedHosts: () => [host],
      userAgent: 'bench',
      now: Date.now,
      limits,
    });
    const before = performance.now();
    const isGivenUp = await web.fetch(`http://${host}/`, new AbortController().signal).then(
      () => false,
      () => true,
    );
    const value = isGivenUp ? performance.now() - before : Infinity;
    report({ name: `limits: a page that drips ${name}, cut after 300 ms`, value, unit: 'ms', limit: 600 });
    server.closeAllConnections();
    server.close();
  }
}

async function startDripping(everyMs: number): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const drip = () => {
      if (response.destroyed) return;
      response.write('a');
      if (everyMs > 0) setTimeout(drip, everyMs);
      else setImmediate(drip);
    };
    drip();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
