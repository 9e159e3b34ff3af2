import assert from 'node:assert/strict';
import { applyAllOnce, applyOnce, verifyApproved } from '../../../src/policy/verifyApproved';
import type { ApprovedRestore, RestoreProposal } from '../../../src/shared/restores';
import { testRestores, type TestRestoresOptions } from '../../support/restoring';

const putBack = (file: string, after: string | null = 'old\n'): RestoreProposal<string> => ({
  kind: 'restore',
  file,
  before: 'new\n',
  after,
});
const DENY = (more: string) => `[[rule]]\nname = "no"\n${more}\ndecision = "deny"\npriority = 10`;

/** What comes of putting a file back: approved, or why not. */
async function ask(proposal: RestoreProposal<string>, isNamed = false, options: TestRestoresOptions = {}) {
  const answer = await testRestores({ folders: () => ['/w'], ...options }).approve(proposal, isNamed);
  return 'approved' in answer ? 'approved' : answer.refused.because;
}

describe('Putting a file back', () => {
  it('is approved once, for exactly what the user chose', async () => {
    const answer = await testRestores().approve(putBack('/w/a.txt'), false);
    assert.ok('approved' in answer);
    const { approved } = answer;
    const written: unknown[] = [];
    assert.throws(() => verifyApproved({ ...approved, after: 'other' }), /not approved/);
    assert.throws(() => verifyApproved(putBack('/w/a.txt') as ApprovedRestore<string>), /not approved/);
    assert.throws(() => Object.assign(approved, { after: 'other' }), TypeError);
    await applyOnce(approved, async () => written.push(approved.after));
    await assert.rejects(
      applyOnce(approved, async () => written.push('again')),
      /not approved/,
    );
    assert.deepEqual(written, ['old\n']);
  });

  it('is approved together or not at all', async () => {
    const answer = await testRestores().approve(putBack('/w/a.txt'), false);
    assert.ok('approved' in answer);
    const forged = putBack('/w/b.txt') as ApprovedRestore<string>;
    await assert.rejects(
      applyAllOnce([answer.approved, forged], async () => assert.fail('was applied')),
      /not approved/,
    );
  });

  it('is denied where a rule denies the edit, however the file is named, and in every mode', async () => {
    const file = putBack('/w/src/a.txt');
    for (const pattern of ['src/a\\\\.txt', '/w/src/a', '"src/']) {
      const toml = DENY(`toolName = "replace"\nargsPattern = '${pattern.replaceAll('\\\\', '\\')}'`);
      assert.equal(await ask(file, true, { toml }), 'rule', pattern);
      assert.equal(await ask(putBack('/w/other.txt'), true, { toml }), 'approved', pattern);
    }
    assert.equal(await ask(file, true, { toml: DENY('toolName = "*"') }), 'rule');
    assert.equal(await ask(file, true, { toml: DENY('toolName = "write_file"\nargsPattern = "old"') }), 'rule');
    assert.equal(await ask(file, true, { toml: DENY('toolName = "read_file"') }), 'approved');
  });

  it('is denied by what an administrator leaves out', async () => {
    const denied = {
      toolNames: ['*'],
      decision: 'deny',
      rank: 1,
      allowsRedirection: false,
      name: 'tools.core',
    } as const;
    assert.equal(await ask(putBack('/w/a.txt'), true, { limits: () => [[denied]] }), 'rule');
  });

  it('takes naming what governs the editor or the agent, brings a schema from the network, or is elsewhere', async () => {
    const files = ['/w/.vscode/settings.json', '/w/.git/config', '/w/.gemini/settings.json', '/elsewhere/a.txt'];
    for (const file of files) {
      assert.equal(await ask(putBack(file)), 'unnamed', file);
      assert.equal(await ask(putBack(file), true), 'approved', file);
      assert.ok(testRestores({ folders: () => ['/w'] }).needsNaming(file), file);
    }
    assert.equal(await ask(putBack('/w/tsconfig.json', '{ "$schema": "https://evil.test" }')), 'unnamed');
    assert.equal(await ask(putBack('/w/NOTES.md'), false, { memoryNames: () => ['NOTES.md'] }), 'unnamed');
    assert.equal(await ask(putBack('/w/a.txt')), 'approved');
  });

  it('takes naming every file while rules are broken or can’t be read', async () => {
    for (const options of [
      { toml: 'decision =' },
      { rules: async () => Promise.reject(new Error('closed')) },
    ] satisfies TestRestoresOptions[]) {
      assert.equal(await ask(putBack('/w/a.txt'), false, options), 'unnamed');
    }
    assert.equal(await ask(putBack('/w/a.txt'), true, { toml: 'decision =' }), 'approved');
  });

  it('freezes what was decided on', async () => {
    const proposal = putBack('/w/a.txt');
    await testRestores().approve(proposal, false);
    assert.throws(() => Object.assign(proposal, { file: '/w/b.txt' }), TypeError);
  });
});
