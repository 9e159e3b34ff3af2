import type { BrowserContext, Page } from 'playwright-core';
import type { Server } from './server';

export interface WorkbenchOptions {
  /** A folder, or a `.code-workspace` file. */
  workspace: string;
  /** Development keys, which count only where the server has its driver. */
  payload?: Record<string, string>;
}

export const usualViewport = { width: 1400, height: 900 };

/** A page for one window, with nothing in storage at the addresses of earlier ones once `openWorkbench` opens it there. */
export async function newPage(context: BrowserContext, viewport = usualViewport): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewportSize(viewport);
  return page;
}

/** Closes a page, and what it has opened. What the tests have put between the context and the network goes as well. */
export async function closePage(page: Page): Promise<void> {
  const context = page.context();
  await context.unrouteAll();
  const others = context.pages().map(async other => ((await other.opener()) === page ? other.close() : undefined));
  await Promise.all([page.close(), ...others]);
}

/** Opens VS Code in a page, and waits until its workbench can be used. */
export async function openWorkbench(page: Page, server: Server, { workspace, payload }: WorkbenchOptions) {
  const query = new URLSearchParams({
    [workspace.endsWith('.code-workspace') ? 'workspace' : 'folder']: workspace,
    ...(payload && { payload: JSON.stringify(Object.entries(payload)) }),
  });
  await clearStorage(page, `http://${server.host}`);
  await page.goto(`http://${server.host}/?${query}`);
  await workbenchReady(page);
}

/** Waits until the window shows all that it showed before: VS Code sets this mark then. */
export const workbenchReady = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('code/LifecyclePhase/Restored').length > 0, undefined, {
    timeout: 45_000,
  });

async function clearStorage(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}
