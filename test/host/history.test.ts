import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { formatEvents, HEADER_LINE } from '../../src/node/sessions/sessionLines';
import type { AgentEvent } from '../../src/shared/events';
import { text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const TURNS = 120;

/** A chat of so many prompts, each with an answer. */
function longChat(): AgentEvent[] {
  return Array.from({ length: TURNS }, (_, i): AgentEvent[] => {
    const at = Date.now() - 60_000 + i;
    const message = (id: string, role: 'user' | 'assistant', words: string): AgentEvent => {
      const shared = { id, at, parts: [{ type: 'text', text: words } as const] };
      return {
        type: 'message',
        message: role === 'user' ? { ...shared, role } : { ...shared, role, model: 'gemini-3.8-flash', end: 'stop' },
      };
    };
    return [message(`u${i}`, 'user', `Question ${i}`), message(`a${i}`, 'assistant', `Answer ${i}.`)];
  }).flat();
}

describe('The history', () => {
  const window = useLive();

  /** Has a chat about `subject` and opens the list; `end` resolves when all that came of it is done. */
  async function openHistory(subject?: string) {
    const live = window();
    if (subject !== undefined) {
      live.gemini.reply(text(`All there is to say of ${subject}.`));
      await live.ask(`Tell of ${subject}`);
    }
    const end = live.host.showHistory();
    return { list: await live.ui.list(), end };
  }

  it('finds what was said in a chat', async () => {
    const { list, end } = await openHistory('otters');
    assert.equal(list.placeholder, 'Search in all chats');
    list.type('there is to say');
    const found = /^Tell of otters.*All there is to say of otters/;
    await window().ui.until('what was said', () => list.rows.some(row => found.test(row)));
    list.hide();
    await end;
  });

  it('renames a chat and comes back with its new name', async () => {
    const { ui } = window();
    const { list, end } = await openHistory('badgers');
    list.press(/^Tell of badgers/, 'Rename');
    const box = await ui.input();
    assert.equal(box.title, 'Name of the chat');
    box.enter('Black and white');
    const again = await ui.until('the new name', () =>
      ui.lists.find(({ rows }) => /^Black and white/m.test(rows.join('\n'))),
    );
    again.hide();
    await end;
  });

  it('deletes a chat for good after asking', async () => {
    const { ui } = window();
    const { list, end } = await openHistory('moles');
    list.press(/^Tell of moles/, 'Delete');
    const question = await ui.message('Permanently delete this chat?');
    assert.ok(question.isModal);
    assert.match(question.detail, /Tell of moles/);
    question.press('Delete');
    const again = await ui.list();
    assert.ok(again.rows.length > 0);
    assert.doesNotMatch(again.rows.join('\n'), /^Tell of moles/m);
    again.hide();
    await end;
  });

  it('exports a chat as a file, which it opens', async () => {
    const live = window();
    const { list, end } = await openHistory('hares');
    list.press(/^Tell of hares/, 'Export');
    live.takeAway('Tell-of-hares.md');
    await end;
    assert.equal(vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1), 'Tell-of-hares.md');
    assert.match(await live.readFile('Tell-of-hares.md'), /All there is to say of hares\./);
  });

  describe('of a long chat', () => {
    const pick = async (row: RegExp, isLast = false) => {
      const { list, end } = await openHistory();
      const rows = list.items.filter(({ label }) => row.test(label));
      list.selectedItems = isLast ? rows.slice(-1) : rows.slice(0, 1);
      list.accepted.fire();
      await end;
    };
    before('have chats', async () => {
      const live = window();
      live.gemini.reply(text('Hello.'));
      await live.ask('A short one');
      const store = (name: string, content: string) =>
        writeFile(join(live.home, '.vscode/workspace/sessions', name), content);
      await store('long.jsonl', HEADER_LINE + formatEvents(longChat()));
      await store('later.jsonl', `${JSON.stringify({ type: 'pollux-session', version: 99 })}\n`);
    });

    it('shows its end, and what came before on request', async () => {
      const live = window();
      await pick(/^Question 0/);
      await live.ui.until('its end', () => live.said('user').at(-1) === `Question ${TURNS - 1}`);
      assert.ok(live.said('user').length < TURNS);
      while (live.panel.earlier) {
        const first = live.messages[0]!.id;
        await live.host.showEarlier(first);
        await live.ui.until('earlier ones', () => live.messages[0]!.id !== first);
      }
      assert.deepEqual(
        live.said('user'),
        Array.from({ length: TURNS }, (_, i) => `Question ${i}`),
      );
    });

    it('can be gone on from at an earlier prompt in a chat of its own, while it stays as it is', async () => {
      const live = window();
      await pick(/^Question 0/);
      await live.ui.until('its end', () => live.said('user').at(-1) === `Question ${TURNS - 1}`);
      const { sessionId } = live.panel.chat;
      const forking = live.command('Continue in a New Chat from an Earlier Prompt');
      (await live.ui.list()).pick(/^Question 118/);
      await forking;
      await live.ui.until('another chat', () => live.panel.chat.sessionId !== sessionId);
      assert.equal(live.said('user').at(-1), 'Question 117');
      await live.ui.until('the prompt in the box', () =>
        [live.panel.draft.text, ...live.panel.compose].includes('Question 118'),
      );
      live.gemini.reply(text('Another way.'));
      await live.ask('Another question');
      assert.equal(live.said('assistant').at(-1), 'Another way.');
      assert.doesNotMatch(JSON.stringify(live.gemini.requests.at(-1)!.contents), /Question 11[89]/);
      // Of those that began with the same prompt, it is the one that was written to first.
      await pick(/^Question 0/, true);
      await live.ui.until('the old end', () => live.said('user').at(-1) === 'Question 119');
      assert.ok(!live.said('assistant').includes('Another way.'));
    });

    it('of a later version is listed as one that can’t be read, and only to be deleted', async () => {
      const { list, end } = await openHistory();
      const later = list.items.find(({ label }) => label === 'later');
      assert.match(later?.description ?? '', /can’t be read by this version of Pollux/);
      assert.deepEqual(
        later?.buttons?.map(({ tooltip }) => tooltip),
        ['Delete'],
      );
      list.pick(/^later/);
      (await window().ui.message('This chat can’t be read: later')).press();
      await end;
    });
  });
});
