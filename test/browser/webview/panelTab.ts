import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { ToHost } from '../../../src/shared/protocol';
import { type Theme, themes } from '../../support/themes';
import { sharedChromium } from '../../support/vscode/chromium';
import type { Bundle, PanelOptions, PanelPage } from './panelPage';

/** A page of the browser that shows one panel after another, each in a document of its own. */
export class PanelTab {
  private panel: PanelPage | undefined;
  private files = new Map<string, File>();
  // Playwright's own interception of requests takes twice the CPU.
  private readonly server: Server = createServer((request, response) => {
    const { body, ...headers } = this.files.get(request.url ?? '') ?? { body: '' };
    response.writeHead(body === '' ? 404 : 200, headers).end(body);
  }).listen(0, '127.0.0.1');

  private constructor(
    readonly page: Page,
    readonly zoom: number,
  ) {}

  static async open(browser: Browser, zoom: number): Promise<PanelTab> {
    const context = await browser.newContext({ deviceScaleFactor: zoom });
    const tab = new PanelTab(await context.newPage(), zoom);
    await once(tab.server, 'listening');
    await tab.prepare();
    return tab;
  }

  /** The address of the panel. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get isFree(): boolean {
    return this.panel === undefined && !this.page.isClosed();
  }

  async show(panel: PanelPage, bundle: Bundle, options: PanelOptions): Promise<void> {
    const { page } = this;
    this.panel = panel;
    await page.setViewportSize({ width: options.width ?? 380, height: options.height ?? 760 });
    await page.emulateMedia({
      reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
      forcedColors: options.forcedColors ? 'active' : 'none',
    });
    this.files = filesOf(bundle, options.theme ?? themes.dark);
    await page.goto(this.url);
  }

  /** Gives the panel that is shown another theme, and another width where one is named. */
  async changeTheme(theme: Theme, width?: number): Promise<void> {
    const size = this.page.viewportSize();
    if (width !== undefined && size) await this.page.setViewportSize({ ...size, width });
    await this.page.evaluate(
      ({ sheet, bodyClass, kind }) => {
        document.adoptedStyleSheets[0]!.replaceSync(sheet);
        document.body.className = bodyClass;
        document.body.dataset.vscodeThemeKind = kind;
      },
      { ...theme, sheet: sheetOf(theme) },
    );
  }

  /** Lets go of `panel`, unless another one has its place by now. Until then it stays, but what it says goes to nobody. */
  async clear(panel: PanelPage): Promise<void> {
    if (this.panel !== panel || this.page.isClosed()) return;
    // As it goes, it would store and say once more what it remembers.
    await this.page.evaluate(() => {
      sessionStorage.clear();
      Storage.prototype.setItem = () => undefined;
      Object.assign(window, { toHost: () => undefined });
    });
    await this.page.mouse.up();
    await this.page.mouse.move(-10, -10);
    this.panel = undefined;
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.server.close();
  }

  private async prepare(): Promise<void> {
    const { page } = this;
    page.on('request', request => {
      const url = request.url();
      const isOurs = url.startsWith(this.url) && this.files.has(new URL(url).pathname);
      if (!isOurs && !/^data:image\/(?:png|jpeg|gif|webp);/.test(url)) this.panel?.strayRequests.push(url);
    });
    page.on('console', message => {
      if (message.type() === 'error') this.panel?.consoleErrors.push(message.text());
    });
    page.on('pageerror', error => this.panel?.consoleErrors.push(String(error)));
    await page.exposeFunction('toHost', (message: ToHost) => this.panel?.answer(message));
    // As text, since a function would name helpers of the compiler that are not there.
    await page.addInitScript(
      'window.__name = f => f; window.acquireVsCodeApi = () => ({ postMessage: message => void toHost(message), setState: state => sessionStorage.setItem("state", JSON.stringify(state)), getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined });',
    );
  }
}

/** Pages for panels. One that is free again is used again: a new one for each panel costs as much as the panel. */
export class PanelTabs {
  private tabs: PanelTab[] = [];

  async take(zoom: number): Promise<PanelTab> {
    const free = this.tabs.find(tab => tab.isFree && tab.zoom === zoom);
    if (free) return free;
    const tab = await PanelTab.open(await sharedChromium(), zoom);
    this.tabs.push(tab);
    return tab;
  }

  async close(): Promise<void> {
    await Promise.all(this.tabs.splice(0).map(tab => tab.close()));
  }
}

/** The text of a file, and the headers that it is sent with. */
interface File {
  readonly body: string;
  readonly 'content-type': string;
  readonly [header: string]: string;
}

const filesOf = (bundle: Bundle, theme: Theme) =>
  new Map<string, File>([
    ['/', { body: htmlOf(theme), 'content-type': 'text/html', 'content-security-policy': policy }],
    ['/webview.js', { body: bundle.js, 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' }],
    ['/webview.css', { body: bundle.css, 'content-type': 'text/css', 'cache-control': 'max-age=3600' }],
  ]);

const policy = `default-src 'none'; script-src 'nonce-n0nce'; style-src 'self'; font-src 'self'; img-src 'self' data:`;

/** VS Code's own defaults for webviews, 1.139. */
const defaults = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size);
    margin: 0; padding: 0 20px; }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code { font-family: monospace; color: var(--vscode-textPreformat-foreground);
    background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
}`;

function sheetOf({ variables }: Theme): string {
  const values = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root { ${values.join(' ')} } ${defaults}`;
}

function htmlOf(theme: Theme): string {
  const sheet = JSON.stringify(sheetOf(theme));
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Pollux</title>
<script nonce="n0nce">{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${sheet}); document.adoptedStyleSheets.push(sheet); }</script>
<link rel="stylesheet" href="/webview.css"></head>
<body class="${theme.bodyClass}" data-vscode-theme-kind="${theme.kind}" data-pollux data-l10n="{}"><div id="root"></div>
<script nonce="n0nce" type="module" src="/webview.js"></script></body></html>`;
}
