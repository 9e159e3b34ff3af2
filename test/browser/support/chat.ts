import type { FrameLocator, Locator } from 'playwright-core';
import type { PolluxWindow } from './openPollux';

/** What a person does in the panel, and what they see there. Locators stay good when the panel is reloaded. */
export class Chat {
  constructor(private readonly window: Pick<PolluxWindow, 'page' | 'panel' | 'openPanel'>) {}

  get panel(): FrameLocator {
    return this.window.panel();
  }

  /** The message box. */
  get message(): Locator {
    return this.panel.getByRole('textbox', { name: 'Message' });
  }

  get conversation(): Locator {
    return this.panel.getByRole('log', { name: 'Conversation' });
  }

  /** What the agent is doing now. */
  get status(): Locator {
    return this.panel.getByRole('status');
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** What one side has said. */
  turns(who: 'You' | 'Pollux'): Locator {
    return this.conversation.getByRole('article', { name: who, exact: true });
  }

  /** Text in the conversation; of several places, the last. */
  text(text: string | RegExp): Locator {
    return this.conversation.getByText(text).last();
  }

  /** The card of a tool call, by its title; of several with the same one, the last. */
  card(title: string | RegExp): Locator {
    return this.conversation.getByRole('group', { name: title, exact: true }).last();
  }

  /** A card once it has that status. */
  async cardIn(status: string, title: string | RegExp): Promise<Locator> {
    const card = this.card(title);
    await card.getByText(status, { exact: true }).waitFor();
    return card;
  }

  waitingCard(title: string | RegExp): Promise<Locator> {
    return this.cardIn('Waiting for approval', title);
  }

  /** Resolves when a card that has appeared takes keys: half a second later, by design. */
  async takesKeys(card: Locator): Promise<void> {
    await card.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
  }

  /** Sends a prompt; resolves when it stands in the conversation. */
  async send(prompt: string): Promise<void> {
    await this.message.fill(prompt);
    await this.button('Send').click();
    await this.turns('You').getByText(prompt, { exact: true }).last().waitFor();
  }

  /** Resolves when nothing is going on any more. */
  async finished(): Promise<void> {
    await this.button('Send').waitFor();
  }

  /** Sends a prompt and waits for the end of all that comes of it. */
  async ask(prompt: string): Promise<void> {
    await this.send(prompt);
    await this.finished();
  }

  async stop(): Promise<void> {
    await this.button('Stop').click();
    await this.finished();
  }

  /** An empty conversation, whatever went on before. */
  async startAnew(): Promise<void> {
    // What it rests on may show more of itself, in front of what is clicked next.
    await this.window.page.mouse.move(0, 0);
    await this.window.openPanel();
    await this.button('New chat').first().click(); // a message may offer it too
    await this.turns('You').first().waitFor({ state: 'detached' });
    await this.finished();
  }
}
