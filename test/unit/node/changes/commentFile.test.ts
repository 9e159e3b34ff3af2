import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewThread } from '../../../../src/agent/ports/reviewThreads';
import { CommentFile } from '../../../../src/node/changes/commentFile';

describe('Comments on changes on the disk', () => {
  let folder: string;
  let file: string;
  const errors: unknown[] = [];
  const log = { error: (...all: unknown[]) => void errors.push(all), info: () => undefined, debug: () => undefined };
  const thread = (id: string, text = 'Louder'): ReviewThread => ({
    id,
    file: '/w/a.ts',
    side: 'text',
    start: 1,
    end: 2,
    quote: ['x'],
    entries: [{ by: 'user', text, at: 1, isDraft: true }],
    isResolved: false,
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comments-'));
    file = join(folder, 'changes', 'comments.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = () => new CommentFile(file, log as never);

  it('are there again as they were written last, whatever a crash has cut', async () => {
    open().save('c1', thread('c1', 'Lou'));
    open().save('c1', thread('c1'));
    open().save('c2', thread('c2'));
    open().save('c2', undefined);
    await appendFile(file, '{"id":"c3","fi');
    open().save('c4', thread('c4'));
    await appendFile(file, `${JSON.stringify({ ...thread('c5'), file: 'not absolute' })}\n`);
    assert.deepEqual(await open().load(), [thread('c1'), thread('c4')]);
    assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else reads them');
    assert.deepEqual(errors, []);
  });

  it('do not grow without end', async () => {
    open().save('c1', thread('c1', 'x'.repeat(1024 * 1024)));
    open().save('c1', thread('c1'));
    assert.deepEqual(await open().load(), [thread('c1')]);
    assert.equal(await readFile(file, 'utf8'), `${JSON.stringify(thread('c1'))}\n`);
  });
});
