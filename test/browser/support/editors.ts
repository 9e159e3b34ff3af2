import type { Locator, Page } from 'playwright-core';
import { quickInput } from './quickInput';

/** VS Code's editors, as a person uses them. */
export class Editors {
  constructor(private readonly page: Page) {}

  /** The editor in the active group that shows a file. */
  get active(): Locator {
    return this.page.locator('.editor-group-container.active .editor-instance .monaco-editor').last();
  }

  /** The side of the diff that may be edited. */
  get changedSide(): Locator {
    return this.page.locator('.monaco-diff-editor .editor.modified');
  }

  get diff(): Locator {
    return this.page.locator('.monaco-diff-editor');
  }

  tab(name: string | RegExp): Locator {
    return this.page.locator('.part.editor').getByRole('tab', { name });
  }

  /** A button in the title bar of the active editor. */
  titleButton(name: string): Locator {
    return this.page
      .locator('.editor-group-container.active .editor-actions')
      .getByRole('button', { name: new RegExp(`^${name}( \\(|$)`) });
  }

  /** Puts the caret at the end of the line of `editor` that reads so. */
  async caretAfter(line: string, editor: Locator = this.active): Promise<void> {
    await editor
      .locator('.view-line')
      .filter({ hasText: spaced(line) })
      .first()
      .click();
    await this.page.keyboard.press('End');
  }

  /** Selects whole lines of the active editor, from the one that reads `first` to the one that reads `last`. */
  async selectLines(first: string, last: string): Promise<void> {
    await this.caretAfter(first);
    await this.page.keyboard.press('Home');
    await this.active
      .locator('.view-line')
      .filter({ hasText: spaced(last) })
      .first()
      .click({ modifiers: ['Shift'] });
    await this.page.keyboard.press('Shift+End');
  }

  /** Closes every editor, and with it what was not saved. */
  async closeAll(): Promise<void> {
    const { page } = this;
    const tabs = page.locator('.part.editor').getByRole('tab');
    const questions = quickInput(page);
    if ((await questions.count()) > 0) await page.keyboard.press('Escape');
    const dirty = page.locator('.part.editor .tab.dirty');
    const discard = page.getByRole('dialog').getByRole('button', { name: "Don't Save" });
    const empty = page.locator('.part.editor .editor-group-container.empty');
    while ((await tabs.count()) > 0) {
      const mayAsk = (await dirty.count()) > 0;
      await page.locator('.tab.active').first().click();
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Control+w');
      // What was saved a moment ago may still be shown as unsaved; then nobody asks.
      if (mayAsk) await discard.or(empty).first().waitFor();
      if (await discard.isVisible()) await discard.click();
      await tabs.first().waitFor({ state: 'detached' });
    }
  }
}

/** Monaco draws blanks as no-break spaces. */
function spaced(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^\\s*${escaped.replaceAll(' ', '[ \\u00a0]')}\\s*$`);
}
