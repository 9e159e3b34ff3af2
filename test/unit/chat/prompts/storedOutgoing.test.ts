import assert from 'node:assert/strict';
import type { Prompt } from '../../../../src/agent/ports/promptTools';
import type { Sending } from '../../../../src/chat/prompts/sending';
import { submitPrompt } from '../../../../src/chat/prompts/sendPrompt';
import { text } from '../../../support/gemini/replies';
import { useTestWindows } from '../../../support/testWindows';

describe('A prompt that was taken, if the process ends without a warning,', () => {
  const { open, server } = useTestWindows();
  type Window = ReturnType<typeof open>;
  const never = new Promise<never>(() => undefined);

  /** Sends it as the chat view does. `withMentions`: what becomes of its mentions. */
  function send({ registry }: Window, prompt: string, withMentions: () => Promise<Prompt>): Promise<void> {
    const sending: Partial<Sending> = {
      chats: () => registry,
      view: { show: () => undefined } as never,
      send: () => undefined,
      admit: () => Promise.resolve(),
      withMentions,
    };
    return submitPrompt(sending as Sending, registry.active, prompt);
  }
  const done = ({ registry: { active } }: Window) =>
    new Promise<void>(resolve => active.session.subscribe(({ type }) => type === 'run-finished' && resolve()));

  /** The chat that the next window shows. */
  async function nextAfter({ registry, store }: Window) {
    registry.active.flush();
    await store.flush();
    await store.release(registry.active.id);
    const next = open();
    await next.registry.stored.restore();
    return { window: next, chat: next.registry.active };
  }

  for (const [when, mentions] of [
    ['while its mentions are looked up', (reached: () => void) => (reached(), never)],
    ['while its run prepares it', async (reached: () => void) => () => (reached(), never)],
  ] as const) {
    const sendHeld = (window: Window, prompt: string) =>
      new Promise<void>(reached => void send(window, prompt, () => mentions(reached)));

    it(`is the draft of the next window, ${when}`, async () => {
      const first = open();
      await sendHeld(first, 'Explain @a.ts');
      const { window, chat } = await nextAfter(first);
      assert.equal(chat.draft, 'Explain @a.ts');
      chat.saveDraft('');
      assert.equal((await nextAfter(window)).chat.draft, '', 'it is given back once');
    });

    it(`is the draft of its chat in the next window, ${when}, if it was not the first`, async () => {
      const first = open();
      server().reply(text('Hello.'));
      const answered = done(first);
      await send(first, 'Hello @a.ts', async () => [{ type: 'text', text: 'Hello @a.ts' }]);
      await answered;
      await sendHeld(first, 'Hello @a.ts');
      const { chat } = await nextAfter(first);
      assert.equal(chat.session.state.messages.filter(({ role }) => role === 'assistant').length, 1);
      assert.equal(chat.draft, 'Hello @a.ts');
    });
  }

  it('is in the conversation only, where it was recorded', async () => {
    const first = open();
    server().reply(text('Hello, '), server().gate(), text('never sent'));
    const begun = new Promise<void>(resolve =>
      first.registry.active.session.subscribe(({ type }) => type === 'delta' && resolve()),
    );
    await send(first, 'Hello @a.ts', async () => [{ type: 'text', text: 'Hello @a.ts' }]);
    await begun;
    const { chat } = await nextAfter(first);
    assert.ok(chat.hasPrompts);
    assert.equal(chat.draft, '');
  });
});
