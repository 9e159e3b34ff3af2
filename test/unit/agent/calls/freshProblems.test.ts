import assert from 'node:assert/strict';
import { withFreshProblems } from '../../../../src/agent/calls/freshProblems';
import type { Diagnostics } from '../../../../src/agent/ports/diagnostics';
import type { Problem } from '../../../../src/shared/problems';
import type { EditProposal, Proposal } from '../../../../src/shared/proposals';
import { ToolPlace } from '../../../support/toolPlace';

const file = '/pollux-memory/work/a.ts';
const edit: EditProposal = { kind: 'edit', path: 'a.ts', file, before: 'one\ntwo\n', after: 'zero\none\n2\n' };

const problem = (line: number, more: Partial<Problem> = {}): Problem => ({
  file,
  line,
  column: 1,
  severity: 'error',
  message: 'wrong',
  ...more,
});

describe('What the model is told after a change', () => {
  let place: ToolPlace;
  let events: string[];
  beforeEach(() => {
    place = new ToolPlace();
    place.put('a.ts', 'zero\none\n2\n');
    events = [];
  });

  function told(found: Partial<Found>, proposal: Proposal = edit): Promise<string> {
    const { before = [], after = [], unanswered = [], known = [file] } = found;
    const diagnostics: Diagnostics = {
      prepare: () => undefined,
      watch: files => {
        events.push(`watch ${files.join()}`);
        return {
          before,
          known: new Set(known),
          settled: async () => ({ problems: after, unanswered }),
          end: () => void events.push('end'),
        };
      },
    };
    const apply = async () => {
      events.push('apply');
      return { content: 'done' };
    };
    const context = { workspace: place.workspace, diagnostics };
    const { signal } = new AbortController();
    return withFreshProblems(context, proposal, signal, apply).then(({ content }) => content);
  }

  it('is what broke, and not what moved', async () => {
    assert.equal(
      await told({ before: [problem(1)], after: [problem(2), problem(3, { source: 'ts', code: '7' })] }),
      'done\nNew problems since this change (1):\na.ts:3:1 error: wrong [ts 7]',
    );
    assert.deepEqual(events, [`watch ${file}`, 'apply', 'end']);
  });

  it('is how many problems were fixed', async () => {
    assert.equal(await told({ before: [problem(2)] }), 'done\nProblems that this change fixed: 1.');
  });

  it('is nothing but the answer of the tool, if nothing is wrong', async () => {
    assert.equal(await told({ after: [problem(1, { severity: 'hint' })] }), 'done');
  });

  it('is that nobody has looked at the file yet', async () => {
    assert.match(await told({ unanswered: [file] }), /^done\nTimed out: the editor has said nothing about a\.ts yet/);
  });

  it('is at most twenty lines, errors first, and the number of the rest', async () => {
    const many = Array.from({ length: 30 }, (_, i) => problem(1, { message: `w${i}`, severity: 'warning' }));
    const lines = (await told({ after: [...many, problem(3)] })).split('\n');
    assert.equal(lines.length, 23);
    assert.equal(lines[1], 'New problems since this change (31):');
    assert.equal(lines[2], 'a.ts:3:1 error: wrong');
    assert.equal(lines.at(-1), '... and 11 more');
  });

  it('keeps apart what may be old in a file that was not known', async () => {
    assert.equal(
      await told({ after: [problem(2), problem(3)], known: [] }),
      'done\nNew problems since this change (1):\na.ts:3:1 error: wrong\n' +
        'Problems in lines that did not change, which may be old (1):\na.ts:2:1 error: wrong',
    );
  });

  it('is nothing more for what is no edit', async () => {
    const command: Proposal = { kind: 'command', command: 'ls', cwd: '/' };
    assert.equal(await told({ after: [problem(1)] }, command), 'done');
    assert.deepEqual(events, ['apply']);
  });

  it('stops following when the change fails', async () => {
    const failing = withFreshProblems(
      {
        workspace: place.workspace,
        diagnostics: {
          prepare: () => undefined,
          watch: () => ({
            before: [],
            known: new Set(),
            settled: () => Promise.reject(new Error('not to be asked')),
            end: () => void events.push('end'),
          }),
        },
      },
      edit,
      new AbortController().signal,
      () => Promise.reject(new Error('disk full')),
    );
    await assert.rejects(failing, /disk full/);
    assert.deepEqual(events, ['end']);
  });
});

interface Found {
  readonly before: readonly Problem[];
  readonly after: readonly Problem[];
  readonly unanswered: readonly string[];
  readonly known: readonly string[];
}
