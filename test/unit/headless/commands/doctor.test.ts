import assert from 'node:assert/strict';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { runCommand } from '../../../support/polluxCommand';
import type { Check } from '../../../../src/shared/check';

describe('pollux doctor', () => {
  const at = HeadlessPlace.use();
  const doctor = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
    runCommand(['doctor', ...args], at.with(env));
  const statuses = (out: string) =>
    Object.fromEntries((JSON.parse(out) as Check[]).map(({ name, status }) => [name, status]));

  it('asks the service, and names where the key is from and never the key', async () => {
    await at.user({ mcpServers: { files: { command: 'never-started' } } });
    const { code, out, err } = await doctor(['--json']);
    const found = statuses(out);
    assert.deepEqual(
      [code, found.Shell, found['Sign-in'], found.Model, found.Trust],
      [0, 'ok', 'ok', 'ok', 'warning'],
      out,
    );
    const checks = JSON.parse(out) as Check[];
    assert.deepEqual(Object.keys(checks[0] ?? {}), ['name', 'status', 'detail', 'remedy']);
    assert.equal(checks.find(({ name }) => name === 'Keys')?.detail, 'GEMINI_API_KEY');
    assert.equal(checks.find(({ name }) => name === 'MCP servers')?.detail, 'files');
    assert.match(checks.find(({ name }) => name === 'Quota')?.detail ?? '', /aistudio\.google\.com/);
    assert.equal(found['VS Code'], 'ok');
    assert.equal(`${out}${err}`.includes('good'), false);
  });

  it('fails where something fails, in words with a way on', async () => {
    const { code, out } = await doctor([], { GEMINI_API_KEY: 'wrong' });
    assert.equal(code, 1);
    assert.match(out, /^✗ Model: gemini-3\.8-flash: .*API key.*\n {2}→ Sign in, or set GEMINI_API_KEY\.$/m);
    await at.scratch.put('home/.gemini/settings.json', '{ "model": ');
    const broken = await doctor(['--offline']);
    assert.equal(broken.code, 1);
    assert.match(broken.out, /^✓ Shell.*\n[^]*^✗ Settings: .*settings\.json/m);
    assert.equal(at.server.requests.length, 1, 'offline nobody is asked');
  });

  it('says whether commands use the sandbox that there is', async () => {
    const sandbox = async (env: Readonly<Record<string, string>>) =>
      /^. Sandbox: (.*)$/m.exec((await doctor(['--offline'], env)).out)?.[1] ?? '';
    const usual = await sandbox({});
    assert.match(usual, /^(?:(?:namespaces|landlock); used only with --sandbox|none)/);
    assert.doesNotMatch(await sandbox({ GEMINI_SANDBOX: 'true' }), /only with/);
  });

  it('leaves the beginning of a prompt alone', async () => {
    assert.match((await doctor(['who', 'are', 'you'], {})).err, /No API key is set up yet/);
    assert.equal((await doctor(['--odd'])).code, 42);
  });
});
