import assert from 'node:assert/strict';
import type { UtilityReply, UtilityRequest } from '../../../src/agent/ports/utilityModel';
import { createTools } from '../../../src/tools/index';
import { createWriteFile } from '../../../src/tools/writeFile';
import { ToolPlace } from '../../support/toolPlace';

const source = 'import os\n\nprint("a\\nb")\n';
const escaped = 'import os\\n\\nprint(\\"a\\\\nb\\")\\n';
const warning = /Warning: content has no newline, but the two characters \\n 4 times, and was written exactly so/;

describe('write_file, of content that was escaped once too often', () => {
  let place: ToolPlace;
  let asked: UtilityRequest[];
  beforeEach(() => {
    place = new ToolPlace();
    asked = [];
  });

  const propose = (content: string, reply: UtilityReply | string, file = 'a.py', usesModel = true) => {
    const ask = async (request: UtilityRequest): Promise<UtilityReply> => {
      asked.push(request);
      return typeof reply === 'string' ? { ok: true, text: JSON.stringify({ content: reply }) } : reply;
    };
    const args = place.args('write_file', { file_path: file, content });
    return createWriteFile({ usesModel: () => usesModel }).propose(args, { ...place.context, model: { ask } });
  };

  it('takes what a model makes of it, and says so', async () => {
    const proposal = await propose(escaped, source);
    assert.deepEqual([proposal.after, proposal.correction], [source, 'escapes']);
    const { content } = await place.apply('write_file', proposal);
    assert.match(content, /Corrected edit: content was escaped once too often/);
    assert.doesNotMatch(content, /Warning/);
    assert.equal(place.text('a.py'), source);
    assert.equal(asked[0]?.job, 'editFixer');
    assert.ok(asked[0].prompt.includes(escaped));
  });

  it('takes the line endings of the file that it replaces', async () => {
    place.put('a.py', 'one\r\ntwo\r\n');
    assert.equal((await propose(escaped, source)).after, source.replaceAll('\n', '\r\n'));
  });

  it('takes nothing that differs in more than escapes, and warns', async () => {
    const others = [`${source}\n`, source.replace('os', 'sys'), source.replace('"a', '\\\\"a'), source.trim(), ''];
    for (const other of others) {
      const proposal = await propose(escaped, other);
      assert.deepEqual([proposal.after, proposal.correction], [escaped, undefined], other);
      assert.match((await place.apply('write_file', { ...proposal, before: null })).content, warning);
      place = new ToolPlace();
    }
  });

  it('does not warn of what the model finds right', async () => {
    const line = "printf 'a\\nb\\n'";
    const proposal = await propose(line, line, 'a.sh');
    assert.deepEqual([proposal.after, proposal.correction], [line, undefined]);
    assert.doesNotMatch((await place.apply('write_file', proposal)).content, /Warning/);
  });

  it('warns where no model can be asked, and tells it nothing of a secret file', async () => {
    const failed: UtilityReply = { ok: false, failure: { kind: 'network', message: 'gone' } as never };
    for (const proposal of [
      await propose(escaped, failed),
      await propose(escaped, { ok: true, text: 'no JSON' }),
      await propose(escaped, source, '.env'),
      await propose(escaped, source, 'a.py', false),
    ]) {
      assert.equal(proposal.after, escaped);
      assert.match(proposal.note ?? '', warning);
    }
    assert.equal(asked.length, 2);
  });

  it('does not warn of what the person has made of it', async () => {
    const proposal = await propose(escaped, source, 'a.py', false);
    assert.doesNotMatch((await place.apply('write_file', { ...proposal, after: source })).content, /Warning/);
  });

  it('leaves alone what has newlines, is JSON, or replaces a file of that kind', async () => {
    place.put('old.txt', 'one\\ntwo\\n');
    for (const [file, content] of [
      ['a.py', source],
      ['a.json', '{"text":"one\\ntwo\\nthree"}'],
      ['b.py', 'print("a\\n")'],
      ['old.txt', 'one\\ntwo\\nthree\\n'],
    ] as const) {
      const proposal = await propose(content, 'never', file);
      assert.deepEqual([proposal.after, proposal.correction, proposal.note], [content, undefined, undefined], file);
    }
    assert.equal(asked.length, 0);
  });

  it('asks as the setting says that holds for the session', async () => {
    const tool = createTools({ usesModel: () => true }).find(({ name }) => name === 'write_file');
    assert.ok(tool?.kind === 'change');
    const ask = async (): Promise<UtilityReply> => ({ ok: true, text: JSON.stringify({ content: source }) });
    const args = { file_path: 'a.py', content: escaped } as never;
    const proposal = await tool.propose(args, { ...place.context, model: { ask } });
    assert.ok(proposal.kind === 'edit');
    assert.equal(proposal.after, source);
  });
});
