import assert from 'node:assert/strict';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import { applyOnce, NotApproved } from '../../src/policy/approvals';
import type { Approved, EditProposal, EditsProposal } from '../../src/shared/proposals';
import { approve } from '../support/approve';
import { BaselineChanged } from '../../src/shared/errors';
import { toolError } from '../support/toolError';

/** A folder to write into, empty at first. Paths are relative to it. */
export interface FileWriterPlace {
  readonly writer: FileWriter;
  put(path: string, content: string | Uint8Array): Promise<void>;
  /** What is there now; null for nothing. */
  bytes(path: string): Promise<Uint8Array | null>;
  /** The absolute path that an edit names. */
  absolute(path: string): string;
  /** Outside of the folder; not there at first. */
  readonly memory: { readonly file: string; bytes(): Promise<Uint8Array | null> };
  close(): Promise<void>;
}

/** The rules of the `FileWriter` port. */
export function describeFileWriter(name: string, make: () => Promise<FileWriterPlace>): void {
  describe(`${name}, as a file writer`, () => {
    let place: FileWriterPlace;
    beforeEach(async () => (place = await make()));
    afterEach(() => place.close());

    const write = (path: string, before: string | null, after: string) =>
      place.writer.write(approve({ kind: 'edit', path, file: place.absolute(path), before, after }));
    const bytesOf = async (path: string) => {
      const bytes = await place.bytes(path);
      return bytes && Buffer.from(bytes).toString('latin1');
    };
    const refusesChanged = (current: string | null) => (error: unknown) => {
      assert.ok(error instanceof BaselineChanged, String(error));
      assert.equal(error.current, current);
      return true;
    };

    it('creates a file and its parent folders', async () => {
      assert.deepEqual(await write('new/deep/a.txt', null, 'grüß\r\n'), { text: 'grüß\r\n', isSaved: true });
      assert.deepEqual(Buffer.from((await place.bytes('new/deep/a.txt')) ?? []), Buffer.from('grüß\r\n'));
      await write('empty.txt', null, '');
      assert.equal(await bytesOf('empty.txt'), '');
    });

    it('writes nothing that was not approved, and nothing of an approval that was used', async () => {
      const edit = { kind: 'edit', path: 'a.txt', file: place.absolute('a.txt'), before: null, after: 'x' } as const;
      const approved = approve(edit);
      const used = approve({ ...edit, after: 'y' });
      await applyOnce(used, async () => undefined);
      for (const forged of [edit as Approved<EditProposal>, { ...approved, after: 'z' }, used]) {
        await assert.rejects(place.writer.write(forged), NotApproved);
      }
      const edits = { kind: 'edits', edits: [edit] } as const;
      await assert.rejects(place.writer.writeAll(edits as unknown as Approved<EditsProposal>), NotApproved);
      assert.equal(await place.bytes('a.txt'), null);
    });

    it('replaces text to the byte, whatever its line endings', async () => {
      const texts = ['a\nb\n', 'a\r\nb\r\n', 'a\r\nb\nc\r\n', 'a\rb', 'no final newline', '\n\n', ' trailing \n'];
      for (const [n, after] of texts.entries()) {
        await place.put(`${n}.txt`, 'before');
        await write(`${n}.txt`, 'before', after);
        assert.equal(await bytesOf(`${n}.txt`), after);
      }
    });

    it('keeps byte-order marks and encodings', async () => {
      await place.put('marked.txt', '\uFEFFone\n');
      await write('marked.txt', 'one\n', 'zwö\n');
      assert.deepEqual(Buffer.from((await place.bytes('marked.txt')) ?? []), Buffer.from('\uFEFFzwö\n'));
      await place.put('wide.txt', Buffer.from('\uFEFFone\n', 'utf16le'));
      await write('wide.txt', 'one\n', 'zwö🎉\n');
      assert.deepEqual(Buffer.from((await place.bytes('wide.txt')) ?? []), Buffer.from('\uFEFFzwö🎉\n', 'utf16le'));
    });

    it('writes nothing if the file has changed', async () => {
      await place.put('a.txt', 'theirs');
      await assert.rejects(write('a.txt', 'before', 'mine'), refusesChanged('theirs'));
      assert.equal(await bytesOf('a.txt'), 'theirs');
    });

    it('writes nothing if a file is there that should be new, or gone that should be there', async () => {
      await place.put('a.txt', 'theirs');
      await assert.rejects(write('a.txt', null, 'mine'), refusesChanged('theirs'));
      await assert.rejects(write('gone.txt', 'before', 'mine'), refusesChanged(null));
      assert.equal(await bytesOf('a.txt'), 'theirs');
      assert.equal(await bytesOf('gone.txt'), null);
    });

    it('writes the memory file outside of the folder, and nothing beside it', async () => {
      const { memory } = place;
      const { file } = memory;
      const writeOutside = (path: string, before: string | null, after: string) =>
        place.writer.write(approve({ kind: 'edit', path, file: path, before, after }));
      await writeOutside(file, null, 'one\n');
      await writeOutside(file, 'one\n', 'two\n');
      assert.equal(Buffer.from((await memory.bytes()) ?? []).toString(), 'two\n');
      await assert.rejects(writeOutside(`${file}.bak`, null, 'x'), toolError('path_not_in_workspace'));
    });

    it('refuses a directory, and a file as a folder', async () => {
      await place.put('folder/a.txt', 'x');
      await assert.rejects(write('folder', null, 'mine'), toolError('target_is_directory'));
      await assert.rejects(write('folder/a.txt/b.txt', null, 'mine'), toolError('file_write_failure'));
      assert.equal(await bytesOf('folder/a.txt'), 'x');
    });

    describe('writes several files', () => {
      const writeAll = (edits: readonly (readonly [path: string, before: string | null, after: string])[]) =>
        place.writer.writeAll(
          approve({
            kind: 'edits',
            edits: edits.map(([path, before, after]) => {
              return { kind: 'edit', path, file: place.absolute(path), before, after };
            }),
          }),
        );

      it('in their order', async () => {
        await place.put('a.txt', 'a\n');
        await place.put('b.txt', 'b\r\n');
        const written = await writeAll([
          ['b.txt', 'b\r\n', 'B\r\n'],
          ['a.txt', 'a\n', 'A\n'],
          ['new/c.txt', null, 'C\n'],
        ]);
        assert.deepEqual(
          written.map(({ text }) => text),
          ['B\r\n', 'A\n', 'C\n'],
        );
        assert.equal(await bytesOf('a.txt'), 'A\n');
        assert.equal(await bytesOf('b.txt'), 'B\r\n');
        assert.equal(await bytesOf('new/c.txt'), 'C\n');
      });

      it('or none, if one of them has changed', async () => {
        await place.put('a.txt', 'a\n');
        await place.put('b.txt', 'theirs\n');
        const writing = writeAll([
          ['a.txt', 'a\n', 'A\n'],
          ['b.txt', 'b\n', 'B\n'],
        ]);
        await assert.rejects(writing, toolError('file_changed'));
        assert.equal(await bytesOf('a.txt'), 'a\n');
        assert.equal(await bytesOf('b.txt'), 'theirs\n');
      });

      it('and takes back what it has written, if one of them can’t be written', async () => {
        await place.put('a.txt', 'a\n');
        await place.put('file', 'x');
        const writing = writeAll([
          ['a.txt', 'a\n', 'A\n'],
          ['new.txt', null, 'new'],
          ['file/below.txt', null, 'impossible'],
        ]);
        await assert.rejects(writing, toolError('file_write_failure'));
        assert.equal(await bytesOf('a.txt'), 'a\n');
        assert.equal(await bytesOf('new.txt'), null);
        assert.equal(await bytesOf('file'), 'x');
      });
    });
  });
}
