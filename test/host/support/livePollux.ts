import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import manifest from '../../../package.json';
import type * as extension from '../../../src/extension';
import type { ChatHost } from '../../../src/shared/protocol';
import type { Message, NoticeMessage } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';
import { textOf } from '../../../src/shared/partsText';
import type { PanelState } from '../../../webview/panelState';
import { startGeminiServer, type GeminiServer, type GeminiServerOptions } from '../../support/geminiServer';
import { closeAllTabs, workspaceFolder } from '../window';
import { loadExtension, memento } from './builtExtension';
import { memorySecrets } from './memorySecrets';
import { PanelPen } from './panelPen';
import { titleOf } from './playedTree';
import { UserInterface } from './userInterface';

export interface LiveOptions {
  /** Files of the workspace, by path; taken away again after the tests. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of the user's home, by path. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly server?: GeminiServerOptions;
  /** Whether the workspace is trusted; it is unless that is false. */
  readonly isTrusted?: boolean;
}

/**
 * The whole extension, as `activate` puts it together, in the window that runs the test: with a Gemini server, a home and
 * stores of its own, and a panel whose messages the test sends and reads. What VS Code shows beside the panel is played by
 * `ui`.
 */
export class LivePollux {
  readonly ui = new UserInterface();
  readonly secrets = memorySecrets();
  gemini!: GeminiServer;
  home!: string;
  workspace!: string;
  readonly #context: { dispose(): unknown }[] = [];
  readonly #written: string[] = [];
  readonly #variables = new Map<string, string | undefined>();
  readonly #settings: string[] = [];
  readonly #globalState = memento();
  readonly #workspaceState = memento();
  #extension: typeof extension | undefined;
  #pen = new PanelPen();

  static async open({
    files = {},
    homeFiles = {},
    settings = {},
    env = {},
    ...options
  }: LiveOptions): Promise<LivePollux> {
    const live = new LivePollux();
    live.home = await mkdtemp(join(tmpdir(), 'live-home-'));
    live.workspace = await workspaceFolder();
    live.gemini = await startGeminiServer(options.server);
    for (const [path, text] of Object.entries(homeFiles)) await write(join(live.home, path), text);
    for (const [path, text] of Object.entries(files)) await live.writeFile(path, text);
    live.#setVariables({
      HOME: live.home,
      GEMINI_API_KEY: 'test-key',
      GOOGLE_GEMINI_BASE_URL: live.gemini.url,
      ...env,
    });
    await live.configure({ sandbox: 'off', editorContext: false, ...settings });
    live.ui.install(options.isTrusted ?? true);
    try {
      await live.#start();
    } catch (error) {
      await live.close();
      throw error;
    }
    return live;
  }

  /** Ends it and takes away what it has left. */
  async close(): Promise<void> {
    await this.#stop();
    this.ui.restore();
    await this.configure(Object.fromEntries(this.#settings.map(key => [key, undefined])));
    await closeAllTabs();
    for (const [name, value] of this.#variables) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await this.gemini.close();
    await rm(this.home, { recursive: true, force: true });
    for (const path of this.#written) await rm(join(this.workspace, path), { recursive: true, force: true });
  }

  /** As the window is reloaded: everything ends, and starts again with what is stored. */
  async restart(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  async #start(): Promise<void> {
    this.#extension = loadExtension();
    this.#extension.activate(this.#extensionContext());
    await this.#openPanel();
  }

  async #stop(): Promise<void> {
    this.ui.dropOpen();
    await this.#extension?.deactivate();
    for (const each of this.#context.splice(0).toReversed()) await each.dispose();
  }

  /** Sets settings of Pollux, without their prefix; resolves when the editor has taken them. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [key, value] of Object.entries(settings)) {
      if (!this.#settings.includes(key)) this.#settings.push(key);
      await vscode.workspace.getConfiguration('pollux').update(key, value, vscode.ConfigurationTarget.Global);
    }
  }

  async writeFile(path: string, text: string): Promise<void> {
    this.takeAway(path);
    await write(join(this.workspace, path), text);
  }

  /** Has what is at that path of the workspace taken away after the tests. */
  takeAway(path: string): void {
    this.#written.push(path.split('/')[0]!);
  }

  readFile(path: string): Promise<string> {
    return readFile(join(this.workspace, path), 'utf8');
  }

  async openFile(path: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(vscode.Uri.file(join(this.workspace, path)));
  }

  /** Runs a command by its title in the palette, without `Pollux: `. */
  command(title: string): Thenable<unknown> {
    return this.ui.run(this.commandOf(title));
  }

  commandOf(title: string): string {
    const found = manifest.contributes.commands.find(each => titleOf(each.title) === title);
    assert.ok(found, `No command is called ${title}`);
    return found.command;
  }

  /** What the panel knows, as the panel itself puts it together. */
  get panel(): PanelState {
    return this.#pen.state;
  }

  /** The host, called about the chat that is shown. */
  get host(): ChatHost {
    return this.#pen.host;
  }

  get messages(): readonly Message[] {
    return this.panel.chat.messages;
  }

  get notices(): readonly NoticeMessage[] {
    return this.messages.filter(message => message.role === 'notice');
  }

  /** What the user and Pollux have said, without what only the model is told. */
  said(role: 'user' | 'assistant'): string[] {
    return this.messages.flatMap(each =>
      each.role === role && !('isContext' in each && each.isContext) ? [textOf(each.parts)] : [],
    );
  }

  /** The first notice with such a text from the `after`th on, once it is there. */
  notice(text: RegExp, after = 0): Promise<NoticeMessage> {
    return this.ui.until(`the notice ${text}`, () => this.notices.slice(after).find(each => text.test(each.text)));
  }

  /** The question that the chat waits for an answer to. */
  approval(): Promise<Approval> {
    return this.ui.until('a question', () => this.panel.chat.approvals[0]);
  }

  async accept(): Promise<Approval> {
    const approval = await this.approval();
    await this.host.decide(approval.callId, { decision: 'accept' });
    return approval;
  }

  /** Resolves when nothing runs any more. */
  finished(): Promise<unknown> {
    return this.ui.until('the end of the run', () => !this.panel.chat.isRunning);
  }

  /** Sends a prompt and waits for the end of all that comes of it. */
  async ask(prompt: string): Promise<void> {
    const before = this.said('user').length;
    await this.host.submit(prompt);
    await this.ui.until(`the prompt ${prompt}`, () => this.said('user').length > before);
    await this.finished();
  }

  async newChat(): Promise<void> {
    const before = this.panel.chat.sessionId;
    await this.host.newChat();
    await this.ui.until('a new chat', () => this.panel.chat.sessionId !== before);
  }

  /** What the panel offers for a text that ends with what is typed. */
  async offers(typed: string): Promise<readonly string[]> {
    const request = this.panel.completions.request + 1;
    const command = /^\/(\S*)$/.exec(typed);
    const mention = /@(\S*)$/.exec(typed);
    await (command
      ? this.host.complete(request, 'command', command[1]!)
      : this.host.complete(request, 'mention', mention?.[1] ?? ''));
    await this.ui.until('completions', () => this.panel.completions.request === request);
    return this.panel.completions.items.map(({ label, hint, detail }) =>
      [label, hint, detail].filter(Boolean).join(' '),
    );
  }

  /** The text of all that the last request contains. */
  get prompt(): string {
    return this.gemini.requests.at(-1)?.prompt ?? '';
  }

  async #openPanel(): Promise<void> {
    const { provider } = this.ui;
    assert.ok(provider, 'The panel was not registered');
    this.#pen = new PanelPen();
    this.#pen.onDidChange(this.ui.tell);
    const webview = { ...{ options: {}, html: '', cspSource: 'none' }, asWebviewUri: (uri: vscode.Uri) => uri };
    const gone = new vscode.EventEmitter<void>();
    const view = { webview, onDidDispose: gone.event, badge: undefined, visible: true, show: () => undefined };
    await provider.resolveWebviewView(
      this.#pen.join(view as unknown as vscode.WebviewView),
      ...([{}, {}] as unknown as [vscode.WebviewViewResolveContext, vscode.CancellationToken]),
    );
    await this.#pen.ready;
    await this.ui.until('the panel', () => this.panel.settings);
  }

  #extensionContext(): vscode.ExtensionContext {
    const folder = (name: string) => vscode.Uri.file(join(this.home, '.vscode', name));
    const context = {
      subscriptions: this.#context,
      extension: { id: 'pollux-dev.pollux', packageJSON: manifest },
      extensionUri: vscode.Uri.file(join(__dirname, '../..')),
      secrets: this.secrets.secrets,
      globalState: this.#globalState,
      workspaceState: this.#workspaceState,
      globalStorageUri: folder('global'),
      storageUri: folder('workspace'),
      environmentVariableCollection: { replace: () => undefined, delete: () => undefined, clear: () => undefined },
    };
    return context as unknown as vscode.ExtensionContext;
  }

  #setVariables(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) {
      this.#variables.set(name, process.env[name]);
      process.env[name] = value;
    }
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
