import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
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
import type { Theme } from '../../support/themes';
import { once } from '../../support/vscode/once';
import { type PanelTab, PanelTabs } from './panelTab';

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
  /** From where each draft came along; null: from nowhere. */
  readonly movedFrom: unknown[] = [];
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
  /** True: what is saved is lost, as if the host had ended before. */
  losesDrafts = false;
  /** Methods whose calls the host doesn't answer, as if it were busy or had ended. */
  readonly unanswered = new Set<keyof ChatHost>();
  /** Methods whose calls are refused, with the error. */
  readonly refusals = new Map<string, string>();

  private constructor(
    private readonly tab: PanelTab,
    private readonly options: PanelOptions,
  ) {}

  static async open(tab: PanelTab, bundle: Bundle, options: PanelOptions = {}): Promise<PanelPage> {
    const panel = new PanelPage(tab, options);
    await tab.show(panel, bundle, options);
    return panel;
  }

  get page(): Page {
    return this.tab.page;
  }

  /** Where the panel is, as long as nothing takes the page elsewhere. */
  get url(): string {
    return this.tab.url;
  }

  /** Takes the panel away; the page is for another one then. */
  async close(): Promise<void> {
    await this.tab.clear(this);
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

  /** Changes the theme as VS Code does, while the panel is open, and its width. */
  async changeTheme(theme: Theme, width?: number): Promise<void> {
    await this.tab.changeTheme(theme, width);
    await this.settled();
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

  /** What the host does about a message of the panel. */
  async answer({ call, method, args }: ToHost): Promise<void> {
    const { options } = this;
    const name = method as keyof ChatHost;
    if (name === 'saveDraft') {
      if (this.losesDrafts) return;
      this.drafts.push(String(args[0]));
      this.movedFrom.push(args[1]);
    } else if (name === 'saveAnswers') this.answers[String(args[0])] = args[1] as readonly string[];
    else if (name === 'focusChanged') this.focus.push(args[0] === true);
    else if (name === 'report') this.reports.push(String(args[0]));
    else if (name === 'complete') await this.complete(...(args as Parameters<ChatHost['complete']>));
    else if (name === 'weigh') {
      await this.post({ events: [{ type: 'mentioned', mentions: this.weights(String(args[0])) }] });
    } else if (name !== 'ready') this.calls.push({ method: name, args });
    if (name === 'ready' && options.answersReady !== false) await this.post({ events: this.first(options) });
    if (this.unanswered.has(name)) return;
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

export interface Bundle {
  readonly js: string;
  readonly css: string;
}

/** The bundle that `esbuild.js` has built before the tests. */
const bundleOnce = once(async (): Promise<Bundle> => {
  const [js, css] = await Promise.all(['js', 'css'].map(end => readFile(join(root, `dist/webview.${end}`), 'utf8')));
  return { js: js!, css: css! };
});

const sharedTabs = new PanelTabs();
after('close the pages of panels', () => sharedTabs.close());

/** Gives a panel for each wish, taken away after the test. */
export function usePanel(): (options?: PanelOptions) => Promise<PanelPage> {
  let bundle: Bundle;
  const panels: PanelPage[] = [];
  before(async () => {
    bundle = await bundleOnce();
  });
  afterEach(async function () {
    await Promise.all(panels.splice(0).map(panel => panel.close()));
    // Nobody knows what a test that failed has left in its pages.
    if (this.currentTest?.state !== 'passed') await sharedTabs.close();
  });
  return async options => {
    const panel = await PanelPage.open(await sharedTabs.take(options?.zoom ?? 1), bundle, options);
    panels.push(panel);
    await panel.box.waitFor();
    if (options?.answersReady !== false)
      await panel.page.getByRole('combobox', { name: 'Mode', exact: true }).waitFor();
    await panel.settled();
    return panel;
  };
}
