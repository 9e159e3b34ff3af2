import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatEvents, HEADER_LINE } from '../../src/node/sessions/sessionLines';
import type { AgentEvent } from '../../src/shared/events';
import { text } from '../support/gemini/replies';
import { quickInput } from './support/quickInput';
import { useChat } from './support/useChat';

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
    return [
      message(`u${i}`, 'user', `Question ${i}`),
      message(`a${i}`, 'assistant', `Answer ${i}. ${'More of it. '.repeat(20)}`),
    ];
  }).flat();
}

describe('a long chat', () => {
  const window = useChat();
  const picker = () => quickInput(window().page);
  const row = (name: RegExp) => picker().getByRole('option', { name });

  /** Writes a file into the folder where the chats of the workspace are. */
  async function store(name: string, content: string): Promise<void> {
    const storage = join(window().server.logs, '..', 'User', 'workspaceStorage');
    const folder = readdirSync(storage, { recursive: true, encoding: 'utf8' }).find(path => path.endsWith('/sessions'));
    assert.ok(folder);
    await writeFile(join(storage, folder, name), content);
  }

  before('have chats', async () => {
    const { chat, gemini } = window();
    gemini.reply(text('Hello.'));
    await chat.ask('A short one');
    await store('long.jsonl', HEADER_LINE + formatEvents(longChat()));
    await store('later.jsonl', `${JSON.stringify({ type: 'pollux-session', version: 99 })}\n`);
  });

  async function openLong(): Promise<void> {
    const { chat } = window();
    await chat.button('History').click();
    await row(/^Question 0/).click();
    await chat.text(`Question ${TURNS - 1}`).waitFor();
  }

  it('shows its end, and what came before on request, without moving what is read', async () => {
    const { chat } = window();
    await openLong();
    const prompts = chat.turns('You');
    let count = await prompts.count();
    assert.ok(count < 60, String(count));
    const more = chat.button('Show earlier messages');
    for (let wishes = 0; (await more.count()) > 0; wishes++) {
      assert.ok(wishes < 20, 'there is no end to it');
      await more.scrollIntoViewIfNeeded();
      const oldest = chat.conversation.getByText((await prompts.first().locator('.prompt').textContent()) ?? '', {
        exact: true,
      });
      const before = await oldest.boundingBox();
      await more.click();
      await prompts.nth(count).waitFor({ state: 'attached' });
      const after = await oldest.boundingBox();
      assert.ok(Math.abs(after!.y - before!.y) < 60, `it moved from ${before!.y} to ${after!.y}`);
      count = await prompts.count();
    }
    assert.equal(count, TURNS);
    await chat.conversation.getByText('Question 0', { exact: true }).waitFor();
  });

  it('keeps the focus where earlier messages were asked for with the keyboard', async () => {
    const { chat, page } = window();
    await openLong();
    const more = chat.button('Show earlier messages');
    const count = await chat.turns('You').count();
    await more.focus();
    await page.keyboard.press('Enter');
    await chat.turns('You').nth(count).waitFor({ state: 'attached' });
    const focused = await chat.conversation.evaluate(log => log.contains(log.ownerDocument.activeElement));
    assert.equal(focused, true);
    assert.equal(await more.evaluate(element => element.matches(':focus')), true);
    while ((await more.count()) > 0) {
      const shown = await chat.turns('You').count();
      await page.keyboard.press('Enter');
      await chat.turns('You').nth(shown).waitFor({ state: 'attached' });
    }
    const isInLog = await chat.conversation.evaluate(log => log.contains(log.ownerDocument.activeElement));
    assert.equal(isInLog, true, 'the focus went with the button');
  });

  it('can be gone on from at an earlier prompt in a chat of its own, while it stays as it is', async () => {
    const { chat, command, gemini, page } = window();
    await openLong();
    await command('Pollux: Continue in a New Chat from an Earlier Prompt');
    await picker().locator('input').first().fill('Question 118');
    await row(/^Question 118/).click();
    await chat.turns('You').getByText('Question 118', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await chat.message.inputValue(), 'Question 118');
    await chat.turns('You').getByText('Question 117', { exact: true }).waitFor();
    gemini.reply(text('Another way.'));
    await chat.message.fill('Another question');
    await chat.button('Send').click();
    await chat.text('Another way.').waitFor();
    await chat.finished();
    assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)!.contents), /Question 11[89]/);

    await chat.button('History').click();
    await row(/^Question 0/)
      .nth(1)
      .waitFor();
    await page.keyboard.press('Escape');
    await openOldest();
    await chat.text('Question 119').waitFor();
    assert.equal(await chat.conversation.getByText('Another way.').count(), 0);
  });

  /** Of the chats that began with the same prompt, the one that was written to first. */
  async function openOldest(): Promise<void> {
    await window().chat.button('History').click();
    await row(/^Question 0/)
      .last()
      .click();
  }

  it('of a later version is listed as one that can’t be read, and only to be deleted', async () => {
    const { chat, page } = window();
    await chat.button('History').click();
    const later = row(/^later, .*can’t be read by this version of Pollux/);
    await later.hover();
    assert.equal(await later.getByRole('button', { name: 'Delete' }).count(), 1);
    assert.equal(await later.getByRole('button', { name: 'Rename' }).count(), 0);
    assert.equal(await later.getByRole('button', { name: 'Export' }).count(), 0);
    await later.click();
    await page.locator('.notifications-toasts').getByText('This chat can’t be read: later').waitFor();
  });
});
