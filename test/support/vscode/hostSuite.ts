import type { BrowserContext, Page } from 'playwright-core';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import { launchContext } from './chromium';
import { saveFailure } from './failure';
import { outcomeOfWindow, type HostWindow } from './hostWindows';
import type { VsCode } from './install';
import { sumOf, type Outcome } from './outcome';
import { root } from './paths';
import { startServer, type Server } from './server';
import { newPage, openWorkbench } from './workbench';

const limitMs = 10 * 60_000;
/** Small, since nobody looks at it and it is drawn in software. */
const viewport = { width: 800, height: 500 };

/** Runs host tests in the extension hosts of a VS Code server, one window after another. */
export async function runHostSuite(vsCode: VsCode, windows: HostWindow[]): Promise<Outcome> {
  const context = await launchContext();
  try {
    const outcomes: Outcome[] = [];
    for (const window of windows) outcomes.push(await runWindow(vsCode, context, window));
    return sumOf(outcomes);
  } finally {
    await context.close();
  }
}

async function runWindow(vsCode: VsCode, context: BrowserContext, window: HostWindow): Promise<Outcome> {
  const server = await startServer(vsCode, { env: window.env, hasDriver: true });
  const page = await newPage(context, viewport);
  const printed: string[] = [];
  try {
    const fault = await runTests(page, server, window, printed).catch(String);
    const outcome = outcomeOfWindow(window, fault);
    if (outcome.failed.length > 0) {
      await saveFailure(`host ${window.name}`, { page, console: printed, logs: server.logs });
    }
    return outcome;
  } finally {
    await page.close();
    await server.stop();
  }
}

/** Opens the window and waits until its tests have ended. Returns what went wrong, if anything did. */
async function runTests(page: Page, server: Server, { tests, workspace }: HostWindow, printed: string[]) {
  const ended = new Promise<string | undefined>((resolve, reject) => {
    page.once('crash', () => resolve('The page crashed.'));
    const end = (code: number) => resolve(code === 0 ? undefined : `VS Code ended the tests with code ${code}.`);
    page.exposeFunction('codeAutomationExit', end).catch(reject);
  });
  const print = (_type: string, args: unknown[]) => void printed.push(format(...args));
  await page.exposeFunction('codeAutomationLog', print);

  const remote = (path: string) => `vscode-remote://${server.host}${path}`;
  const payload = {
    extensionDevelopmentPath: remote(root),
    extensionTestsPath: remote(tests),
    skipWelcome: 'true',
  };
  await openWorkbench(page, server, { workspace, payload });
  return Promise.race([
    ended,
    server.ended.then(() => 'The VS Code server ended.'),
    delay(limitMs, `Not done after ${limitMs / 60_000} minutes.`, { ref: false }),
  ]);
}
