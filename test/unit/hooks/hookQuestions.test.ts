import assert from 'node:assert/strict';
import type { PendingHook } from '../../../src/agent/ports/hooks';
import { HookQuestions } from '../../../src/hooks/hookQuestions';

describe('The questions about hooks', () => {
  const pending = (key: string, approved: string[] = []): PendingHook => ({
    key,
    name: key,
    event: 'BeforeTool',
    matcher: '',
    env: {},
    files: [],
    command: key,
    file: '/work/.gemini/settings.json',
    line: 1,
    approve: () => void approved.push(key),
  });

  it('come one after the other, and none twice', async () => {
    const log: string[] = [];
    const approved: string[] = [];
    const answers = ['approve', 'show', 'approve', 'later', undefined] as const;
    let next = 0;
    const questions = new HookQuestions({
      ask: async ({ key }, isShown) => {
        log.push(`ask ${key}${isShown ? ' that was shown' : ''}`);
        return answers[next++];
      },
      show: async ({ key }) => void log.push(`show ${key}`),
      reportBug: error => assert.fail(String(error)),
    });
    await questions.put(['a', 'b'].map(key => pending(key, approved)));
    await questions.put(['a', 'b', 'c', 'd', 'c'].map(key => pending(key, approved)));
    assert.deepEqual(log, ['ask a', 'ask b', 'show b', 'ask b that was shown', 'ask c', 'ask d']);
    assert.deepEqual(approved, ['a', 'b']);
  });

  it('can be asked again while another one is still open', async () => {
    const approved: string[] = [];
    const questions = new HookQuestions({
      ask: ({ key }) => (key === 'open' ? new Promise(() => undefined) : Promise.resolve('approve')),
      show: async () => undefined,
      reportBug: error => assert.fail(String(error)),
    });
    void questions.put([pending('open')]);
    await questions.again(pending('a', approved));
    assert.deepEqual(approved, ['a']);
  });

  it('show what can only be approved once it was seen, where somebody asks for the question', async () => {
    const log: string[] = [];
    const questions = new HookQuestions({
      ask: async ({ key }, isShown) => {
        log.push(`ask ${key}${isShown ? ' that was shown' : ''}`);
        return 'approve';
      },
      show: async ({ key }) => void log.push(`show ${key}`),
      reportBug: error => assert.fail(String(error)),
    });
    await questions.again(pending('a'), true);
    assert.deepEqual(log, ['show a', 'ask a that was shown']);
  });

  it('skip what was approved or is gone when its turn comes, and ask about it when it comes back', async () => {
    const asked: string[] = [];
    const gone = new Set(['b']);
    let close = (): void => assert.fail('It is not open yet.');
    const open = new Promise<void>(resolve => (close = resolve));
    const questions = new HookQuestions({
      ask: async ({ key }) => {
        asked.push(key);
        if (key === 'open') await open;
        return 'approve';
      },
      show: async () => undefined,
      isPending: async ({ key }) => !gone.has(key),
      reportBug: error => assert.fail(String(error)),
    });
    const all = questions.put(['open', 'a', 'b', 'c'].map(key => pending(key)));
    await questions.again(pending('a'));
    close();
    await all;
    assert.deepEqual(asked, ['a', 'open', 'c']);
    gone.clear();
    await questions.put([pending('b')]);
    assert.deepEqual(asked, ['a', 'open', 'c', 'b']);
  });

  it('go on after one that could not be asked', async () => {
    const bugs: unknown[] = [];
    const asked: string[] = [];
    const questions = new HookQuestions({
      ask: async ({ key }) => {
        asked.push(key);
        if (key === 'a') throw new Error('no window');
        return 'later';
      },
      show: async () => undefined,
      reportBug: error => bugs.push(error),
    });
    await questions.put([pending('a'), pending('b')]);
    assert.deepEqual([asked, bugs.length], [['a', 'b'], 1]);
  });
});
