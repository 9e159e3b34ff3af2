import assert from 'node:assert/strict';
import {
  isEnabledIn,
  isEnablement,
  readEnablement,
  withoutExtension,
  withRule,
} from '../../../../src/context/extensions/enablement';

const file = '/home/.gemini/extensions/extension-enablement.json';
const overrides = (...rules: readonly string[]) => ({ acme: { overrides: rules } });

describe('Where extensions are enabled', () => {
  it('is everywhere, unless a rule says something else, of which the last one counts', () => {
    assert.equal(isEnabledIn({}, 'acme', '/work'), true);
    assert.equal(isEnabledIn(overrides('!/*'), 'acme', '/work'), false);
    assert.equal(isEnabledIn(overrides('!/*', '/work/*'), 'acme', '/work/a/b'), true);
    assert.equal(isEnabledIn(overrides('/work/*', '!/*'), 'acme', '/work'), false);
    assert.equal(isEnabledIn(overrides('!/work/'), 'acme', '/work/a'), true);
    assert.equal(isEnabledIn(overrides('!/work/'), 'acme', '/work'), false);
    assert.equal(isEnabledIn(overrides('!/work/*'), 'acme', '/workshop'), true);
    assert.equal(isEnabledIn(overrides('!/C:/work/*'), 'acme', 'C:\\work\\a'), false);
    assert.equal(isEnabledIn(overrides('!/*'), 'toString', '/work'), true);
  });

  it('is written as Gemini CLI writes it, without rules that are settled by the new one', () => {
    const user = withRule({}, 'acme', '/home/ada', false);
    assert.deepEqual(user, overrides('!/home/ada/*'));
    const here = withRule(user, 'acme', '/home/ada/work', true);
    assert.deepEqual(here, overrides('!/home/ada/*', '/home/ada/work/*'));
    assert.deepEqual(withRule(here, 'acme', '/home/ada/work', false), overrides('!/home/ada/*', '!/home/ada/work/*'));
    assert.deepEqual(withRule(here, 'acme', '/home/ada', true), overrides('/home/ada/*'));
    assert.deepEqual(withoutExtension(here, 'acme'), {});
  });

  it('is nowhere if the file can’t be read, for it may have disabled anything', () => {
    for (const text of ['no', '[]', '{"acme":7}', '{"acme":{"overrides":[7]}}', null]) {
      const read = readEnablement({ file, text });
      assert.ok(!isEnablement(read), String(text));
      assert.match(read.message, /No extension is enabled/);
      assert.equal(read.file, file);
    }
    assert.ok(isEnablement(readEnablement(undefined)));
    assert.ok(isEnablement(readEnablement({ file, text: '\uFEFF{"severity":{"overrides":[]}}' })));
  });
});
