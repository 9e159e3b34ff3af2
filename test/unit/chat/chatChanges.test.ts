import assert from 'node:assert/strict';
import { TrackedChanges } from '../../../src/agent/changes/trackedChanges';
import type { ChangeSource, Choice } from '../../../src/agent/ports/changes';
import { ChatChanges } from '../../../src/chat/chatChanges';
import type { ApprovedRestore } from '../../../src/shared/restores';
import { testRestores } from '../../support/restoring';

describe('The changes of a chat, above its message box', () => {
  let texts: Map<string, string | null>;
  let changes: TrackedChanges;
  let shown: number;
  let bar: ChatChanges;
  let reviewed: readonly string[];
  let chatId: string;

  beforeEach(() => {
    texts = new Map();
    shown = 0;
    reviewed = [];
    chatId = 'one';
    let last = 0;
    const files = {
      read: async (file: string) => texts.get(file) ?? null,
      write: async ({ file, after: text }: ApprovedRestore<string>) => {
        texts.set(file, text);
        return text;
      },
    };
    changes = new TrackedChanges({
      restores: testRestores(),
      files,
      newId: () => `h${++last}`,
      onChange: () => bar.update(),
      onDecision: () => undefined,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    const commands = {
      decideNow: async (ids: readonly string[], choice: Choice) => (await changes.decide(ids, choice)).id,
      openAllChanges: async ({ ids }: { readonly ids: readonly string[] }) => void (reviewed = ids),
      takeBack: async (decision: number) => void (await changes.stepBack(decision)),
    };
    bar = new ChatChanges({
      opened: () => ({ changes, commands }),
      chatIds: () => [chatId],
      pathOf: file => file.slice(1),
      onChange: () => shown++,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
  });

  const source = (sessionId: string): ChangeSource => ({
    ...{ sessionId, turn: 't', prompt: 'p', callId: 'c', author: 'tool', title: 'Edit', at: 0 },
  });
  const lines = (...changed: readonly number[]) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => (changed.includes(n) ? `new ${n}\n` : `${n}\n`)).join('');
  const edit = async (sessionId: string, file: string, before: string, after: string) => {
    texts.set(file, before);
    const write = async () => {
      texts.set(file, after);
      return [{ text: after, isSaved: true }];
    };
    const proposal = { kind: 'edit', path: file, file, before, after } as const;
    await changes.editing([proposal], { sessionId, source: source(sessionId) }, write);
  };

  it('are counted by file, and only those of this chat', async () => {
    await edit('one', '/a', lines(), lines(2, 5));
    await edit('one', '/b', lines(), lines(3));
    await edit('two', '/c', lines(), lines(3));
    assert.deepEqual(bar.view(chatId), {
      count: 3,
      reviewed: 0,
      total: 3,
      files: 2,
      listed: [
        { file: '/a', path: 'a', count: 2 },
        { file: '/b', path: 'b', count: 1 },
      ],
      canTakeBack: false,
    });
    await bar.review('one');
    assert.equal(reviewed.length, 3);
    chatId = 'three';
    assert.equal(bar.view(chatId), undefined);
  });

  it('are all decided about, those that are not listed too, with one step back', async () => {
    for (let n = 0; n < 60; n++) await edit('one', `/f${n}`, lines(), lines(2, 6));
    assert.equal(bar.view(chatId)?.listed.length, 50);
    assert.equal(bar.view(chatId)?.files, 60);
    await bar.decide('one', 'undo');
    assert.ok([...texts.values()].every(text => text === lines()));
    assert.deepEqual(bar.view(chatId), {
      count: 0,
      reviewed: 120,
      total: 120,
      files: 0,
      listed: [],
      canTakeBack: true,
    });
    await bar.takeBack();
    assert.ok([...texts.values()].every(text => text === lines(2, 6)));
    assert.equal(bar.view(chatId)?.count, 120);
  });

  it('are decided about file by file', async () => {
    await edit('one', '/a', lines(), lines(2, 5));
    await edit('one', '/b', lines(), lines(3));
    await bar.decide('one', 'undo', '/a');
    assert.equal(texts.get('/a'), lines());
    assert.equal(bar.view(chatId)?.count, 1);
    assert.deepEqual([bar.view(chatId)?.reviewed, bar.view(chatId)?.total], [2, 3]);
    changes.mark(
      changes.all().map(({ hunk }) => hunk.id),
      true,
    );
    assert.equal(bar.view(chatId)?.reviewed, 3, 'marked as reviewed, too');
    bar.forgetDecision();
    assert.equal(bar.view(chatId)?.canTakeBack, false);
  });

  it('offer to take back the decision made here, and not one made elsewhere since', async () => {
    await edit('one', '/a', lines(), lines(2, 5));
    await edit('one', '/b', lines(), lines(3));
    await bar.decide('one', 'undo', '/a');
    assert.equal(bar.view(chatId)?.canTakeBack, true);
    const [{ hunk } = assert.fail('Nothing is left')] = changes.all();
    await changes.decide([hunk.id], 'undo');
    assert.equal(bar.view(chatId)?.canTakeBack ?? false, false);
    await bar.takeBack();
    assert.deepEqual([...texts.values()], [lines(), lines()]);
  });

  it('are not undone along with all where another chat has changed the same lines', async () => {
    await edit('one', '/a', lines(), lines(2));
    await edit('two', '/a', lines(2), lines(2).replace('new 2', 'newer 2'));
    await edit('one', '/b', lines(), lines(3));
    await bar.decide('one', 'undo');
    assert.equal(texts.get('/a'), lines(2).replace('new 2', 'newer 2'));
    assert.equal(texts.get('/b'), lines());
  });

  it('are shown anew only when they are different', async () => {
    await edit('one', '/a', lines(), lines(2, 5));
    const before = shown;
    assert.ok(before > 0);
    changes.observed('/a', lines(2, 5).replace('9\n', 'mine\n'));
    assert.equal(shown, before);
  });
});
