import assert from 'node:assert/strict';
import { withFreshProblems } from '../../../../src/agent/calls/freshProblems';
import type { Diagnostics, TextProblems } from '../../../../src/agent/ports/diagnostics';
import type { Problem } from '../../../../src/shared/problems';
import type { EditProposal, Proposal } from '../../../../src/shared/proposals';
import type { ToolOutput } from '../../../../src/agent/tool';
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

  const told = (found: Partial<Found>, proposal: Proposal = edit) =>
    changed(found, proposal).then(({ content }) => content);

  function changed(found: Partial<Found>, proposal: Proposal = edit): Promise<ToolOutput> {
    const { before = [], after = [], unanswered = [], known = [file], checked } = found;
    const diagnostics: Diagnostics = {
      prepare: () => undefined,
      watch: files => {
        events.push(`watch ${files.join()}`);
        return {
          before,
          known: new Set(known),
          unseen: new Set(checked ? [file] : []),
          settled: async (_signal, options) => {
            events.push(...Array.from(options?.checked ?? [], each => `not waited for ${each}`));
            return { problems: after, unanswered };
          },
          end: () => void events.push('end'),
        };
      },
      checkTexts: async texts => {
        events.push(...Array.from(texts.before, ([name, text]) => `check ${name} ${JSON.stringify(text)}`));
        return checked;
      },
    };
    const apply = async () => {
      events.push('apply');
      return { content: 'done', display: { type: 'edit' as const, path: 'a.ts', added: 2, removed: 1 } };
    };
    const context = { workspace: place.workspace, diagnostics };
    const { signal } = new AbortController();
    return withFreshProblems(context, proposal, signal, apply);
  }

  it('is what broke, and not what moved', async () => {
    assert.equal(
      await told({ before: [problem(1)], after: [problem(2), problem(3, { source: 'ts', code: '7' })] }),
      'done\nNew problems since this change (1):\na.ts:3:1 error: wrong [ts 7]',
    );
    assert.deepEqual(events, [`watch ${file}`, 'apply', 'end']);
  });

  it('is what the user sees, too: the most important problems, each on one line', async () => {
    const many = Array.from({ length: 30 }, (_, i) => problem(1, { message: `w${i}`, severity: 'warning' }));
    const { display } = await changed({ after: [...many, problem(3, { message: 'not\n  a number' })] });
    assert.ok(display?.type === 'edit' && display.newProblems);
    const { total, shown } = display.newProblems;
    assert.deepEqual([total, shown.length, display.added], [31, 20, 2]);
    assert.deepEqual(shown[0], { path: 'a.ts', line: 3, severity: 'error', message: 'not a number' });
    assert.equal(shown[1]?.severity, 'warning');
  });

  it('is nothing that the user sees if nothing is new', async () => {
    const { display } = await changed({ before: [problem(1)], after: [problem(2)] });
    assert.deepEqual(display, { type: 'edit', path: 'a.ts', added: 2, removed: 1 });
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

  it('is what a check of the texts says where no tab shows the file, and not what the editor said earlier', async () => {
    const ts = { source: 'ts', code: '1' };
    const checked = { before: [problem(1, ts)], after: [problem(2, ts), problem(3, ts)], checked: new Set([file]) };
    const stale = [problem(9, ts), problem(1, { source: 'eslint' })];
    assert.equal(
      await told({ before: stale, after: stale, checked }),
      'done\nNew problems since this change (2):\na.ts:1:1 error: wrong [eslint]\na.ts:3:1 error: wrong [ts 1]\n' +
        'Problems that this change fixed: 1.',
    );
    assert.deepEqual(events, [
      `watch ${file}`,
      'apply',
      `check ${file} ${JSON.stringify(edit.before)}`,
      `not waited for ${file}`,
      'end',
    ]);
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
            unseen: new Set(),
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
  readonly checked: TextProblems;
}
