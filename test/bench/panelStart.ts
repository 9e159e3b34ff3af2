import type { Page } from 'playwright-core';
import { openPanel, withWindow, type Installed } from './window';

/** Opens the panel for the first time, and asks VS Code what activation took: its own report, "Startup Performance". */
export const measureStart = (installed: Installed) =>
  withWindow(installed, async ({ page }) => {
    const { ms } = await openPanel(page);
    return { openMs: ms, ...(await activationTimes(page)) };
  });

async function activationTimes(page: Page): Promise<{ loadMs: number; activateMs: number }> {
  await page.setViewportSize({ width: 1600, height: 9000 }); // so that the editor shows the whole report
  await page.locator('.part.editor').first().click();
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').first().fill('>Developer: Startup Performance');
  await page
    .locator('.quick-input-list')
    .getByRole('option', { name: /^Developer: Startup Performance/ })
    .first()
    .click();
  const row = page.locator('.view-line', { hasText: 'pollux-dev.pollux' }).filter({ hasText: /\|\s*(true|false)/ });
  const text = await row.first().textContent({ timeout: 30_000 });
  // | extension | eager | load code | call activate | finish activate | …
  const cells = (text ?? '').replaceAll('\u00a0', ' ').split('|');
  return { loadMs: Number(cells[3]), activateMs: Number(cells[4]) };
}
