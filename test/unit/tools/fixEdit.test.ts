import assert from 'node:assert/strict';
import type { UtilityReply, UtilityRequest } from '../../../src/agent/ports/utilityModel';
import { createReplace } from '../../../src/tools/replace';
import { createTools } from '../../../src/tools/index';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

const text = 'function total(items) {\n  return items.length;\n}\n';
const wrong = 'const sum = (list) => {\n  return list.size;\n};';

describe('replace, with a model to correct edits', () => {
  let place: ToolPlace;
  let asked: UtilityRequest[];
  beforeEach(() => {
    place = new ToolPlace();
    asked = [];
    place.put('a.ts', text);
  });

  /** Proposes the edits one after the other with one tool, the model giving the same answer each time. */
  const propose = async (answer: UtilityReply, file = 'a.ts', times = 1, oldString = wrong) => {
    const tool = createReplace({ usesModel: () => true });
    const ask = async (request: UtilityRequest) => {
      asked.push(request);
      return answer;
    };
    const args = place.args('replace', { file_path: file, old_string: oldString, new_string: 'return 0;' });
    for (let n = 1; n < times; n++) await tool.propose(args, { ...place.context, model: { ask } });
    return tool.propose(args, { ...place.context, model: { ask } });
  };
  const answer = (search: string, replace: string, more: object = {}): UtilityReply => ({
    ok: true,
    text: JSON.stringify({ search, replace, noChangesRequired: false, explanation: 'It was misquoted.', ...more }),
  });
  const corrected = answer('return items.length;', 'return 0;');
  const notFound = toolError('edit_no_occurrence_found');

  it('takes what the model corrects, where it stands in the file', async () => {
    const proposal = await propose(corrected);
    assert.deepEqual([proposal.after, proposal.correction], [text.replace('items.length', '0'), 'model']);
    assert.match((await place.apply('replace', proposal)).content, /matched after a model had corrected it/);
    assert.equal(asked[0]?.job, 'editFixer');
    for (const piece of [wrong, 'return 0;', text]) assert.ok(asked[0].prompt.includes(piece));
  });

  it('asks only once for the same edit of the same text', async () => {
    await propose(corrected, 'a.ts', 3);
    assert.equal(asked.length, 1);
  });

  it('believes the model when there is nothing to do', async () => {
    const done = answer('', '', { noChangesRequired: true });
    await assert.rejects(propose(done), toolError('edit_no_change_llm_judgement', 'It was misquoted.'));
  });

  it('does not believe it when its answer is not in the file, is no edit, or makes no sense', async () => {
    const failure = { kind: 'quota', message: 'Used up.' } as const;
    const answers: readonly UtilityReply[] = [
      answer('return things.length;', 'x'),
      answer('return itemz.length;', 'return 0;'),
      answer('return items.length;', 'return items.length;'),
      answer('', 'x'),
      answer('return items.length;', '// ... existing code ...'),
      { ok: true, text: 'Sorry' },
      { ok: true, text: '{"search": 1}' },
      { ok: false, failure },
    ];
    for (const each of answers) await assert.rejects(propose(each), notFound, JSON.stringify(each));
  });

  it('does not let it choose between several places', async () => {
    place.put('a.ts', 'x();\ny();\nx();\n');
    await assert.rejects(propose(answer('x();', 'z();')), notFound);
  });

  it('is not asked about JSON, notebooks, secrets, ambiguity, or when it is off', async () => {
    for (const file of ['a.json', 'a.ipynb', '.env', 'id_rsa']) {
      place.put(file, text);
      await assert.rejects(propose(corrected, file), notFound);
    }
    place.put('a.ts', 'x\nx\n');
    await assert.rejects(propose(corrected, 'a.ts', 1, 'x'), toolError('edit_expected_occurrence_mismatch'));
    await assert.rejects(
      place.propose('replace', { file_path: 'a.json', old_string: wrong, new_string: '' }),
      notFound,
    );
    assert.equal(asked.length, 0);
  });

  it('stops when the call is cancelled', async () => {
    place.controller.abort();
    await assert.rejects(propose(corrected), { name: 'AbortError' });
  });

  it('is part of the tools that settings shape', () => {
    const tools = createTools({ usesModel: () => true });
    assert.equal(tools.filter(tool => tool.name === 'replace').length, 1);
  });

  it('gives away no line of a secret in an error', async () => {
    place.put('.env', 'API_KEY=hush-hush\nOTHER=1\n');
    const args = { file_path: '.env', old_string: 'API_KEY=\nOTHER=1\n', new_string: 'x' };
    await assert.rejects(place.propose('replace', args), (error: Error) => {
      assert.ok(notFound(error));
      assert.ok(!error.message.includes('hush'));
      return true;
    });
  });
});
