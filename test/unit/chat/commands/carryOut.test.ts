import assert from 'node:assert/strict';
import { carryOut } from '../../../../src/chat/commands/carryOut';
import type { CommandResult } from '../../../../src/context/commands/command';
import type { Notice } from '../../../../src/agent/run/notices';

type Result = Exclude<CommandResult, { kind: 'prompt' }>;

describe('What a typed command comes to', () => {
  const surface = {};
  const chatCalled = (id: string, rows: Notice[], hasPrompts = true) => ({
    id,
    hasPrompts,
    session: { notify: (notice: Notice) => void rows.push(notice), compress: async () => undefined },
  });

  /** The rows of the chat that it was typed in, and of the one that is shown afterwards. */
  const rowsOf = async (result: Result, { gives, closes, heir }: Given = {}) => {
    const [rows, others]: [Notice[], Notice[]] = [[], []];
    const chat = chatCalled('typed', rows);
    const chats = {
      surfaceOf: () => surface,
      use: () => undefined,
      getLasting: () => (closes ? undefined : chat),
      shownOn: () => chatCalled('heir', others, heir === 'hasPrompts'),
    };
    const sending = { chats: () => chats, run: () => Promise.resolve(gives) };
    await carryOut(sending as never, chat as never, '/it now ', result);
    return { rows, others };
  };
  interface Given {
    readonly gives?: unknown;
    readonly closes?: boolean;
    readonly heir?: 'hasPrompts' | 'isNew';
  }
  const command = { kind: 'editorCommand', command: 'pollux.it' } as const;

  it('is a row with the command as it was typed, and what the editor’s command says', async () => {
    const { rows } = await rowsOf(command, { gives: 'It is done.' });
    assert.deepEqual(rows, [{ level: 'info', text: 'It is done.', answers: '/it now' }]);
  });

  it('is one row as an error where the editor’s command failed', async () => {
    const { rows } = await rowsOf(command, { gives: { failed: 'There is no such folder.' } });
    assert.deepEqual(rows, [{ level: 'error', text: 'There is no such folder.', answers: '/it now' }]);
  });

  it('is a row too where that says nothing: what was opened, or that nothing was changed', async () => {
    const opened = await rowsOf({ ...command, said: 'It was opened.' }, { gives: { editor: 1 } });
    assert.equal(opened.rows[0]?.text, 'It was opened.');
    assert.equal((await rowsOf(command)).rows[0]?.text, 'Nothing was changed.');
  });

  it('is a row where the conversation is summarized', async () => {
    const { rows } = await rowsOf({ kind: 'compress' });
    assert.deepEqual(rows, [{ level: 'info', text: 'Summarizing the conversation so far.', answers: '/it now' }]);
  });

  it('is no row where a cleared chat begins empty', async () => {
    assert.deepEqual((await rowsOf({ ...command, isSilent: true }, { gives: 'It is done.' })).rows, []);
  });

  it('writes nothing into a chat that it closed, nor into an earlier one in its place, but into a new one', async () => {
    const deleted = await rowsOf(command, { gives: 'Deleted.', closes: true, heir: 'isNew' });
    assert.deepEqual([deleted.rows.length, deleted.others.map(({ text }) => text)], [0, ['Deleted.']]);
    const resumed = await rowsOf(command, { gives: 'Opened.', closes: true, heir: 'hasPrompts' });
    assert.deepEqual([resumed.rows, resumed.others], [[], []]);
  });
});
