import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useQuestions } from '../support/questions';
import { useScratchFiles } from '../support/scratchFiles';

describe('What was changed', () => {
  const pollux = usePollux();
  const questions = useQuestions();
  const files = useScratchFiles();
  const texts = () => Promise.all(['a.txt', 'b.txt'].map(name => files().read(name)));

  /** Has both files changed by one prompt, each a checkpoint; takes the oldest and those of its files, and answers what to restore. */
  async function restore(isTicked: boolean, what: RegExp): Promise<void> {
    const { gemini, panel, run } = pollux();
    for (const name of ['a.txt', 'b.txt']) {
      await files().write(name, `${name}\n`);
      gemini.reply(call('write_file', { file_path: files().path(name), content: 'LOUD\n' }));
    }
    gemini.reply(text('Loud now.'));
    await panel.send('Write in capitals');
    const first = await panel.waiting();
    await panel.accept(first);
    await panel.accept(await panel.until(({ chat }) => chat.approvals.find(({ callId }) => callId !== first.callId)));
    await panel.untilSaid('Loud now.');
    await panel.finished();
    assert.deepEqual(await texts(), ['LOUD\n', 'LOUD\n']);
    void questions().answer(/^Restore what was there/, offered => offered.find(({ label }) => label.includes('a.txt')));
    const listed = questions().answer(/^Files to restore/, offered => (isTicked ? offered : []));
    void questions().answer(/^What to restore/, offered => offered.find(({ label }) => what.test(label)));
    await run('restoreCheckpoint');
    assert.deepEqual(
      (await listed).map(({ label, picked }) => [label, picked]),
      ['a.txt', 'b.txt'].map(name => [files().path(name), true]),
    );
  }

  it('can be taken back with the conversation, whose prompt comes back to be changed', async () => {
    const { panel } = pollux();
    await restore(true, /^Files and conversation/);
    assert.deepEqual(await texts(), ['a.txt\n', 'b.txt\n']);
    await panel.until(({ compose }) => compose.at(-1) === 'Write in capitals');
    assert.deepEqual(panel.prompts, []);
  });

  it('can stay while the conversation goes back', async () => {
    const { panel } = pollux();
    await restore(false, /^Conversation only/);
    await panel.until(({ compose }) => compose.at(-1) === 'Write in capitals');
    assert.deepEqual(await texts(), ['LOUD\n', 'LOUD\n']);
    assert.deepEqual(panel.prompts, []);
  });
});
