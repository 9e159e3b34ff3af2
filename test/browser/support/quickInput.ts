import type { Locator, Page } from 'playwright-core';

/** Answers the input box that shows `prompt` as long as it is empty. */
export async function answerInputBox(page: Page, prompt: string, text: string): Promise<void> {
  const box = page.locator('.quick-input-widget').getByPlaceholder(prompt);
  await box.fill(text);
  await box.press('Enter');
}

/** Whether it comes up, and is still there a moment later. */
async function isShown(input: Locator): Promise<boolean> {
  const isUp = await input.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );
  return isUp && input.isVisible();
}

/** Types into VS Code's quick input and takes the row called `name`; its keys or its kind may follow after a comma. */
export async function pickFromQuickInput(page: Page, text: string, name: string): Promise<void> {
  const row = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`);
  // While a webview has the focus, keys take a detour through it.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const input = page.locator('.quick-input-widget input[type=text]').first();
  // Where a dialog has just closed, what gives the focus back may close the list once more.
  for (let tries = 0; tries < 5; tries++) {
    await page.keyboard.press('F1');
    if (await isShown(input)) break;
  }
  await input.fill(text);
  await page.locator('.quick-input-list').getByRole('option', { name: row }).first().click();
}
