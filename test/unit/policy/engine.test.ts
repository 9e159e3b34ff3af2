import assert from 'node:assert/strict';
import { decide, type PolicySettings } from '../../../src/policy/engine';
import { isProtected } from '../../../src/policy/protectedFiles';
import type { Proposal } from '../../../src/shared/proposals';

const edit = (file: string): Proposal => ({ kind: 'edit', path: file, file, before: 'a', after: 'b' });
const command: Proposal = { kind: 'command', command: 'ls', cwd: '/w' };
const settings: PolicySettings = { mode: 'default', isTrusted: true, allowedTools: [], canAsk: true };

describe('policy engine', () => {
  const rows: [string, Proposal, Partial<PolicySettings>, string][] = [
    ['an edit', edit('/w/a'), {}, 'ask'],
    ['a command', command, {}, 'ask'],
    ['an edit in auto-edit mode', edit('/w/a'), { mode: 'autoEdit' }, 'allow'],
    ['a command in auto-edit mode', command, { mode: 'autoEdit' }, 'ask'],
    ['an edit in plan mode', edit('/w/a'), { mode: 'plan' }, 'deny'],
    ['an allowed tool in plan mode', command, { mode: 'plan', allowedTools: ['tool'] }, 'deny'],
    ['anything in yolo mode', command, { mode: 'yolo' }, 'allow'],
    ['an allowed tool', command, { allowedTools: ['tool'] }, 'allow'],
    ['another tool than the allowed one', command, { allowedTools: ['tools'] }, 'ask'],
    ['an edit with nobody to ask', edit('/w/a'), { canAsk: false }, 'deny'],
    ['a command with nobody to ask', command, { canAsk: false }, 'deny'],
    ['an edit of a protected file in yolo mode', edit('/w/.vscode/tasks.json'), { mode: 'yolo' }, 'ask'],
    ['an edit of a protected file with nobody to ask', edit('/w/.git/config'), { mode: 'yolo', canAsk: false }, 'deny'],
    ['a change in an untrusted folder in yolo mode', edit('/w/a'), { mode: 'yolo', isTrusted: false }, 'deny'],
  ];
  for (const [name, proposal, more, expected] of rows) {
    it(`decides ${expected} about ${name}`, () => {
      assert.equal(decide('tool', proposal, { ...settings, ...more }).decision, expected);
    });
  }

  it('knows protected files in any case, below any folder and with any separator', () => {
    const yes = [
      '/w/.git/hooks/x',
      'C:\\w\\.VSCode\\settings.json',
      '/w/a/.GEMINI/x',
      '/w/.env',
      '/w/.env.local',
      '/h/.bashrc',
      '/w/GEMINI.md',
      '/w/a.code-workspace',
    ];
    const no = ['/w/git/x', '/w/environment.ts', '/w/a.env.ts', '/w/.github/workflows/ci.yml'];
    assert.deepEqual(
      yes.filter(path => !isProtected(path)),
      [],
    );
    assert.deepEqual(no.filter(isProtected), []);
  });
});
