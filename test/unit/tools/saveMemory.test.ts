import assert from 'node:assert/strict';
import type { MemoryEdit } from '../../../src/tools/saveMemory';
import { addMemory, plainFact } from '../../../src/tools/text/memory';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

const file = '/pollux-memory/home/.gemini/GEMINI.md';
const header = '## Gemini Added Memories';

describe('save_memory', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const remember = (fact: string) => place.change('save_memory', { fact });
  const text = () => Buffer.from(place.files.bytes(file) ?? []).toString();

  it('makes the file and adds to it', async () => {
    const { content, display } = await remember('The user likes tabs.');
    assert.deepEqual(JSON.parse(content), {
      success: true,
      message: 'Okay, I\'ve remembered that: "The user likes tabs."',
    });
    assert.deepEqual(display, { type: 'edit', path: file, added: 2, removed: 0 });
    await remember('- - The user is called Ada.');
    assert.equal(text(), `${header}\n- The user likes tabs.\n- The user is called Ada.\n`);
  });

  it('proposes an edit of the file outside the workspace, which the person may change', async () => {
    const proposal = await place.propose<MemoryEdit>('save_memory', { fact: 'x' });
    assert.deepEqual([proposal.kind, proposal.file, proposal.before], ['edit', file, null]);
    const { content } = await place.apply('save_memory', { ...proposal, after: 'mine\n' });
    assert.match(content, /updated the memory file with your modifications/);
    assert.equal(text(), 'mine\n');
  });

  it('remembers for one project in a file of its folder', async () => {
    const args = { fact: 'Tests are run with make.', scope: 'project' };
    const { display } = await place.change('save_memory', args);
    assert.equal(display?.type === 'edit' && display.path, 'GEMINI.md');
    const saved = Buffer.from(place.files.bytes('/pollux-memory/work/GEMINI.md') ?? []).toString();
    assert.equal(saved, `${header}\n- Tests are run with make.\n`);
    assert.equal(text(), '');
  });

  it('refuses what says nothing, and files that are no text', async () => {
    await assert.rejects(remember(' -- \n'), toolError('invalid_tool_params', 'empty'));
    place.files.put(file, Buffer.from([0, 1, 2]));
    await assert.rejects(remember('x'), toolError('memory_tool_execution_error', '"success":false'));
  });

  it('opens nothing else beside the file', async () => {
    place.files.put('/pollux-memory/home/.gemini/settings.json', '{}');
    await assert.rejects(
      place.run('read_file', { file_path: '/pollux-memory/home/.gemini/settings.json' }),
      toolError('path_not_in_workspace'),
    );
  });
});

describe('A memory file', () => {
  const rows: readonly (readonly [why: string, before: string, after: string])[] = [
    ['gets a section where it has none', 'Mine.\n', `Mine.\n\n${header}\n- fact\n`],
    ['gets one after a blank line that is there', 'Mine.\n\n', `Mine.\n\n${header}\n- fact\n`],
    ['gets one also without newline at the end', 'Mine.', `Mine.\n\n${header}\n- fact\n`],
    [
      'keeps what follows and the blank line before it',
      `${header}\n- a\n\n## Next\n`,
      `${header}\n- a\n- fact\n\n## Next\n`,
    ],
    ['fills an empty section', `${header}\n\n## Next\n`, `${header}\n- fact\n\n## Next\n`],
    ['keeps its line endings', `${header}\r\n- a\r\n\r\n# B\r\n`, `${header}\r\n- a\r\n- fact\r\n\r\n# B\r\n`],
    ['is not fooled by the header in a sentence', `See ${header}\n`, `See ${header}\n\n${header}\n- fact\n`],
    ['ends in a newline', `${header}\n- a`, `${header}\n- a\n- fact\n`],
  ];
  for (const [why, before, after] of rows) it(why, () => assert.equal(addMemory(before, 'fact'), after));

  it('takes facts of one line, which can be no heading', () => {
    assert.equal(plainFact('- one\n## two\r\n  three '), 'one ## two three');
  });
});
