import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core';
import { once } from './once';
import { findCommand, installPackages, isExecutable } from './system';

/** Chromium without the parts that only a screen needs: a window costs a quarter less. */
const headlessShell = 'chromium-headless-shell';
const commands = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of PLAYWRIGHT_CHROMIUM or of Chromium's headless shell, which is installed where that can be; of another
 * Chromium or Chrome where it can't.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.PLAYWRIGHT_CHROMIUM ?? findCommand(headlessShell);
  if (named) return named;
  const failure = await installPackages(headlessShell).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const found = commands.map(findCommand).find(Boolean) ?? (isExecutable(macChrome) ? macChrome : undefined);
  if (!found) throw new Error(`No Chromium found: set PLAYWRIGHT_CHROMIUM to one. ${failure ?? ''}`);
  return found;
}

/** Chromium without a window, without calls home, and with the same colours and letter shapes everywhere. */
export async function launchChromium(moreArgs: string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(moreArgs));
}

/**
 * A context in a Chromium of its own that stores what it compiles, which its closing ends as well: a page that it has
 * loaded before costs a third less. Other contexts store nothing, and with streaming Chromium wouldn't use what is stored.
 */
export async function launchContext(): Promise<BrowserContext> {
  // Stored at the first visit. The rest is Playwright's own value, which this replaces.
  const blink =
    'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,v8CacheOptions=3';
  return chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'chromium-')), {
    ...(await launchOptions(['--js-flags=--no-script-streaming', `--blink-settings=${blink}`])),
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

async function launchOptions(moreArgs: string[]): Promise<LaunchOptions> {
  return {
    executablePath: await findChromium(),
    // People have scrollbars.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
      ...moreArgs,
    ],
  };
}

/** The one browser of all panels of this process, which ends with it. A page's own things are its context's. */
export const sharedChromium = once(() => launchChromium());

/** The one context of all windows of VS Code of this process, which ends with it. */
export const windowContext = once(launchContext);
