import assert from 'node:assert/strict';
import { Scratch } from '../../support/scratch';
import { filesThatFailed, outcomeOf, joinRuns } from '../../support/vscode/outcome';

const inFile = (title: string, file: string | undefined) => ({ title, file });
const failed = (title: string, file: string | undefined) => ({ title, file, error: `${title} failed` });

describe('outcome of a suite', () => {
  let scratch: Scratch;

  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('counts what passed in the second run', () => {
    const first = {
      passed: [inFile('a1', 'a.test.ts'), inFile('b1', 'b.test.ts')],
      failed: [failed('b2', 'b.test.ts')],
      skipped: [inFile('c1', 'c.test.ts')],
    };
    const second = { passed: [inFile('b1', 'b.test.ts'), inFile('b2', 'b.test.ts')], failed: [], skipped: [] };

    const { passed, ...others } = joinRuns(first, second, filesThatFailed(first));

    assert.deepEqual(passed.map(({ title }) => title).sort(), ['a1', 'b1', 'b2']);
    assert.deepEqual(others, { failed: [], skipped: [inFile('c1', 'c.test.ts')] });
  });

  it('keeps what fails in the second run, too', () => {
    const first = { passed: [inFile('a1', 'a.test.ts')], failed: [failed('a2', 'a.test.ts')], skipped: [] };
    assert.deepEqual(joinRuns(first, first, ['a.test.ts']), first);
  });

  it('counts what failed only in the second run as passed, but not what has never run before', () => {
    const first = { passed: [inFile('a1', 'a.test.ts')], failed: [failed('a2', 'a.test.ts')], skipped: [] };
    const again = [failed('a1', 'a.test.ts'), failed('a3', 'a.test.ts')];
    const second = { passed: [inFile('a2', 'a.test.ts')], failed: again, skipped: [] };
    const { passed, failed: left } = joinRuns(first, second, ['a.test.ts']);
    assert.deepEqual(passed.map(({ title }) => title).sort(), ['a1', 'a2']);
    assert.deepEqual(left, [failed('a3', 'a.test.ts')]);
  });

  it('knows no files of a suite that died, so that all of it runs again', async () => {
    await scratch.put('report.jsonl', `${JSON.stringify({ event: 'started', ...inFile('a1', 'a.test.ts') })}\n`);
    const outcome = outcomeOf(scratch.absolute('report.jsonl'), 'killed');
    assert.deepEqual(outcome.failed, [{ title: 'The suite died, in: a1', file: undefined, error: 'killed' }]);
    assert.equal(filesThatFailed(outcome), undefined);
  });
});
