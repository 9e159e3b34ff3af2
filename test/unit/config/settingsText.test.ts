import assert from 'node:assert/strict';
import { MAX_SETTINGS_LENGTH, parseSettings, type Scope } from '../../../src/config/settingsText';

describe('A settings file', () => {
  const file = '/home/me/.gemini/settings.json';
  const parse = (text: string | null, scope: Scope = 'user') => parseSettings({ scope, file, text, error: 'EACCES' });
  const valuesOf = (text: string) => Object.fromEntries(parse(text).entries.map(({ key, value }) => [key, value]));

  it('may have comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF// mine\n{ "model": { /* fast */ "name": "gemini-x", }, "policyPaths": ["a", "b",], }';
    assert.deepEqual(parse(text).problems, []);
    assert.deepEqual(valuesOf(text), { 'model.name': 'gemini-x', policyPaths: ['a', 'b'] });
  });

  it('says on which line each setting is, whatever ends the lines', () => {
    const { entries } = parse('{\r\n  "model": {\r\n    "name": "x"\r\n  },\n  "policyPaths": []\r}');
    assert.deepEqual(
      entries.map(({ key, line }) => [key, line]),
      [
        ['model.name', 3],
        ['policyPaths', 5],
      ],
    );
  });

  it('may be empty, or say nothing', () => {
    for (const text of ['', ' \n', '{}', '// later\n']) assert.deepEqual(parse(text).problems, [], text);
  });

  it('counts for nothing if it is no JSON, and the place is named', () => {
    const { entries, problems } = parse('{\n  "model": { "name": "x" },\n  "policyPaths" ["a"]\n}');
    assert.deepEqual(entries, []);
    assert.deepEqual(problems, [
      {
        file,
        line: 3,
        column: 17,
        severity: 'error',
        message: "This isn't valid JSON: colon expected.",
        costsRules: true,
        costsFile: true,
      },
    ]);
    for (const text of ['[]', '1', '"x"', 'null', '{', '}', 'model = x', '{"a":1}{"b":2}', '\0', '{"a\0": 1}']) {
      const [problem, ...more] = parse(text).problems;
      assert.deepEqual([problem?.severity, problem?.line, more], ['error', 1, []], text);
    }
  });

  it('counts for nothing if it holds more than settings do, and says where that begins', () => {
    const { entries, problems } = parse(`{"policyPaths": [${'"a",\n'.repeat(20_000)}"a"]}`);
    assert.deepEqual(entries, []);
    assert.match(problems[0]?.message ?? '', /holds too much/);
    assert.ok((problems[0]?.line ?? 0) > 5000);
  });

  it("is fatal if it is the administrator's and can't be used", () => {
    for (const scope of ['system', 'systemDefaults'] as const) {
      assert.equal(parse('{', scope).problems[0]?.severity, 'fatal');
      assert.equal(parse(null, scope).problems[0]?.severity, 'fatal');
      assert.deepEqual(parse('{ "ui": 1 }', scope).problems[0]?.severity, 'hint');
    }
  });

  it('that can not be read is a problem of its own', () => {
    assert.deepEqual(parse(null).problems, [
      { file, severity: 'error', message: "It can't be read: EACCES", costsRules: true, costsFile: true },
    ]);
  });

  it('may have settings that Pollux does not know', () => {
    const { entries, problems } = parse(
      '{ "$schema": "x", "ui": { "theme": "Dark" },\n "model": { "nmae": 1, "name": "x" },\n "general.maxAttempts": 2 }',
    );
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['model.name'],
    );
    assert.deepEqual(
      problems.map(({ severity, line, message }) => [severity, line, message]),
      [
        ['hint', 1, `"ui.theme" isn't used: such settings have no meaning in an editor.`],
        ['hint', 2, `"model.nmae" isn't a setting that Pollux knows.`],
        ['hint', 3, `"general.maxAttempts" isn't a setting that Pollux knows.`],
      ],
    );
  });

  it('may use the flat names of before, which count less than those of today', () => {
    const { entries, problems } = parse('{ "model": "old", "maxSessionTurns": 7, "allowedTools": ["glob"] }');
    assert.deepEqual(
      entries.map(({ key, value }) => [key, value]),
      [
        ['model.name', 'old'],
        ['model.maxSessionTurns', 7],
        ['tools.allowed', ['glob']],
      ],
    );
    assert.deepEqual(problems.map(({ severity, message }) => [severity, message])[1], [
      'hint',
      '"maxSessionTurns" is called "model.maxSessionTurns" now.',
    ]);
    const both = '"model": { "maxSessionTurns": 1 }';
    assert.deepEqual(valuesOf(`{ "maxSessionTurns": 2, ${both} }`), { 'model.maxSessionTurns': 1 });
    assert.deepEqual(valuesOf(`{ ${both}, "maxSessionTurns": 2 }`), { 'model.maxSessionTurns': 1 });
  });

  it('restricts under the flat names of before as much as under those of today', () => {
    const groups = '"checkpointing": { "enabled": true }, "fileFiltering": { "respectGitIgnore": false }';
    const flat = '"sandbox": "docker", "excludeMCPServers": ["db"], "enforcedAuthType": "oauth-personal"';
    const { entries, problems } = parse(`{ ${groups}, ${flat} }`);
    assert.deepEqual(Object.fromEntries(entries.map(({ key, value }) => [key, value])), {
      'general.checkpointing.enabled': true,
      'context.fileFiltering.respectGitIgnore': false,
      'tools.sandbox': 'docker',
      'mcp.excluded': ['db'],
      'security.auth.enforcedType': 'oauth-personal',
    });
    assert.deepEqual(new Set(problems.map(({ severity }) => severity)), new Set(['hint']));
    assert.match(
      problems[0]?.message ?? '',
      /^"checkpointing\.enabled" is called "general\.checkpointing\.enabled" now/,
    );
  });

  it('has the last of what is said twice', () => {
    assert.deepEqual(valuesOf('{ "model": { "name": "a" }, "model": { "name": "b" } }'), { 'model.name': 'b' });
  });

  it('changes no prototype', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString'];
    for (const name of names) {
      const { entries } = parse(`{ "${name}": { "name": "x" }, "model": { "${name}": { "name": "x" }, "name": {} } }`);
      assert.deepEqual(
        entries.map(({ key, value }) => [key, value]),
        [['model.name', undefined]],
      );
    }
    assert.equal(({} as Record<string, unknown>).name, undefined);
  });

  it('is not read if it is there to keep us busy', () => {
    const deep = 100_000;
    const hostile = [
      '['.repeat(deep) + ']'.repeat(deep),
      '{"a":'.repeat(deep),
      `{ "model": ${'['.repeat(101)}${']'.repeat(101)} }`,
      ' '.repeat(MAX_SETTINGS_LENGTH + 1),
      `{ "model": "${'x'.repeat(10_000_000)}" }`,
    ];
    for (const text of hostile) {
      const { entries, problems } = parse(text);
      assert.deepEqual([entries.length, problems.length, problems[0]?.severity], [0, 1, 'error']);
    }
  });
});
