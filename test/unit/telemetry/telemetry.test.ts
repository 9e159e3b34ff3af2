import assert from 'node:assert/strict';
import { GEMINI_ROWS, type GeminiSettings } from '../../../src/config/geminiSettings';
import type { AgentEvent } from '../../../src/shared/events';
import { addressFor } from '../../../src/telemetry/exporters';
import type { Exported } from '../../../src/telemetry/openTelemetry';
import { statisticsAddress } from '../../../src/telemetry/statisticsAddress';
import { openStatistics } from '../../../src/telemetry/statistics';
import { log } from '../../../src/telemetry/signals';
import { Telemetry, type TelemetryOptions } from '../../../src/telemetry/telemetry';
import { telemetrySettingsOf } from '../../../src/telemetry/telemetrySettings';

const started: AgentEvent = { type: 'run-started', at: 1 };

/** What exports, noting what it gets; `flush` ends when `isDone` says so. */
function recording(flush: () => Promise<void> = async () => undefined) {
  const taken: string[] = [];
  const exported: Exported = {
    take: (sessionId, event, at) => void taken.push(`${sessionId} ${event.type} ${at}`),
    note: (sessionId, fact) => void taken.push(`${sessionId} ${fact.type}`),
    flush,
    close: async () => undefined,
  };
  return { taken, exported };
}

const telemetry = (options: Partial<TelemetryOptions>) =>
  new Telemetry({
    isOn: () => true,
    open: async () => assert.fail('nothing is to be opened'),
    now: () => 7,
    wait: () => new Promise(() => undefined),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...options,
  });

describe('Telemetry', () => {
  it('loads nothing while it is off', async () => {
    const off = telemetry({ isOn: () => false });
    off.subscriber('s')(started);
    off.note('s', { type: 'startup', durationMs: 1 });
    await off.close();
  });

  it('loads what exports with the first event, which it gets in order with the time it happened at', async () => {
    const { taken, exported } = recording();
    let times = 0;
    let opened = 0;
    const on = telemetry({ now: () => ++times, open: async () => (opened++, exported) });
    const emit = on.subscriber('s');
    emit(started);
    on.note('s', { type: 'startup', durationMs: 1 });
    emit({ type: 'delta', messageId: 'a', text: 'never' });
    await on.flush();
    emit({ type: 'run-finished', at: 2, reason: 'done' });
    assert.deepEqual(taken, ['s run-started 1', 's startup', 's run-finished 3']);
    assert.equal(opened, 1);
  });

  it('waits two seconds for a collector that does not answer, and no longer', async () => {
    const waits: number[] = [];
    const { exported } = recording(() => new Promise(() => undefined));
    const on = telemetry({ open: async () => exported, wait: async ms => void waits.push(ms) });
    on.subscriber('s')(started);
    await on.close();
    assert.deepEqual(waits, [2000]);
  });

  it('that can not be loaded is reported once and costs nothing more', async () => {
    const errors: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (text: string) => void errors.push(text) };
    const broken = telemetry({ log, open: () => Promise.reject(new Error('no such file')) });
    broken.subscriber('s')(started);
    await broken.flush();
    broken.subscriber('s')(started);
    await broken.close();
    assert.deepEqual(errors, ['Telemetry could not be started']);
  });
});

describe('The settings of telemetry', () => {
  const defaults = Object.fromEntries(Object.entries(GEMINI_ROWS).map(([key, row]) => [key, row.default]));
  const read = (set: object, env: Record<string, string> = {}) =>
    telemetrySettingsOf({ ...defaults, ...set } as unknown as GeminiSettings, env);

  it('are off, with the collector of the documents', () => {
    assert.deepEqual(read({}), {
      ...{ isOn: false, traces: false, logPrompts: false },
      to: { endpoint: 'http://localhost:4317', protocol: 'grpc' },
    });
  });

  it('give way to the variables of Gemini CLI', () => {
    const env = {
      ...{
        GEMINI_TELEMETRY_ENABLED: 'true',
        GEMINI_TELEMETRY_LOG_PROMPTS: '1',
        GEMINI_TELEMETRY_TRACES_ENABLED: 'true',
      },
      ...{ GEMINI_TELEMETRY_OTLP_ENDPOINT: 'https://c:1', GEMINI_TELEMETRY_OTLP_PROTOCOL: 'http' },
    };
    assert.deepEqual(read({}, env), {
      ...{ isOn: true, traces: true, logPrompts: true },
      to: { endpoint: 'https://c:1', protocol: 'http' },
    });
    assert.equal(read({ 'telemetry.enabled': true }, { GEMINI_TELEMETRY_ENABLED: 'false' }).isOn, false);
    assert.deepEqual(read({}, { GEMINI_TELEMETRY_OUTFILE: '/f' }).to, { file: '/f' });
  });

  it('can’t be overridden if the administrator set them', () => {
    const off = { GEMINI_TELEMETRY_ENABLED: 'false', GEMINI_TELEMETRY_OUTFILE: '/mine' };
    const mine = { 'telemetry.outfile': '/mine', 'telemetry.target': 'gcp', 'telemetry.enabled': true };
    const required = { ...mine, forced: { 'telemetry.enabled': true, 'telemetry.otlpEndpoint': 'https://theirs' } };
    assert.deepEqual(read(required, { ...off, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://mine' }), {
      ...{ isOn: true, traces: false, logPrompts: false },
      to: { endpoint: 'https://theirs', protocol: 'grpc' },
    });
    const on = { GEMINI_TELEMETRY_ENABLED: '1', GEMINI_TELEMETRY_LOG_PROMPTS: '1', GEMINI_DEV_TRACING: '1' };
    const { isOn, traces, logPrompts } = read(
      { forced: { 'telemetry.enabled': false, 'telemetry.logPrompts': false } },
      on,
    );
    assert.deepEqual([isOn, traces, logPrompts], [false, false, false]);
  });

  it('let GEMINI_DEV_TRACING export traces alone', () => {
    const { isOn, traces } = read({}, { GEMINI_DEV_TRACING: 'true' });
    assert.deepEqual([isOn, traces], [false, true]);
  });

  it('that can not be met say why', () => {
    assert.match(read({ 'telemetry.target': 'gcp' }).problem ?? '', /through a collector only/);
    assert.equal(read({ 'telemetry.target': 'gcp', 'telemetry.useCollector': true }).problem, undefined);
    assert.match(read({ 'telemetry.otlpEndpoint': 'localhost:4317' }).problem ?? '', /must be an address/);
    assert.match(read({}, { GEMINI_TELEMETRY_OTLP_PROTOCOL: 'udp' }).problem ?? '', /"grpc" or "http"/);
    assert.match(read({}, { GEMINI_TELEMETRY_TARGET: 'moon' }).problem ?? '', /"moon"/);
  });

  it('lead to a path for each signal', () => {
    assert.equal(addressFor('http://h:4318', 'logs'), 'http://h:4318/v1/logs');
    assert.equal(addressFor('http://h/otlp/', 'traces'), 'http://h/otlp/v1/traces');
  });
});

describe('Usage statistics', () => {
  it('go nowhere without an address, without leave, or unencrypted over the network', () => {
    assert.equal(statisticsAddress(true, ''), undefined);
    assert.equal(statisticsAddress(false, 'https://stats.example'), undefined);
    assert.equal(statisticsAddress(true, 'http://stats.example'), undefined);
    assert.equal(statisticsAddress(true, 'http://127.0.0.1:8/x'), 'http://127.0.0.1:8/x');
    assert.equal(statisticsAddress(true, 'https://stats.example/x'), 'https://stats.example/x');
  });

  it('are posted at most once a minute and at the end, and what could not be sent comes with the next', async () => {
    const bodies: { readonly events: readonly { readonly name: string }[] }[] = [];
    let isDown = true;
    let time = 0;
    const post = async (_address: unknown, { body }: RequestInit = {}) => {
      bodies.push(JSON.parse(body as string) as (typeof bodies)[0]);
      if (isDown) throw new TypeError('fetch failed');
      return new Response('');
    };
    const statistics = openStatistics({ address: 'https://s', version: '1', fetch: post, now: () => time });
    statistics.take([log('gemini_cli.rewind', 1, {})], {});
    assert.equal(bodies.length, 0);
    time = 60_000;
    statistics.take([log('gemini_cli.ripgrep_fallback', 2, {})], {});
    await new Promise(setImmediate);
    isDown = false;
    await statistics.flush({});
    await statistics.flush({});
    assert.deepEqual(
      bodies.map(({ events }) => events.map(({ name }) => name)),
      [
        ['gemini_cli.rewind', 'gemini_cli.ripgrep_fallback'],
        ['gemini_cli.rewind', 'gemini_cli.ripgrep_fallback'],
      ],
    );
  });
});
