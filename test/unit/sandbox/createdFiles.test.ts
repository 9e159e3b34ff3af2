import assert from 'node:assert/strict';
import { CreatedFiles } from '../../../src/sandbox/createdFiles';

describe('Files that a program creates', () => {
  it('are looked for by one timer, however often it is followed, and by none after its end', () => {
    const waiting = new Set<() => void>();
    const nothing = { governing: new Map<string, { id: string; changedAt: number }>(), isPartial: false };
    const files = new CreatedFiles({
      find: () => nothing,
      before: nothing,
      absent: [],
      told: new Map(),
      tell: () => undefined,
      after: (_ms, work) => {
        waiting.add(work);
        return () => waiting.delete(work);
      },
    });
    files.follow();
    files.follow();
    assert.equal(waiting.size, 1);
    files.end();
    assert.equal(waiting.size, 0);
  });

  it('are told of once, by a notification or by the command that ends', () => {
    const nothing = { governing: new Map<string, { id: string; changedAt: number }>(), isPartial: false };
    let now = nothing;
    let look = (): void => undefined;
    const told = new Map<string, string>();
    const notified: string[] = [];
    const made = () =>
      new CreatedFiles({
        find: () => now,
        before: nothing,
        absent: [],
        told,
        tell: paths => notified.push(...paths),
        after: (_ms, work) => {
          look = work;
          return () => undefined;
        },
      });
    const [background, command] = [made(), made()];
    background.follow();
    now = { ...nothing, governing: new Map([['/work/AGENTS.md', { id: '1', changedAt: 5 }]]) };
    look();
    assert.deepEqual([notified, command.created()], [['/work/AGENTS.md'], []]);
    const later = made();
    now = { ...nothing, governing: new Map([['/work/GEMINI.md', { id: '2', changedAt: 6 }]]) };
    assert.deepEqual(later.created(), ['/work/GEMINI.md']);
    look();
    assert.deepEqual(notified, ['/work/AGENTS.md']);
  });
});
