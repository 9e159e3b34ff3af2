import assert from 'node:assert/strict';
import { openPollux, type PolluxOptions, type PolluxWindow } from './openPollux';
import type { ScriptedGemini } from './scriptedGemini';

/** What a window can take on while it is open; whoever needs more opens one of their own. */
const reusable = new Set<keyof PolluxOptions>(['files', 'settings', 'theme', 'viewport', 'env']);

/**
 * A window that one `describe` after another uses: opening one costs more than most tests. Whatever it can not be brought
 * back from, such as a failure, is left to a new window.
 */
export class SharedWindow {
  private window: PolluxWindow | undefined;
  private port = 0;
  private awaited = 0;

  /** Says while tests are declared that one more `describe` will use the window; it is closed after the last. */
  expectUse(): void {
    this.awaited++;
  }

  /** Has the server of a `describe` listen where the window asks. */
  async listen(gemini: ScriptedGemini): Promise<void> {
    await gemini.listen(this.port).catch(async () => {
      await this.close(); // someone else has taken the port
      await gemini.listen();
    });
    this.port = Number(new URL(gemini.url).port);
  }

  /** The window as if it had just been opened with `options`. */
  async open(options: PolluxOptions): Promise<PolluxWindow> {
    for (const name of Object.keys(options) as (keyof PolluxOptions)[]) {
      assert.ok(reusable.has(name), `A window that is shared can't take on ${name}`);
    }
    try {
      await this.window?.startOver(options);
    } catch (error) {
      console.warn('A new window, since the shared one could not be brought back:', error);
      await this.close();
    }
    this.window ??= await this.openNew(options);
    return this.window;
  }

  /** Opened without the settings of `options`: those of the user, which are read only then, would apply to all who come. */
  private async openNew(options: PolluxOptions): Promise<PolluxWindow> {
    const window = await openPollux({ ...options, settings: {} });
    if (Object.keys(options.settings ?? {}).length > 0) await window.startOver(options);
    return window;
  }

  /** Takes the window back from a `describe`; one that has failed may have left anything. */
  async release(_window: PolluxWindow, hasPassed: boolean): Promise<void> {
    this.awaited--;
    if (!hasPassed || this.awaited === 0) await this.close();
  }

  async close(): Promise<void> {
    const { window } = this;
    this.window = undefined;
    await window?.close();
  }
}

/** The one of this process. */
export const sharedWindow = new SharedWindow();
after('close the window that was shared', () => sharedWindow.close());
