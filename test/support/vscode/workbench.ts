import type { Browser, Page } from 'playwright-core';
import type { Server } from './server';

export interface WorkbenchOptions {
  /** A folder, or a `.code-workspace` file. */
  workspace: string;
  /** Development keys, which count only where the server has its driver. */
  payload?: Record<string, string>;
}

export const usualViewport = { width: 1400, height: 900 };

/** A page of its own: no other page's storage, English, no animation. */
export async function newPage(browser: Browser, viewport = usualViewport): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(30_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return context.newPage();
}

/** Opens VS Code in a page, and waits until its workbench can be used. */
export async function openWorkbench(page: Page, server: Server, { workspace, payload }: WorkbenchOptions) {
  const query = new URLSearchParams({
    [workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: workspace,
    ...(payload && { payload: JSON.stringify(Object.entries(payload)) }),
  });
  await page.goto(`http://${server.host}/?${query}`);
  await workbenchReady(page);
}

/** Waits until the window shows all that it showed before: VS Code sets this mark then. */
export const workbenchReady = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('code/LifecyclePhase/Restored').length > 0, undefined, {
    timeout: 45_000,
  });
