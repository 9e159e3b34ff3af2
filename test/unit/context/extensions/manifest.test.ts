import assert from 'node:assert/strict';
import { readManifest } from '../../../../src/context/extensions/manifest';

const file = '/ext/acme/gemini-extension.json';
const read = (text: string | null) => readManifest({ file, text });
const least = { name: 'acme', version: '1.0.0' };
const readJson = (more: object) => read(JSON.stringify({ ...least, ...more }, undefined, 2));

describe('The manifest of an extension', () => {
  it('is read whole, comments and all', () => {
    const { manifest, problems } = read(`{
      // mine
      "name": "acme", "version": "1.0.0", "description": "About acme", "contextFileName": ["ACME.md", "MORE.md"],
      "excludeTools": ["run_shell_command(rm)"],
      "mcpServers": { "x": { "command": "node", "args": ["\${extensionPath}\${/}s.js"] } },
      "settings": [{ "name": "Key", "description": "of acme", "envVar": "ACME_KEY", "sensitive": true }],
      "migratedTo": "https://example.com/acme", "themes": [{}], "plan": { "directory": "x" },
    }`);
    assert.deepEqual(problems, []);
    assert.deepEqual(JSON.parse(JSON.stringify(manifest)), {
      ...least,
      description: 'About acme',
      contextFileNames: ['ACME.md', 'MORE.md'],
      excludeTools: ['run_shell_command(rm)'],
      mcpServers: [{ name: 'x', row: { command: 'node', args: ['${extensionPath}${/}s.js'] }, line: 5 }],
      settings: [{ name: 'Key', description: 'of acme', envVar: 'ACME_KEY', isSensitive: true }],
      migratedTo: 'https://example.com/acme',
    });
  });

  it('may have one memory file', () => {
    assert.deepEqual(readJson({ contextFileName: 'A.md' }).manifest?.contextFileNames, ['A.md']);
    assert.equal(readJson({}).manifest?.contextFileNames, undefined);
  });

  it('is of no use, with the line of what is wrong, where it may limit the agent or has no name', () => {
    const cases: readonly [string | null, number | undefined, RegExp][] = [
      [null, 1, /can't be read/],
      ['', 1, /empty/],
      ['{\n"name": }', 2, /isn't valid JSON/],
      ['[]', 1, /must be an object/],
      ['{\n"version":"1"}', 1, /"name" must be/],
      ['{"version":"1",\n"name":"../evil"}', 2, /"name" may contain only letters/],
      ['{"version":"1",\n"name":"a/b"}', 2, /"name"/],
      ['{"version":"1",\n"name":".hidden"}', 2, /"name"/],
      ['{"name":"a",\n"version":1}', 2, /"version"/],
      ['{"name":"a","version":"1",\n"excludeTools":"x"}', 2, /"excludeTools" must be a list/],
      ['{"name":"a","version":"1",\n"contextFileName":[7]}', 2, /"contextFileName"/],
      ['{"a":'.repeat(5000), 1, /nested too deeply|isn't valid JSON/],
    ];
    for (const [text, line, message] of cases) {
      const { manifest, problems } = read(text);
      assert.equal(manifest, undefined, String(text));
      assert.deepEqual(problems[0]?.line, line, String(text));
      assert.match(problems[0]?.message ?? '', message);
    }
  });

  it('loses what is wrong and limits nobody, and says so', () => {
    const { manifest, problems } = readJson({
      settings: [{ name: 'A', envVar: 'A B' }, { envVar: 'A' }, 7, { name: 'B', envVar: 'B' }],
      mcpServers: [],
      other: 1,
    });
    assert.deepEqual(
      manifest?.settings.map(({ name }) => name),
      ['B'],
    );
    assert.equal(problems.filter(({ severity }) => severity === 'error').length, 4);
    assert.match(problems.find(({ severity }) => severity === 'hint')?.message ?? '', /"other"/);
  });
});
