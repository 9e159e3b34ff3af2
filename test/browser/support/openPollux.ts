import { mkdtempSync, realpathSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { windowContext } from '../../support/vscode/chromium';
import { pictureFiles } from '../../support/pictures';
import { saveFailure } from '../../support/vscode/failure';
import { installVsCode } from '../../support/vscode/install';
import { copySample } from '../../support/vscode/sample';
import { startServer, type Server, type ServerOptions } from '../../support/vscode/server';
import { themes, themeSettings, type Settings, type Theme } from '../../support/vscode/settings';
import { closePage, newPage, openWorkbench, usualViewport, workbenchReady } from '../../support/vscode/workbench';
import { pickFromQuickInput } from './quickInput';
import { beginAnew, clearWindow } from './startOver';

export interface PolluxOptions extends Omit<ServerOptions, 'extensionsDir'> {
  /** The workspace's files, by path; without, it is a copy of the sample workspace, which is a git repository. */
  files?: Record<string, string>;
  /** Files in the person's home, by path, such as `.gemini/settings.json`; a function gets the workspace's folder. */
  homeFiles?: Record<string, string> | ((workspace: string) => Record<string, string>);
  theme?: Theme;
  viewport?: { width: number; height: number };
}

/** A window of VS Code with the packaged extension, alone on a server, home and workspace of its own. */
export interface PolluxWindow {
  page: Page;
  server: Server;
  /** The folder that is open. */
  workspace: string;
  /** Everything in the chat view; stays good when the view is hidden, moved or reloaded. */
  panel: () => FrameLocator;
  /** Shows the chat view, unless it is there, and waits until a message can be typed. */
  openPanel: () => Promise<FrameLocator>;
  /** Runs a command by its title in the palette, such as `Pollux: New Chat`. */
  command: (title: string) => Promise<void>;
  /** Opens a file of the workspace in an editor. */
  openFile: (path: string) => Promise<void>;
  /** Reloads the window, as a person does. */
  reload: () => Promise<void>;
  /** Reloads the chat view alone; resolves when its old page is gone. */
  reloadWebviews: () => Promise<void>;
  /** Changes settings on top of those that the window was opened with. */
  configure: (settings: Settings) => void;
  setTheme: (theme: Theme) => Promise<void>;
  /**
   * Makes it a window for other tests: an empty chat, nothing else open, and the files, settings and size of `options`.
   * Throws where that can't be reached. Chats of before stay in History, and the home as it is.
   */
  startOver: (options: PolluxOptions) => Promise<void>;
  readFile: (path: string) => Promise<string>;
  writeFile: (path: string, text: string) => Promise<void>;
  /** Saves a picture in each of `themes`, by default in the dark one, if pictures are wanted; the last one stays. */
  picture: (name: string, themes?: readonly Theme[]) => Promise<void>;
  /** Saves what explains a failure of the test `title`. */
  saveFailure: (title: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a window. Whoever calls this closes it; a test has `usePollux` and `withPollux` for that. */
export async function openPollux(options: PolluxOptions = {}): Promise<PolluxWindow> {
  const { files, homeFiles = {}, theme = 'dark', viewport, hasFewExtensions = true, ...serverOptions } = options;
  const workspace = join(realpathSync(mkdtempSync(join(tmpdir(), 'browser-'))), 'workspace');
  await fillWorkspace(workspace, files);
  const settings = { ...themeSettings(theme), ...options.settings };
  const extensionsDir = process.env.POLLUX_EXTENSIONS;
  if (!extensionsDir) throw new Error('Run this by `npm run test:browser`, which packages and installs Pollux first');
  const server = await startServer(await installVsCode(), {
    ...serverOptions,
    hasFewExtensions,
    settings,
    extensionsDir,
  });
  await writeFiles(server.home, typeof homeFiles === 'function' ? homeFiles(workspace) : homeFiles);
  const page = await newPage(await windowContext(), viewport);
  const window = createWindow(page, server, workspace, settings);
  try {
    await openWorkbench(window.page, server, { workspace });
    return window;
  } catch (error) {
    await window.saveFailure('open VS Code');
    await window.close();
    throw error;
  }
}

function createWindow(page: Page, server: Server, workspace: string, openedWith: Settings): PolluxWindow {
  const printed: string[] = [];
  page.on('console', message => printed.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', error => printed.push(error.stack ?? String(error)));

  let settings = openedWith;
  let starts = 0;
  const configure = (more: Settings) => {
    settings = { ...settings, ...more };
    server.configure(settings);
  };
  const panel = () => page.frameLocator(chatView).frameLocator('#active-frame');

  const window: PolluxWindow = {
    page,
    server,
    workspace,
    panel,
    openPanel: async () => {
      const icon = page
        .locator('.part.activitybar, .part.auxiliarybar')
        .getByRole('tab', { name: /^Pollux/ })
        .first();
      if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
      await panel().getByRole('textbox', { name: 'Message' }).click({ trial: true });
      return panel();
    },
    command: title => pickFromQuickInput(page, `>${title}`, title),
    openFile: async path => {
      const folder = dirname(path) === '.' ? '' : ` ${dirname(path)}`;
      await pickFromQuickInput(page, path, `${basename(path)}${folder}`);
      await page.locator('.tab.active').getByText(basename(path)).waitFor();
      // It takes the focus last; until then, what is typed next would go into the file.
      await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
    },
    reload: async () => {
      await page.reload();
      await workbenchReady(page);
    },
    reloadWebviews: async () => {
      await panel()
        .locator('body')
        .evaluate(body => body.classList.add('is-old'));
      await window.command('Developer: Reload Webviews');
      await panel().locator('body.is-old').waitFor({ state: 'detached' });
    },
    configure,
    setTheme: async theme => {
      configure(themeSettings(theme));
      await page.locator(`.monaco-workbench.${themes[theme].kind}`).waitFor();
    },
    startOver: async ({ files, settings: wanted, theme = 'dark', viewport = usualViewport }) => {
      await clearWindow(window);
      await page.setViewportSize(viewport);
      settings = { ...themeSettings(theme), ...wanted };
      // The title tells when the window has read them.
      const title = `[${++starts}]`;
      configure({ 'window.title': title });
      await page.waitForFunction(text => document.title.startsWith(text), title);
      for (const name of await readdir(workspace)) {
        await rm(join(workspace, name), { recursive: true, force: true, maxRetries: 5 });
      }
      await fillWorkspace(workspace, files);
      await beginAnew(window, settings);
    },
    readFile: path => readFile(join(workspace, path), 'utf8'),
    writeFile: (path, text) => writeFiles(workspace, { [path]: text }),
    picture: async (name, wanted = ['dark']) => {
      for (const [theme, path] of pictureFiles(name, wanted)) {
        await window.setTheme(theme);
        await page.screenshot({ path });
      }
    },
    saveFailure: title => saveFailure(title, { page, console: printed, logs: server.logs }),
    close: async () => {
      await Promise.all([closePage(page), server.stop()]);
    },
  };
  return window;
}

/** The chat view, among the webviews of a page. */
const chatView = 'iframe.webview[src*="extensionId=pollux-dev.pollux"][src*="purpose=webviewView"]';

const fillWorkspace = (folder: string, files: PolluxOptions['files']) =>
  files ? writeFiles(folder, files) : copySample(folder);

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
