import assert from 'node:assert/strict';
import { HookApprovals } from '../../../src/hooks/approval';
import { readTrustedHooks } from '../../../src/node/config/hookFiles';
import { hookAt } from '../../support/hookFakes';
import { Scratch } from '../../support/scratch';

describe('Hooks that Gemini CLI notes as known', () => {
  let scratch: Scratch;
  const values = new Map<string, unknown>();
  let files: Record<string, string> = {};
  const hook = hookAt('BeforeTool', { scope: 'workspace', name: 'lint', command: 'node lint.js' });
  const approvals = () =>
    new HookApprovals({
      kept: { get: name => values.get(name), set: (name, value) => void values.set(name, value) },
      digest: text => text,
      filesOf: async () => files,
      folderOf: () => '/work',
      isKnownToGemini: readTrustedHooks(scratch.path),
      trustsProject: false,
    });
  const note = (value: unknown) => scratch.put('.gemini/trusted_hooks.json', JSON.stringify(value));
  beforeEach(async () => {
    scratch = await Scratch.make();
    values.clear();
    files = { 'lint.js': 'one' };
  });
  afterEach(() => scratch.close());

  it('need no question, as they are now', async () => {
    await note({ '/work': ['lint:node lint.js'] });
    assert.equal(await approvals().pending(hook), null);
    files = { 'lint.js': 'two' };
    assert.notEqual(await approvals().pending(hook), null);
  });

  it('stay withdrawn', async () => {
    await note({ '/work': ['lint:node lint.js'] });
    await approvals().pending(hook);
    await approvals().withdraw(hook);
    assert.notEqual(await approvals().pending(hook), null);
  });

  it('are asked about where the note is about something else, or is none', async () => {
    for (const value of [
      { '/other': ['lint:node lint.js'] },
      { '/work': ['lint:node lint.js --fix'] },
      { '/work': 7 },
      [],
      7,
    ]) {
      await note(value);
      assert.notEqual(await approvals().pending(hook), null, JSON.stringify(value));
    }
    await scratch.put('.gemini/trusted_hooks.json', 'no');
    assert.notEqual(await approvals().pending(hook), null);
  });
});
