import type { Locator, Page } from 'playwright-core';

/** VS Code's quick input, while it is shown. */
export const quickInput = (page: Page): Locator => page.locator('.quick-input-widget:visible');

export const quickInputRow = (page: Page, name: RegExp): Locator => quickInput(page).getByRole('option', { name });

/** Answers the input box that shows `prompt` as long as it is empty. */
export async function answerInputBox(page: Page, prompt: string, text: string): Promise<void> {
  const box = page.locator('.quick-input-widget').getByPlaceholder(prompt);
  await box.fill(text);
  await box.press('Enter');
}

/** Types into VS Code's quick input and takes the row called `name`; its keys or its kind may follow after a comma. */
export async function pickFromQuickInput(page: Page, text: string, name: string): Promise<void> {
  const row = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`);
  // While a webview has the focus, keys take a detour through it.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const input = page.locator('.quick-input-widget input[type=text]').first();
  const option = page.locator('.quick-input-list').getByRole('option', { name: row }).first();
  // Where a dialog has just closed, what gives the focus back may close the list once more.
  const pick = async () => {
    await page.keyboard.press('F1');
    await input.fill(text, { timeout: 3000 });
    await option.waitFor({ timeout: 10_000 });
    await option.click({ timeout: 3000 });
  };
  for (let tries = 1; ; tries++) {
    const error = await pick().then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    if (!error) return;
    if (tries === 5) throw error;
  }
}
