import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ArchiveBudget, ArchiveError } from '../../../../src/node/extensions/archiveEntries';
import { readTar } from '../../../../src/node/extensions/readTar';
import { readZip } from '../../../../src/node/extensions/readZip';
import { unpackArchive } from '../../../../src/node/extensions/unpackArchive';
import { makeTar, makeZip, type MadeEntry } from '../../../support/archives';
import { Scratch } from '../../../support/scratch';

const formats: readonly [
  string,
  (entries: readonly MadeEntry[], budget?: ArchiveBudget) => Promise<readonly { path: string }[]>,
][] = [
  ['tar', async (entries, budget) => readTar(makeTar(entries), budget)],
  ['zip', async (entries, budget) => readZip(makeZip(entries), budget)],
];

for (const [format, read] of formats) {
  describe(`A ${format} archive of an extension`, () => {
    it('is read with its folders', async () => {
      const entries = await read([{ path: 'a/', type: '5' }, { path: './a/b.txt', text: 'b' }, { path: 'c.txt' }]);
      assert.deepEqual(
        entries.map(({ path }) => path),
        ['a', 'a/b.txt', 'c.txt'],
      );
    });

    it('is refused where a path leads out of it', async () => {
      for (const path of ['../x', 'a/../../x', '/etc/x', 'C:\\x', '\\\\host\\x', '..\\x', 'a/..', 'a\n/x']) {
        await assert.rejects(read([{ path: 'ok' }, { path, text: 'x' }]), ArchiveError, path);
      }
    });

    it('is refused where it has a link', async () => {
      await assert.rejects(read([{ path: 'link', type: '2' }]), /a link: "link"/);
    });

    it('is refused where it holds too much', async () => {
      const many = Array.from({ length: 11 }, (_, i) => ({ path: `f${i}`, text: '12345' }));
      await assert.rejects(read(many, new ArchiveBudget({ bytes: 1000, entries: 10 })), /more than 10 files/);
      await assert.rejects(read(many, new ArchiveBudget({ bytes: 50, entries: 100 })), /more than 50 bytes/);
    });
  });
}

describe('An archive of an extension', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const unpack = async (name: string, bytes: Buffer) => {
    await scratch.put(name, bytes);
    await scratch.put('out/.keep', '');
    await unpackArchive(await readFile(scratch.absolute(name)), scratch.absolute('out'));
  };

  it('that unpacks to more than it says is refused', async () => {
    const bomb = [{ path: 'bomb', text: '0'.repeat(5_000_000) }];
    await assert.rejects(readZip(makeZip(bomb, 100)), ArchiveError);
    await assert.rejects(
      readZip(makeZip(bomb), new ArchiveBudget({ bytes: 1000, entries: 10 })),
      /more than 1000 bytes/,
    );
  });

  it('of a gigabyte of nothing is refused before it is there', async () => {
    const part = gzipSync(Buffer.alloc(25_000_000));
    const bomb = Buffer.concat(Array.from({ length: 10 }, () => part));
    await assert.rejects(unpack('bomb.tar.gz', bomb), /more than 200000000 bytes/);
  }).timeout(60_000);

  it('that is none is refused, wherever it is cut', async () => {
    const zip = makeZip([{ path: 'a', text: 'hello' }]);
    const tar = makeTar([{ path: 'a', text: 'hello' }]);
    for (let length = 0; length < zip.length; length += 3) {
      await assert.rejects(readZip(zip.subarray(0, length)), ArchiveError, String(length));
    }
    assert.throws(() => readTar(tar.subarray(0, 514)), ArchiveError);
    assert.throws(() => readTar(Buffer.alloc(1024, 'x')), ArchiveError);
    await assert.rejects(unpack('x.tgz', Buffer.from('\x1f\x8bno', 'latin1')), /isn’t a gzip file/);
    await assert.rejects(unpack('x.zip', Buffer.from('PK')), /isn’t a zip archive/);
    await assert.rejects(unpack('x.tgz', Buffer.from('no')), /isn’t an archive/);
  });

  it('is unpacked without the one folder that holds all of it', async () => {
    const entries = [
      { path: 'acme-1.0/', type: '5' },
      { path: 'acme-1.0/gemini-extension.json', text: '{}' },
    ];
    for (const [name, bytes] of [
      ['a.zip', makeZip(entries)],
      ['b.tgz', gzipSync(makeTar(entries))],
      ['c.tar', makeTar(entries)],
    ] as const) {
      await unpack(name, bytes);
      assert.equal(String(await scratch.bytes('out/gemini-extension.json')), '{}', name);
      await rm(scratch.absolute('out'), { recursive: true });
    }
  });

  it('never writes a file twice', async () => {
    const twice = makeTar([
      { path: 'a', text: '1' },
      { path: './a', text: '2' },
    ]);
    await assert.rejects(unpack('twice.tar', twice));
  });
});
