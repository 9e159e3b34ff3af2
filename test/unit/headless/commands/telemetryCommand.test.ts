import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { startHttpCollector } from '../../../support/collector';
import { text } from '../../../support/gemini/replies';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { runCommand } from '../../../support/polluxCommand';

describe('Telemetry of the headless command', () => {
  const place = HeadlessPlace.use();
  const KEY = { GEMINI_API_KEY: 'good' };

  it('sends what happened to a collector, and never what was asked or answered', async () => {
    const collector = await startHttpCollector();
    try {
      place.server.reply(text('ANSWERED'));
      const env = {
        ...KEY,
        GEMINI_TELEMETRY_ENABLED: 'true',
        GEMINI_TELEMETRY_OTLP_ENDPOINT: collector.endpoint,
        GEMINI_TELEMETRY_OTLP_PROTOCOL: 'http',
      };
      const { code, out: stdout } = await runCommand(['-p', 'ASKED'], place.with(env));
      assert.deepEqual([code, stdout], [0, 'ANSWERED\n']);
      const bodies = collector.requests.map(({ body }) => String(body)).join('\n');
      for (const name of ['gemini_cli.config', 'gemini_cli.user_prompt', 'gemini_cli.api_response', 'interactive'])
        assert.ok(bodies.includes(name), name);
      assert.doesNotMatch(bodies, /ASKED|ANSWERED|good/);
    } finally {
      await collector.close();
    }
  });

  it('costs a run nothing but what it does where no collector is there', async () => {
    const collector = await startHttpCollector();
    const { endpoint } = collector;
    await collector.close();
    place.server.reply(text('Fine.'));
    const env = { ...KEY, GEMINI_TELEMETRY_ENABLED: 'true', GEMINI_TELEMETRY_OTLP_ENDPOINT: endpoint };
    const { code, out } = await runCommand(['-p', 'Hi'], place.with(env));
    assert.deepEqual([code, out], [0, 'Fine.\n']);
  });

  it('shows what is exported and the installation id, which can be another one and none', async () => {
    mkdirSync(place.scratch.absolute('home/.gemini'), { recursive: true });
    const run = async (...args: string[]) => (await runCommand(['telemetry', ...args], place.with())).out;
    assert.match(await run(), /^Telemetry: +off\n[^]*Installation ID: +none yet/);
    const first = /ID: +(\S+)/.exec(await run('reset-id'))?.[1];
    assert.equal(readFileSync(place.scratch.absolute('home/.gemini/installation_id'), 'utf8'), first);
    assert.notEqual(/ID: +(\S+)/.exec(await run('reset-id'))?.[1], first);
    assert.match(await run('disable-id'), /Installation ID: +switched off/);
  });
});
