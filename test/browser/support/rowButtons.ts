import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually';

/**
 * Presses a button that a row of a tree shows under the pointer, until `isDone` resolves: by default, until the row is
 * gone. A tree draws rows again when what they show changes; a button is gone with its row then, and a click on a row
 * that is about to go is lost.
 */
export async function pressInRow(
  page: Page,
  row: Locator,
  button: string,
  isDone: () => Promise<unknown> = () => row.waitFor({ state: 'detached', timeout: 5000 }),
): Promise<void> {
  await eventually(async () => {
    if ((await row.count()) > 0) {
      // The tooltip of the last button may be over the row.
      await page.mouse.move(900, 400);
      await row.hover({ timeout: 2000 });
      await row.getByRole('button', { name: button }).click({ timeout: 2000 });
    }
    await isDone();
  });
}
