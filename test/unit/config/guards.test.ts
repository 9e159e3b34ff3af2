import assert from 'node:assert/strict';
import type { GeminiSettings } from '../../../src/config/geminiSettings';
import { isSandboxWanted, sandboxVariables, unkeptGuard, wholeSandboxOf } from '../../../src/config/guards';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { layerOf } from '../../../src/config/settingsText';

describe('A sandbox that the administrator requires', () => {
  const by = (scope: 'user' | 'system', values: Readonly<Record<string, unknown>>): GeminiSettings =>
    mergeSettings([layerOf(scope, 'f', values)], {}).settings;
  const isWanted = (
    settings: GeminiSettings,
    env: Readonly<Record<string, string>>,
    { flag, isContained = false }: { readonly flag?: boolean; readonly isContained?: boolean } = {},
  ) =>
    isSandboxWanted(
      settings,
      sandboxVariables(env, { settings, variables: {} }, () => isContained),
      flag,
    );

  it('can’t be turned off by a variable or flag', () => {
    for (const values of [{ 'tools.sandbox': 'true' }, { 'security.toolSandboxing': true }]) {
      const settings = by('system', values);
      assert.equal(isWanted(settings, {}), true);
      assert.equal(isWanted(settings, { GEMINI_SANDBOX: 'false' }), true);
      assert.equal(isWanted(settings, {}, { flag: false }), true);
      assert.equal(isWanted(settings, { SANDBOX: 'mine' }), true);
    }
    assert.equal(isWanted(by('user', { 'tools.sandbox': 'true' }), { GEMINI_SANDBOX: 'false' }), false);
    assert.equal(isWanted(by('user', { 'tools.sandbox': 'true' }), { SANDBOX: 'mine' }), false);
  });

  it('exists already if Pollux really runs in a container', () => {
    const settings = by('system', { 'tools.sandbox': 'docker' });
    assert.equal(isWanted(settings, { SANDBOX: 'docker' }, { isContained: true }), false);
  });

  it('is the one in the administrator’s settings', () => {
    const settings = by('system', { 'tools.sandbox': 'docker' });
    const env = sandboxVariables({ GEMINI_SANDBOX: 'true' }, { settings, variables: {} }, () => false);
    assert.equal(wholeSandboxOf(settings, env, undefined, 'linux'), 'docker');
  });

  it('is named with its value where Pollux lacks it', () => {
    const settings = by('user', { 'tools.sandbox': 'my-sandbox' });
    assert.match(unkeptGuard(settings, {})?.message ?? '', /the sandbox tools\.sandbox=my-sandbox\./);
    assert.match(unkeptGuard(settings, {}, true)?.message ?? '', /the sandbox tools\.sandbox=my-sandbox\./);
    assert.match(unkeptGuard(settings, { GEMINI_SANDBOX: 'lxc' })?.message ?? '', /the sandbox GEMINI_SANDBOX=lxc\./);
    assert.equal(unkeptGuard(settings, { GEMINI_SANDBOX: 'true' }), undefined);
    assert.equal(unkeptGuard(settings, {}, false), undefined);
  });
});
