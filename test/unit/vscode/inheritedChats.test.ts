import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { inheritChats } from '../../../src/vscode/inheritedChats';
import { Scratch } from '../../support/scratch';

describe('The chats of a folder to which another one is added', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('alone/sessions/a.jsonl', 'first\n');
    await scratch.put('alone/sessions/a.title', 'A title');
    await scratch.put('alone/sessions/a.lock', '1');
    await scratch.put('alone/state.json', '{}');
  });
  afterEach(() => scratch.close());

  const open = (storage: string, isAlone: boolean, folder = 'file:///work/app') =>
    inheritChats({ storage: scratch.absolute(storage), known: scratch.absolute('known'), folder, isAlone });
  const chatsOf = async (storage: string) => (await readdir(scratch.absolute(`${storage}/sessions`))).sort();

  it('are there, with their titles and drafts, and in the workspace that is then saved', async () => {
    open('alone', true);
    open('several', false);
    assert.deepEqual(await chatsOf('several'), ['a.jsonl', 'a.title']);
    assert.equal(await readFile(scratch.absolute('several/state.json'), 'utf8'), '{}');
    open('saved', false);
    assert.deepEqual(await chatsOf('saved'), ['a.jsonl', 'a.title']);
    assert.deepEqual(await chatsOf('alone'), ['a.jsonl', 'a.lock', 'a.title']);
  });

  it('never take the place of chats that the workspace has', async () => {
    open('alone', true);
    await scratch.put('several/sessions/b.jsonl', 'second\n');
    open('several', false);
    assert.deepEqual(await chatsOf('several'), ['b.jsonl']);
  });

  it('stay with their folder when another one is opened, or the folder itself in other storage', () => {
    open('alone', true);
    open('other', false, 'file:///work/other');
    open('again', true);
    assert.equal(existsSync(scratch.absolute('other/sessions')), false);
    assert.equal(existsSync(scratch.absolute('again/sessions')), false);
  });

  it('are copied whole although a copy was interrupted', async () => {
    open('alone', true);
    await mkdir(scratch.absolute('several/sessions.copy'), { recursive: true });
    open('several', false);
    assert.deepEqual(await chatsOf('several'), ['a.jsonl', 'a.title']);
  });
});
