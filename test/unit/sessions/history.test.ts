import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionSummary } from '../../../src/agent/ports/sessionStore';
import { createSessionFiles } from '../../../src/node/sessions/sessionFiles';
import { chatAsJson, chatAsMarkdown } from '../../../src/sessions/exportChat';
import { deleteExpired, expired } from '../../../src/sessions/retention';
import { findSnippet, searchableText } from '../../../src/sessions/search';
import type { Message } from '../../../src/shared/messages';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const messages: readonly Message[] = [
  { id: '1', at: 1, role: 'user', isContext: true, parts: [{ type: 'text', text: 'The secret context' }] },
  {
    id: '2',
    at: 2,
    role: 'user',
    parts: [
      { type: 'file', path: 'src/cart.js', text: 'whole file', startLine: 3, endLine: 5 },
      { type: 'text', text: 'Fix the total.' },
    ],
  },
  {
    id: '3',
    at: 3,
    role: 'assistant',
    model: 'm',
    end: 'stop',
    parts: [
      { type: 'thought', text: 'Hm.' },
      { type: 'text', text: 'I run the **tests**.' },
      { type: 'toolCall', call: { id: 'c', name: 'run_shell_command', args: {} } },
    ],
  },
  {
    id: '4',
    at: 4,
    role: 'tool',
    results: [
      {
        callId: 'c',
        name: 'run_shell_command',
        title: 'Run npm test',
        status: 'success',
        content: 'for the model',
        display: { type: 'command', exitCode: 0, output: 'all ```green```\n' },
      },
    ],
  },
  { id: '5', at: 5, role: 'notice', level: 'info', text: 'Stopped\nhere.' },
  { id: '6', at: 6, role: 'notice', level: 'info', text: 'None.', answers: '/agents list' },
];

describe('exported chats', () => {
  it('read as the conversation did, in Markdown', () => {
    const expectedLines = [
      '# My chat',
      '## You',
      '> Attached: src/cart.js:3-5',
      'Fix the total.',
      '## Pollux',
      'I run the **tests**.',
      '> **Run npm test** · Done',
      '````\nall ```green```\n````',
      '> Stopped\n> here.',
      '```\n/agents list\n```',
      '> None.',
    ];
    assert.equal(chatAsMarkdown({ id: 's', title: 'My\nchat', messages }), `${expectedLines.join('\n\n')}\n`);
  });

  it('hold everything in JSON', () => {
    const exported: unknown = JSON.parse(chatAsJson({ id: 's', title: 'My chat', messages }));
    assert.deepEqual(exported, { format: 'pollux-chat', version: 1, id: 's', title: 'My chat', messages });
  });
});

describe('searching a chat', () => {
  const find = (query: string) => findSnippet(searchableText(messages), query);

  it('finds what was said, attached, run and shown, whatever its case', () => {
    for (const query of ['fix THE total', 'cart.js', 'tests', 'npm', 'green', 'stopped', '/agents'])
      assert.ok(find(query), query);
  });

  it('shows the place where the words stand together', () => {
    const text = `total ${'x '.repeat(60)}the total of the cart ${'y '.repeat(60)}`;
    assert.match(findSnippet(text, 'the total') ?? '', /^….*x the total of the cart y.*…$/);
  });

  it('wants every word', () => {
    assert.ok(find('cart green'));
    assert.equal(find('cart missing'), undefined);
    assert.equal(find(' '), undefined);
  });

  it('does not look into what nobody saw', () => {
    for (const query of ['secret', 'Hm.', 'whole file', 'for the model']) assert.equal(find(query), undefined, query);
  });
});

describe('keeping chats', () => {
  const day = 24 * 60 * 60 * 1000;
  const chats = [10, 8, 1].map((days): SessionSummary => {
    return { id: `day-${days}`, title: '', startedAt: 0, at: days * day, bytes: 1 };
  });
  const ids = (maxAgeDays: number, maxCount: number) =>
    expired(chats, { maxAgeDays, maxCount }, 11 * day).map(({ id }) => id);

  it('ends with their age, or with their number, or never', () => {
    assert.deepEqual(ids(0, 0), []);
    assert.deepEqual(ids(3, 0), ['day-1']);
    assert.deepEqual(ids(0, 1), ['day-8', 'day-1']);
    assert.deepEqual(ids(10, 2), ['day-1']);
  });

  it('reads no chat if none can be too old and there can’t be too many', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    try {
      const files = createSessionFiles(folder, silent);
      for (const id of ['a', 'b']) {
        files.append(id, [{ type: 'message', message: { id: 'u', at: 1, role: 'user', parts: [] } }]);
        await files.release(id);
      }
      let reads = 0;
      const store = { ...files, list: () => (reads++, files.list()) };
      const readsFor = async (maxAgeDays: number, maxCount: number, now = Date.now()) => {
        reads = 0;
        await deleteExpired(store, { maxAgeDays, maxCount }, new Set(['a', 'b']), now, assert.ifError);
        return reads;
      };
      assert.deepEqual([await readsFor(0, 0), await readsFor(1, 2), await readsFor(0, 2)], [0, 0, 0]);
      assert.deepEqual([await readsFor(0, 1), await readsFor(1, 0, Date.now() + 2 * day)], [1, 1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('frees the disk, but leaves the current chat and those in use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    try {
      const store = createSessionFiles(folder, silent);
      for (const [index, id] of ['current', 'used', 'old', 'new'].entries()) {
        store.append(id, [{ type: 'message', message: { id: 'u', at: 1, role: 'user', parts: [] } }]);
        await store.release(id);
        await utimes(join(folder, `${id}.jsonl`), index, index);
      }
      await writeFile(join(folder, 'used.lock'), String(process.ppid));
      const errors: unknown[] = [];
      const clear = () =>
        deleteExpired(store, { maxAgeDays: 0, maxCount: 1 }, new Set(['current']), Date.now(), error =>
          errors.push(error),
        );
      assert.deepEqual([await clear(), errors], [['old'], []]);
      assert.deepEqual(await readdir(folder), ['current.jsonl', 'new.jsonl', 'used.jsonl', 'used.lock']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('deletes the others where one can not be deleted', async () => {
    const gone: string[] = [];
    const store = {
      ...createSessionFiles('/none', silent),
      times: async () => chats.map(({ at }) => at),
      list: async () => chats,
      delete: async (id: string) => {
        if (id === 'day-8') throw new Error('EPERM');
        return gone.push(id) > 0;
      },
    };
    const errors: unknown[] = [];
    const retention = { maxAgeDays: 0.5, maxCount: 0 };
    const deleted = await deleteExpired(store, retention, new Set(['x']), 20 * day, error => errors.push(error));
    assert.deepEqual([deleted, gone, errors.length], [['day-10', 'day-1'], ['day-10', 'day-1'], 1]);
  });
});
