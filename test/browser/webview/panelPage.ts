import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { emptyChat } from '../../../src/shared/chatState';
import type {
  ChatEvent,
  ChatHost,
  Completion,
  CompletionKind,
  MentionView,
  ToHost,
  ViewSettings,
} from '../../../src/shared/protocol';
import { type Theme, themes } from '../../support/themes';
import { sharedChromium } from '../../support/vscode/chromium';
import { once } from '../../support/vscode/once';

const origin = 'https://panel.test';
const root = join(__dirname, '../../..');

export const settings: ViewSettings = {
  signIn: 'key',
  model: 'gemini-3.8-flash',
  models: [
    { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash' },
    { id: 'gemini-4-argon', label: 'Gemini 4 Argon' },
  ],
  mode: 'default',
  hasFolder: true,
  isTrusted: true,
  attachments: [],
  sendWithModifier: false,
};

export interface PanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** False: the host does not answer `ready`. */
  readonly answersReady?: boolean;
  readonly settings?: Partial<ViewSettings>;
  readonly events?: readonly ChatEvent[];
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  readonly zoom?: number;
}

export interface HostCall {
  readonly method: keyof ChatHost;
  readonly args: readonly unknown[];
}

/** The panel's bundle on a page like the one VS Code gives it: same policy, same theme, and a host that the test plays. */
export class PanelPage {
  /** What the panel asked of the host, without `ready`, `complete`, `weigh`, `saveDraft`, `saveAnswers`, `focusChanged` and `report`. */
  readonly calls: HostCall[] = [];
  readonly drafts: string[] = [];
  /** What was typed into forms, by the call that asks. */
  readonly answers: Record<string, readonly string[]> = {};
  /** Whether it had the focus, each time that it said so. */
  readonly focus: boolean[] = [];
  readonly reports: string[] = [];
  /** Requests that a harmless panel would not make. */
  readonly strayRequests: string[] = [];
  readonly consoleErrors: string[] = [];
  /** What the host offers for what is typed behind a `/` or an `@`. */
  offers: (kind: CompletionKind, typed: string) => readonly Completion[] = () => [];
  /** What the host says of a text's mentions. */
  weights: (text: string) => readonly MentionView[] = () => [];
  /** Methods whose calls are refused, with the error. */
  readonly refusals = new Map<string, string>();

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {}

  static async open(browser: Browser, bundle: Bundle, options: PanelOptions = {}): Promise<PanelPage> {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 380, height: options.height ?? 760 },
      reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
      forcedColors: options.forcedColors ? 'active' : 'none',
      deviceScaleFactor: options.zoom ?? 1,
    });
    const page = await context.newPage();
    const panel = new PanelPage(page, context);
    await panel.prepare(bundle, options);
    await page.goto(`${origin}/`);
    return panel;
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  async send(...events: readonly ChatEvent[]): Promise<void> {
    await this.page.evaluate(batch => window.postMessage({ events: batch }, '*'), events);
    await this.settled();
  }

  /** Waits until what has arrived is drawn. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () => new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), 60)),
    );
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  get box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until the message box holds `text`. */
  async boxHolds(text: string): Promise<void> {
    await this.page.waitForFunction(wanted => document.querySelector('textarea')?.value === wanted, text);
  }

  callsOf(method: keyof ChatHost): (readonly unknown[])[] {
    return this.calls.filter(call => call.method === method).map(call => call.args);
  }

  private async prepare(bundle: Bundle, options: PanelOptions): Promise<void> {
    const { page } = this;
    const allowed = new Map([
      [
        `${origin}/`,
        {
          body: htmlOf(options.theme ?? themes.dark),
          contentType: 'text/html',
          headers: { 'content-security-policy': policy },
        },
      ],
      [`${origin}/webview.js`, { body: bundle.js, contentType: 'text/javascript' }],
      [`${origin}/webview.css`, { body: bundle.css, contentType: 'text/css' }],
    ]);
    await page.route('**/*', route => {
      const answer = allowed.get(route.request().url());
      return answer ? route.fulfill(answer) : route.abort();
    });
    page.on('request', request => {
      const url = request.url();
      if (!allowed.has(url) && !/^data:image\/(?:png|jpeg|gif|webp);/.test(url)) this.strayRequests.push(url);
    });
    page.on('console', message => {
      if (message.type() === 'error') this.consoleErrors.push(message.text());
    });
    page.on('pageerror', error => this.consoleErrors.push(String(error)));
    await page.exposeFunction('toHost', (message: ToHost) => this.answer(message, options));
    // As text, since a function would name helpers of the compiler that are not there.
    await page.addInitScript(
      'window.__name = f => f; window.acquireVsCodeApi = () => ({ postMessage: message => void toHost(message), setState: () => undefined });',
    );
  }

  private async answer({ call, method, args }: ToHost, options: PanelOptions): Promise<void> {
    const name = method as keyof ChatHost;
    if (name === 'saveDraft') this.drafts.push(String(args[0]));
    else if (name === 'saveAnswers') this.answers[String(args[0])] = args[1] as readonly string[];
    else if (name === 'focusChanged') this.focus.push(args[0] === true);
    else if (name === 'report') this.reports.push(String(args[0]));
    else if (name === 'complete') await this.complete(...(args as Parameters<ChatHost['complete']>));
    else if (name === 'weigh') {
      await this.post({ events: [{ type: 'mentioned', mentions: this.weights(String(args[0])) }] });
    } else if (name !== 'ready') this.calls.push({ method: name, args });
    if (name === 'ready' && options.answersReady !== false) await this.post({ events: this.first(options) });
    const error = this.refusals.get(name);
    await this.post({ reply: call, ...(error !== undefined && { error }) });
  }

  private async complete(request: number, kind: CompletionKind, typed: string): Promise<void> {
    await this.post({ events: [{ type: 'completions', request, items: this.offers(kind, typed) }] });
  }

  private first(options: PanelOptions): ChatEvent[] {
    return [
      {
        type: 'state',
        state: emptyChat('s1'),
        settings: { ...settings, ...options.settings },
        draft: this.drafts.at(-1) ?? '',
        answers: this.answers,
      },
      ...(options.events ?? []),
    ];
  }

  private async post(message: unknown): Promise<void> {
    await this.page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
  }
}

const policy = `default-src 'none'; script-src 'nonce-n0nce'; style-src ${origin}; font-src ${origin}; img-src ${origin} data:`;

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

function htmlOf(theme: Theme): string {
  const variables = Object.entries(theme.variables).map(([name, value]) => `${name}: ${value};`);
  const sheet = JSON.stringify(`:root { ${variables.join(' ')} } ${defaults}`);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Pollux</title>
<script nonce="n0nce">{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${sheet}); document.adoptedStyleSheets.push(sheet); }</script>
<link rel="stylesheet" href="/webview.css"></head>
<body class="${theme.bodyClass}" data-vscode-theme-kind="${theme.kind}" data-pollux data-l10n="{}"><div id="root"></div>
<script nonce="n0nce" type="module" src="/webview.js"></script></body></html>`;
}

export interface Bundle {
  readonly js: string;
  readonly css: string;
}

/** The bundle as `esbuild.js` builds it. */
export async function buildBundle(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'webview/main.tsx')],
    outfile: 'webview.js',
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'text' },
    logLevel: 'error',
  });
  const find = (end: string) => outputFiles.find(file => file.path.endsWith(end))?.text ?? '';
  return { js: find('.js'), css: find('.css') };
}

const bundleOnce = once(buildBundle);

/** Gives a page for each wish, closed after the test. */
export function usePanel(): (options?: PanelOptions) => Promise<PanelPage> {
  let browser: Browser;
  let bundle: Bundle;
  const pages: PanelPage[] = [];
  before(async function () {
    this.timeout(60_000);
    [browser, bundle] = await Promise.all([sharedChromium(), bundleOnce()]);
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map(page => page.close()));
  });
  return async options => {
    const panel = await PanelPage.open(browser, bundle, options);
    pages.push(panel);
    await panel.box.waitFor();
    if (options?.answersReady !== false)
      await panel.page.getByRole('combobox', { name: 'Mode', exact: true }).waitFor();
    await panel.settled();
    return panel;
  };
}
