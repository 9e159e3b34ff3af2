import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type Frame, type Page } from 'playwright-core';
import { launchChromium } from '../support/vscode/chromium';
import type { VsCode } from '../support/vscode/install';
import { startServer } from '../support/vscode/server';
import { openWorkbench } from '../support/vscode/workbench';
import { startModel, type ModelProcess } from './modelProcess';
import { untilQuiet } from './usage';

export interface Installed {
  readonly vsCode: VsCode;
  /** Holds the packaged extension, and nothing else. */
  readonly extensionsDir: string;
}

export interface BenchWindow {
  readonly page: Page;
  readonly model: ModelProcess;
}

const CHAT_VIEW = 'iframe.webview[src*="extensionId=pollux-dev.pollux"][src*="purpose=webviewView"]';

/** A page that was changed on its way (see below) counts as foreign to this machine, which is allowed here. */
const launchBrowser = (): Promise<Browser> =>
  launchChromium(['--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets']);

/** Opens VS Code as a person would have it, on everything of its own, for one measurement. */
export async function withWindow<T>(installed: Installed, use: (window: BenchWindow) => Promise<T>): Promise<T> {
  const workspace = join(realpathSync(mkdtempSync(join(tmpdir(), 'bench-'))), 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'readme.md'), '# A small workspace\n');
  const [model, browser] = await Promise.all([startModel(), launchBrowser()]);
  const server = await startServer(installed.vsCode, {
    extensionsDir: installed.extensionsDir,
    env: { GEMINI_API_KEY: 'any', GOOGLE_GEMINI_BASE_URL: model.url },
    settings: { 'workbench.reduceMotion': 'off' },
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.addInitScript('globalThis.__name = value => value'); // tsx marks functions by it, also those sent to a page
    await giveWebviewsAProcess(page, server.host);
    await openWorkbench(page, server, { workspace });
    return await use({ page, model });
  } finally {
    await Promise.all([browser.close(), server.stop(), model.stop()]);
  }
}

/**
 * Serves webviews from a site of their own, as the desktop and vscode.dev do, so that Chromium gives them a process: what
 * is measured in the panel is then the panel's alone.
 */
async function giveWebviewsAProcess(page: Page, host: string): Promise<void> {
  const port = host.split(':')[1]!;
  await page.route(
    url => url.pathname === '/',
    async route => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      headers['content-security-policy'] = policy.replace(
        "frame-src 'self'",
        `frame-src 'self' http://*.localhost:${port}`,
      );
      const body = (await response.text()).replace(
        /(webviewEndpoint&quot;:&quot;)(.*?)(&quot;.*?productConfiguration&quot;:\{)/s,
        (_all, key: string, path: string, rest: string) =>
          `${key}${rest}&quot;webviewContentExternalBaseUrlTemplate&quot;:&quot;http://{{uuid}}.localhost:${port}/${path}/&quot;,`,
      );
      await route.fulfill({ response, headers, body });
    },
  );
}

/** Opens the panel in a settled window; `ms`: from the click to a message box that takes text. */
export async function openPanel(page: Page): Promise<{ frame: Frame; ms: number }> {
  const icon = page.locator('.part.activitybar').getByRole('tab', { name: /^Pollux/ });
  await icon.waitFor();
  await untilQuiet();
  const began = performance.now();
  await icon.click();
  const frame = await chatFrame(page, isReady);
  return { frame, ms: performance.now() - began };
}

export const messageBox = (frame: Frame) => frame.getByRole('textbox', { name: 'Message' });

/** The panel, once it is as wanted. Looks every 10 ms, which is finer than waiting by Playwright's own steps. */
export async function chatFrame(page: Page, isWanted: () => boolean): Promise<Frame> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const inner = page.frameLocator(CHAT_VIEW).locator('#active-frame');
    const handle = await inner.elementHandle({ timeout: 500 }).catch(() => null);
    const frame = await handle?.contentFrame();
    if (frame && (await frame.evaluate(isWanted).catch(() => false))) return frame;
    await delay(10);
  }
  throw new Error('The panel does not get there');
}

/** In the panel. */
function isReady(): boolean {
  const box = document.querySelector<HTMLElement>(
    'textarea[aria-label="Message"], [role=textbox][aria-label="Message"]',
  );
  return box !== null && box.offsetHeight > 0 && !(box as HTMLTextAreaElement).disabled;
}
