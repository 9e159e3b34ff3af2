import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILTIN_COMMANDS, builtinEntry, type BuiltinName } from '../../src/context/commands/builtinTable';

const root = join(__dirname, '..', '..');

describe('The table of the documents', () => {
  const rows = readFileSync(join(root, 'media', 'docs', 'documents.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|') && !/^\| (?:in the documents|-)/.test(line));

  it('has for each row an answer and a place', () => {
    assert.ok(rows.length > 90, String(rows.length));
    for (const row of rows) {
      const cells = row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim());
      assert.equal(cells.length, 3, row);
      assert.ok(
        cells.every(cell => cell !== ''),
        row,
      );
      assert.match(cells[2] ?? '', /`[^`]+`/, row);
    }
  });

  it('answers each row here, and puts none off to another page', () => {
    assert.deepEqual(
      rows.filter(row => row.includes('what holds now')),
      [],
    );
  });

  it('names files that are there', () => {
    const missing = rows.flatMap(row =>
      [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)]
        .map(([, file, page]) => file ?? `media/docs/${page ?? ''}`)
        .filter(file => !existsSync(join(root, file))),
    );
    assert.deepEqual(missing, []);
  });
});

describe('The page about commands', () => {
  const page = readFileSync(join(root, 'media', 'docs', 'commands.md'), 'utf8');
  const rows = page.split('\n').filter(line => line.startsWith('| `/'));
  const named = (row: string) => [...(row.split('|')[1] ?? '').matchAll(/`\/([a-z?]+)/g)].map(([, name = '']) => name);

  it('has each command that Pollux brings, and where it can be typed', () => {
    assert.deepEqual(
      rows.map(row => named(row)[0]),
      Object.keys(BUILTIN_COMMANDS),
    );
    for (const row of rows) {
      const [name = '', ...others] = named(row);
      const entry = builtinEntry(name as BuiltinName);
      assert.equal(/\| yes +\|$/.test(row), entry.hosts !== 'editor', row);
      for (const other of others) assert.ok(entry.otherNames?.includes(other), row);
    }
  });
});
