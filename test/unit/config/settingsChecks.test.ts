import assert from 'node:assert/strict';
import { checkKeys, checkProxies, checkSettings } from '../../../src/config/settingsChecks';
import type { Origin } from '../../../src/config/mergeSettings';

describe('The checks of settings', () => {
  const good = { problems: [], unused: undefined, isTrusted: true, origins: {} };
  const of = (found: Partial<Parameters<typeof checkSettings>[0]>) => checkSettings({ ...good, ...found });

  it('tell files that can’t be used from what is only not used', () => {
    const [fine, trust] = of({});
    assert.deepEqual([fine?.status, trust?.status], ['ok', 'ok']);
    const [broken] = of({ problems: [{ file: '/s.json', line: 3, severity: 'fatal', message: 'Odd.' }] });
    assert.deepEqual([broken?.status, broken?.detail], ['failed', '/s.json:3: Odd.']);
    const [hint] = of({ problems: [{ file: '/s.json', severity: 'hint', message: 'Odd.' }], unused: 'ui.theme (…)' });
    assert.deepEqual([hint?.status, hint?.detail], ['ok', 'set but not used: ui.theme (…)']);
  });

  it('name what an administrator forces, and nothing else', () => {
    const by = (scope: Origin['scope']) => [{ scope, source: '/s.json' }];
    const origins = { 'tools.exclude': by('system'), 'model.name': by('user'), 'admin.mcp.enabled': by('controls') };
    const [, forced] = of({ origins });
    const detail = 'admin.mcp.enabled, tools.exclude';
    assert.deepEqual(forced, { name: 'Required by your administrator', status: 'ok', detail });
    assert.equal(of({ origins: { 'model.name': by('workspace') } }).length, 2);
  });

  it('warn of a folder that is not trusted', () => {
    const [, inEditor] = of({ isTrusted: false });
    assert.deepEqual([inEditor?.status, inEditor?.remedy], ['warning', 'Trust the folder if you trust its source.']);
    const [, headless] = checkSettings({ ...good, isTrusted: false }, '--trust');
    assert.equal(headless?.remedy, 'If you trust the folder’s source, use --trust.');
  });

  it('name the proxy without its password, and the source of keys without the keys', () => {
    const url = new URL('http://user:canary@proxy.test:3128');
    assert.equal(checkProxies(() => ({ url, from: 'HTTPS_PROXY' })).detail, 'http://proxy.test:3128 (HTTPS_PROXY)');
    assert.equal(checkProxies(() => undefined).detail, 'none');
    assert.equal(
      checkKeys({ GEMINI_API_KEY: 'canary', OTHER: 'x' }, ['/credentials']).detail,
      '/credentials, GEMINI_API_KEY',
    );
  });
});
