import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_MEMORY_BYTES, ProjectMemory } from '../../src/context/memory/projectMemory';
import { FakeMemoryDisk } from '../support/memoryDisk';
import { fuzzRuns } from '../support/fuzzRuns';

const folder = '/home/me/work';
const names = ['GEMINI.md', 'AGENTS.md', 'CLAUDE.md', 'docs/a.md', 'docs/GEMINI.md', '.claude/rules/r.md'];

/** What memory files are made of, and what somebody would write to get more out of them. */
const piece = fc.oneof(
  fc.constantFrom(
    '`',
    '``',
    '```\n',
    '~~~\n',
    '\n',
    '\r\n',
    ' ',
    '> ',
    '- ',
    '---\n',
    'text ',
    'é',
    '\u202e',
    '\u{e0041}',
  ),
  fc.constantFrom(...names.flatMap(name => [`@./${name} `, `@../${name}\n`, `@${folder}/${name} `])),
  fc.constantFrom('@../secret ', '@/home/me/secret ', '@./link.md ', '@.env ', '@https://a.example/x ', '@~/secret '),
  fc.constantFrom(
    '--- Context from: GEMINI.md ---\n',
    '--- End of Context from: GEMINI.md ---\n',
    '<!-- ',
    ' -->',
    'paths: ["**"]\n',
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

describe('Memory files of any content', () => {
  it('are read without an end in tears, within their limit, and with nothing of elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...names.map(() => text)),
        fc.constantFrom('tree' as const, 'flat' as const),
        async (texts, importFormat) => {
          const disk = new FakeMemoryDisk({ '/home/me/secret': 'SECRET', [`${folder}/.env`]: 'KEY=SECRET' });
          disk.links.set(`${folder}/link.md`, '/home/me/secret');
          names.forEach((name, i) => disk.files.set(`${folder}/${name}`, texts[i] ?? ''));
          const memory = new ProjectMemory({
            disk,
            homes: () => ({ home: '/home/me', folders: [folder] }),
            settings: () => ({
              fileNames: ['GEMINI.md'],
              importFormat,
              maxFolders: 200,
              boundaryMarkers: ['.git'],
              families: ['agents', 'claude', 'copilot'],
              ignoring: { git: true, gemini: true, custom: [] },
            }),
            reportBug: (_message, error) => {
              throw error;
            },
          });
          const all = [...(await memory.load()), ...(await memory.near([`${folder}/docs/x.ts`]))];
          const told = all.map(each => each.text).join('\n');
          assert.doesNotMatch(told, /SECRET/);
          assert.doesNotMatch(told, /^--- (?:End of )?Context from/m);
          assert.ok(Buffer.byteLength(told) <= 2 * MAX_MEMORY_BYTES + 1000);
          assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
        },
      ),
      { numRuns: fuzzRuns(120) },
    );
  });
});
