import type { Frame, Page } from 'playwright-core';
import { setTimeout as delay } from 'node:timers/promises';
import { workbenchReady } from '../support/vscode/workbench';
import { median } from './metric';
import { untilQuiet, usageBelow } from './usage';
import { chatFrame, messageBox, openPanel, withWindow, type Installed } from './window';

const RELOADS = 5;

/** A command prints a gigabyte in the panel, then the window is reloaded several times. */
export const measurePanelOutput = (installed: Installed) =>
  withWindow(installed, async ({ page }) => {
    const { frame } = await openPanel(page);
    await print(frame, 1); // what the first command loads is not what its output costs
    await untilQuiet();
    const before = usageBelow();
    await print(frame, 1000);
    const { hostPeakMb } = usageBelow();
    const shownMs: number[] = [];
    for (let i = 0; i < RELOADS; i++) shownMs.push(await reload(page));
    return { growthMb: hostPeakMb - before.hostMb, shownMs: median(shownMs) };
  });

/** Runs a command that prints so many megabytes, and waits for the answer after it. */
async function print(frame: Frame, megabytes: number): Promise<void> {
  const box = messageBox(frame);
  await box.fill(`PRINT ${megabytes}`);
  await box.press('Enter');
  const accept = frame.getByRole('button', { name: 'Accept', exact: true });
  await accept.waitFor();
  // A card that has just appeared takes no clicks.
  while (await accept.isVisible()) {
    await accept.click({ timeout: 250 }).catch(() => undefined);
    await delay(250);
  }
  await frame.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden', timeout: 300_000 });
}

/** Reloads the window; how long after the workbench the chat is shown, in milliseconds. */
async function reload(page: Page): Promise<number> {
  await untilQuiet();
  await page.reload({ waitUntil: 'commit' });
  await workbenchReady(page);
  const frame = await chatFrame(page, isShown);
  const shownAt = await frame.evaluate(() => Date.now());
  return shownAt - (await page.evaluate(restoredAt));
}

/** In the panel. */
const isShown = (): boolean => document.querySelector('article') !== null;

/** In the workbench; in milliseconds since the epoch. */
function restoredAt(): number {
  const [mark] = performance.getEntriesByName('code/LifecyclePhase/Restored');
  return performance.timeOrigin + (mark?.startTime ?? NaN);
}
