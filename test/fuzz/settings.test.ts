import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeSettings } from '../../src/config/mergeSettings';
import { parseSettings, SCOPES, type Scope } from '../../src/config/settingsText';
import { fuzzRuns } from '../support/fuzzRuns';

interface SomeFile {
  readonly scope: Scope;
  readonly name?: string | number;
  readonly allowed?: string | string[];
  readonly paths?: string[];
}

describe('Settings, for any files,', () => {
  const file: fc.Arbitrary<SomeFile> = fc.record(
    {
      scope: fc.constantFrom<Scope>(...SCOPES.filter(scope => scope !== 'workspace')),
      name: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant(1)),
      allowed: fc.oneof(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }), fc.constant('x')),
      paths: fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
    },
    { requiredKeys: ['scope'] },
  );
  const parsed = ({ scope, name, allowed, paths }: SomeFile) =>
    parseSettings({
      scope,
      file: scope,
      text: JSON.stringify({ model: { name }, tools: { allowed }, context: { includeDirectories: paths } }),
    });

  it('merge as the order of the layers says', () => {
    fc.assert(
      fc.property(fc.uniqueArray(file, { selector: ({ scope }) => scope }), files => {
        const { settings } = mergeSettings(files.map(parsed), {});
        const fromLowToHigh = [...files].sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope));
        const names = fromLowToHigh.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
        const allowed = fromLowToHigh.flatMap(each => (Array.isArray(each.allowed) ? each.allowed : []));
        assert.equal(settings['model.name'], names.at(-1) ?? '');
        assert.deepEqual(settings['tools.allowed'], [...new Set(allowed)]);
        assert.deepEqual(
          settings['context.includeDirectories'],
          fromLowToHigh.flatMap(({ paths }) => paths ?? []),
        );
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('are read without failing, and nothing of a file is lost in silence', () => {
    const words = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '"model"',
      '"name"',
      '"x"',
      '1',
      '//',
      '\n',
      '__proto__',
      '\0',
      '\\',
    ];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map(each => each.join('')),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, content => {
        const { entries, problems } = parseSettings({ scope: 'user', file: 'f', text: content });
        const isSilent = entries.length === 0 && problems.length === 0;
        const bare = content.replace(/\/\/[^\n\r]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
        if (isSilent) assert.match(bare, /^\s*(?:\{[\s\S]*\})?\s*$/);
        for (const { line } of problems) assert.ok(line !== undefined && line >= 1);
        mergeSettings([{ scope: 'user', source: 'f', entries, problems }], {});
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});
