import assert from 'node:assert/strict';
import { openIssueReporter } from '../../../src/extension/issueReporter';

describe('The issue reporter', () => {
  const open = async (openForm: () => Promise<unknown>) => {
    const opened: string[] = [];
    const said = await openIssueReporter({
      openForm,
      openReport: async () => opened.push('report'),
      tell: text => opened.push(text),
      log: { warn: () => undefined },
    });
    return [said, ...opened];
  };

  it('is the editor’s own form', async () => {
    assert.deepEqual(await open(async () => undefined), ['The issue reporter was opened.']);
  });

  it('gives the report to the user if the editor has no form, as in a browser', async () => {
    const [said, opened, told] = await open(() => Promise.reject(new Error('Unable to find issue reporting url')));
    assert.match(said ?? '', /Your report was opened instead/);
    assert.equal(opened, 'report');
    assert.equal(told, said);
  });
});
