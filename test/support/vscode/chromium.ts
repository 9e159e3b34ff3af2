import { chromium, type Browser } from 'playwright-core';
import { findCommand, installPackages, isExecutable } from './system';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of PLAYWRIGHT_CHROMIUM or of an installed Chromium or Chrome; installs one where there is none. */
export async function findChromium(): Promise<string> {
  const find = () => commands.map(findCommand).find(Boolean) ?? (isExecutable(macChrome) ? macChrome : undefined);
  const found = process.env.PLAYWRIGHT_CHROMIUM ?? find();
  if (found) return found;
  await installPackages('chromium');
  const installed = find();
  if (!installed) throw new Error('No Chromium found: set PLAYWRIGHT_CHROMIUM to one');
  return installed;
}

/** Chromium without a window, without calls home, and with the same colours and letter shapes everywhere. */
export async function launchChromium(moreArgs: string[] = []): Promise<Browser> {
  return chromium.launch({
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
  });
}
