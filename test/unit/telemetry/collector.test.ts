import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openTelemetry, type OpenTelemetryOptions } from '../../../src/telemetry/openTelemetry';
import { LOG_EVENTS, METRICS, NOT_SENT } from '../../../src/telemetry/tables';
import type { TelemetrySettings } from '../../../src/telemetry/telemetrySettings';
import { startGrpcCollector, startHttpCollector, type Collector } from '../../support/collector';
import { Scratch } from '../../support/scratch';
import { EVERY_EVENT, EVERY_FACT } from '../../support/telemetryEvents';

/** As the reference lists them, without `gemini_cli.` where they have that. */
const LOGS =
  `config user_prompt tool_call api_request api_response api_error file_operation edit_strategy edit_correction
  tool_output_truncated tool_output_masking flash_fallback ripgrep_fallback web_fetch_fallback_attempt model_routing
  slash_command slash_command.model chat_compression chat.invalid_chunk chat.content_retry chat.content_retry_failure
  network_retry_attempt malformed_json_response next_speaker_check llm_loop_check conversation_finished rewind
  ide_connection extension_install extension_uninstall extension_update extension_enable extension_disable agent.start
  agent.finish agent.recovery_attempt hook_call plan.execution startup_stats keychain.availability onboarding.start
  onboarding.success conseca.verdict`.split(/\s+/);
const MEASURES = `session.count tool.call.count tool.call.latency api.request.count api.request.latency token.usage
  file.operation.count lines.changed chat_compression chat.invalid_chunk.count chat.content_retry.count
  chat.content_retry_failure.count model_routing.latency model_routing.failure.count agent.run.count agent.duration
  agent.turns ui.flicker.count startup.duration memory.usage cpu.usage tool.queue.depth`.split(/\s+/);
const WITHOUT_PREFIX = ['loop_detected', 'gen_ai.client.inference.operation.details'];
const GEN_AI_METRICS = ['gen_ai.client.token.usage', 'gen_ai.client.operation.duration'];
const EXPECTED = [
  ...[...LOGS, ...MEASURES].map(name => `gemini_cli.${name}`),
  ...[...WITHOUT_PREFIX, ...GEN_AI_METRICS],
].filter(name => !Object.hasOwn(NOT_SENT, name));

const options = (settings: Partial<TelemetrySettings> & Pick<TelemetrySettings, 'to'>): OpenTelemetryOptions => ({
  settings: { isOn: true, traces: true, logPrompts: false, ...settings },
  version: '1.2.3',
  append: () => assert.fail('no file'),
  reaches: async () => true,
  egress: { open: () => ({ received: () => undefined, end: () => undefined }) },
  usage: () => ({ memory: 1000, cpu: 2 }),
  installationId: '11111111-2222-3333-4444-555555555555',
  isInteractive: true,
});

async function exportEverything(given: OpenTelemetryOptions): Promise<void> {
  const telemetry = await openTelemetry(given);
  for (const fact of EVERY_FACT) telemetry.note('session-1', fact, 5);
  for (const [i, event] of EVERY_EVENT.entries()) telemetry.take('session-1', event, 10 + i);
  await telemetry.flush();
  await telemetry.close();
}

describe('A collector', () => {
  it('is to get every event and metric that the documents name', () => {
    const known = [...Object.keys(LOG_EVENTS), ...Object.keys(METRICS)];
    assert.deepEqual(
      EXPECTED.filter(name => !known.includes(name)),
      [],
    );
  });

  for (const [protocol, start] of [
    ['http', startHttpCollector],
    ['grpc', startGrpcCollector],
  ] as const) {
    describe(`over ${protocol}`, () => {
      let collector: Collector;
      let received: string;
      before(async () => {
        collector = await start();
        await exportEverything(options({ to: { endpoint: collector.endpoint, protocol } }));
        received = collector.requests.map(({ body }) => body.toString('latin1')).join('\n');
      });
      after(() => collector.close());

      for (const name of EXPECTED) {
        it(`receives ${name}`, () => {
          // Followed by the end of the name: by a quotation mark in JSON, by another field in a message of gRPC.
          assert.match(received, new RegExp(`${name.replaceAll('.', '\\.')}(?![\\w.])`));
        });
      }

      it('receives the spans of a run, and what all records have', () => {
        for (const name of ['invoke_agent pollux', 'chat gemini-3.8-flash', 'execute_tool replace', 'service.name'])
          assert.ok(received.includes(name), name);
        for (const name of ['session.id', 'installation.id', '11111111-2222-3333-4444-555555555555', 'interactive'])
          assert.ok(received.includes(name), name);
      });

      it('receives no text of the prompt, no path and no name that a model made up', () => {
        for (const text of ['Hello there', 'src/a.ts', 'made_up', 'Do it.']) assert.ok(!received.includes(text), text);
      });
    });
  }

  it('gets prompts where they are wanted, without what is shaped like a key', async () => {
    const collector = await startHttpCollector();
    try {
      const settings = { to: { endpoint: collector.endpoint, protocol: 'http' }, logPrompts: true } as const;
      const telemetry = await openTelemetry(options(settings));
      const text = `Use AIza${'x'.repeat(35)} please`;
      telemetry.take(
        's',
        { type: 'message', message: { id: 'u', at: 1, role: 'user', parts: [{ type: 'text', text }] } },
        1,
      );
      await telemetry.flush();
      const bodies = collector.requests.map(({ body }) => String(body)).join('');
      assert.match(bodies, /Use \[redacted\] please/);
    } finally {
      await collector.close();
    }
  });

  it('gets nothing where the egress does not let it be reached', async () => {
    const collector = await startHttpCollector();
    try {
      const egress = { open: () => assert.fail('not among the hosts') };
      await exportEverything({ ...options({ to: { endpoint: collector.endpoint, protocol: 'http' } }), egress });
      assert.equal(collector.requests.length, 0);
    } finally {
      await collector.close();
    }
  });

  it('can be a file instead, with a request a line', async () => {
    const scratch = await Scratch.make();
    try {
      const lines: string[] = [];
      const given = {
        ...options({ to: { file: '/f' } }),
        append: (_file: string, line: string) => void lines.push(line),
      };
      await exportEverything(given);
      assert.ok(lines.every(line => line.endsWith('}\n') && typeof JSON.parse(line) === 'object'));
      for (const name of EXPECTED) assert.ok(lines.join('').includes(`"${name}"`), name);
    } finally {
      await scratch.close();
    }
  });

  it('is documented: each event with all that it holds, and each metric', () => {
    const page = readFileSync('media/docs/telemetry.md', 'utf8');
    const missing = Object.entries(LOG_EVENTS).flatMap(([name, attributes]) => {
      const row = page.split('\n').find(line => line.startsWith(`| \`${name}\` `)) ?? '';
      return [
        ...(row === '' ? [name] : []),
        ...attributes.filter(each => !row.includes(`\`${each}\``)).map(each => `${name}: ${each}`),
      ];
    });
    const metrics = [...Object.keys(METRICS), ...Object.keys(NOT_SENT)].filter(name => !page.includes(`\`${name}\``));
    assert.deepEqual([...missing, ...metrics], []);
  });
});
