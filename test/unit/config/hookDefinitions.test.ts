import assert from 'node:assert/strict';
import { readHookDefinitions } from '../../../src/config/hookDefinitions';
import type { Scope } from '../../../src/config/settingsText';

describe('The hooks of settings', () => {
  const read = (...texts: readonly (readonly [Scope, unknown])[]) =>
    readHookDefinitions(
      texts.map(([scope, value], i) => ({
        scope,
        file: `/${i}/settings.json`,
        text: typeof value === 'string' ? value : JSON.stringify(value),
      })),
    );
  const one = (hook: object, group: object = {}) => ({ hooks: { BeforeTool: [{ ...group, hooks: [hook] }] } });
  const lint = { type: 'command', command: 'node lint.js' };

  it('are read with all that they can have', () => {
    const text = `{
      // mine
      "hooks": {
        "BeforeTool": [
          { "matcher": "write_file", "sequential": true, "hooks": [
            { "type": "command", "command": "node lint.js", "name": "lint", "timeout": 5000, "env": { "A": "$B", "N": 1 } } ] } ] } }`;
    assert.deepEqual(read(['user', text]), {
      hooks: [
        {
          event: 'BeforeTool',
          matcher: 'write_file',
          isSequential: true,
          command: 'node lint.js',
          name: 'lint',
          timeoutMs: 5000,
          env: { A: '$B' },
          scope: 'user',
          file: '/0/settings.json',
          line: 6,
        },
      ],
      problems: [],
    });
  });

  it('come from the project first, and none of them twice', () => {
    const { hooks } = read(
      ['systemDefaults', one({ ...lint, name: 'd' })],
      ['user', one(lint)],
      ['workspace', one({ ...lint, name: 'w' })],
      ['system', one({ ...lint, name: 's' })],
      ['user', one(lint)],
    );
    assert.deepEqual(
      hooks.map(({ scope, name }) => [scope, name]),
      [
        ['workspace', 'w'],
        ['user', undefined],
        ['system', 's'],
        ['systemDefaults', 'd'],
      ],
    );
  });

  it('are left out where they are wrong, with the place; the others hold', () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ hooks: [] }, /"hooks" must be an object/],
      [{ hooks: { BeforeTool: {} } }, /"hooks\.BeforeTool" must be a list/],
      [{ hooks: { BeforeTool: ['x'] } }, /"hooks\.BeforeTool\[0\]" must be an object/],
      [{ hooks: { BeforeTool: [{}] } }, /must be an object with "hooks"/],
      [one(lint, { matcher: 3 }), /matcher" must be a string/],
      [one(lint, { matcher: '(write_file' }), /matcher" must be a regular expression/],
      [one(lint, { matcher: '[*' }), /matcher" must be a regular expression/],
      // Against some names, it would take forever.
      [one(lint, { matcher: '(a+)+$' }), /matcher" must be a regular expression/],
      [one(lint, { matcher: 'a'.repeat(1001) }), /matcher" must be a regular expression/],
      [one({ type: 'command' }), /command" must be a string/],
      [one({ ...lint, type: 'http' }), /type" must be "command"/],
    ];
    for (const [value, message] of cases) {
      const { hooks, problems } = read(['user', value], ['system', one(lint)]);
      assert.equal(hooks.length, 1, JSON.stringify(value));
      assert.match(problems[0]?.message ?? '', message);
      assert.equal(problems[0]?.line, 1);
    }
    assert.deepEqual(read(['user', 'no JSON "hooks"']), { hooks: [], problems: [] });
  });

  it('of the administrator are kept alongside identical ones of the user', () => {
    const { hooks } = read(
      ['user', one({ ...lint, timeout: 1 })],
      ['system', one(lint)],
      ['systemDefaults', one(lint)],
    );
    assert.deepEqual(
      hooks.map(({ scope, timeoutMs }) => [scope, timeoutMs]),
      [
        ['user', 1],
        ['system', 60_000],
      ],
    );
  });

  it('may take ten minutes if they are the person’s own, and one if a project brings them', () => {
    const slow = one({ ...lint, timeout: 600_000 });
    assert.deepEqual(read(['user', slow]).hooks[0]?.timeoutMs, 600_000);
    const { hooks, problems } = read(['workspace', slow]);
    assert.equal(hooks[0]?.timeoutMs, 60_000);
    assert.match(problems[0]?.message ?? '', /timeout" must be a number of milliseconds up to 60000\./);
    assert.deepEqual(read(['workspace', one({ ...lint, timeout: 60_000 })]).problems, []);
  });

  it('have the usual time where theirs is none, and are told of events that there are not', () => {
    const { hooks, problems } = read(['user', { hooks: { ...one({ ...lint, timeout: -1 }).hooks, AfterLunch: [] } }]);
    assert.equal(hooks[0]?.timeoutMs, 60_000);
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ['error', 'error'],
    );
    assert.deepEqual(
      problems.map(({ costsGuard }) => costsGuard),
      [undefined, undefined],
    );
  });
});
