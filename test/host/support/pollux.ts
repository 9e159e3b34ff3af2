import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ScriptedGemini } from '../../browser/support/scriptedGemini';
import { closeAllTabs } from '../window';
import { PanelPen } from './panelPen';
import { TreeRows, type Trees } from './treeRows';

export interface PolluxHere {
  readonly gemini: ScriptedGemini;
  /** The chat view. */
  readonly panel: PanelPen;
  /** The rows of a view, such as `pollux.changes`. */
  readonly rows: (view: string) => TreeRows;
  /** Changes settings until the tests of the `describe` have ended. */
  readonly configure: (settings: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Runs a command of Pollux by its id without the prefix. */
  readonly run: (command: string, ...args: unknown[]) => Thenable<unknown>;
}

const gemini = new ScriptedGemini();
const panel = new PanelPen();
const trees: Trees = new Map();
// What is open in the window may be what activates it.
before('be there when Pollux is activated', async () => {
  await gemini.listen();
  process.env.GOOGLE_GEMINI_BASE_URL = gemini.url;
  const window = vscode.window as {
    registerWebviewViewProvider: typeof vscode.window.registerWebviewViewProvider;
    createTreeView: typeof vscode.window.createTreeView;
  };
  const { createTreeView, registerWebviewViewProvider } = window;
  window.registerWebviewViewProvider = (id, provider, options) =>
    registerWebviewViewProvider(
      id,
      { resolveWebviewView: (view, ...rest) => provider.resolveWebviewView(panel.join(view), ...rest) },
      options,
    );
  window.createTreeView = (id, options) => {
    const view = createTreeView(id, options);
    trees.set(id, { data: options.treeDataProvider, view });
    return view;
  };
});
after('close the Gemini server', () => gemini.close());

/**
 * Pollux itself in this window, for all tests of a `describe`: the extension as it is built, with a pen in place of the
 * panel's page, and a Gemini server. A test begins with an empty chat, no editors and nothing under review; at its end, the
 * server has refused nothing and every scripted reply was asked for.
 */
export function usePollux(settings: Readonly<Record<string, unknown>> = {}): () => PolluxHere {
  let here: PolluxHere;
  const changed = new Set<string>();
  const set = async (name: string, value: unknown) => {
    changed.add(name);
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  };
  const configure = async (wanted: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(wanted)) await set(name, value);
  };
  before('activate Pollux', async () => {
    await vscode.extensions.getExtension('pollux-dev.pollux')?.activate();
    await vscode.commands.executeCommand('pollux.focusChat');
    await panel.until(({ settings: sent }) => sent !== undefined);
    await configure(settings);
    const views = new Map<string, TreeRows>();
    here = {
      gemini,
      panel,
      rows: view => {
        const rows = views.get(view) ?? new TreeRows(trees, view);
        views.set(view, rows);
        return rows;
      },
      configure,
      run: (command, ...args) => vscode.commands.executeCommand(`pollux.${command}`, ...args),
    };
  });
  beforeEach('begin anew', async () => {
    await closeAllTabs();
    await panel.startAnew();
  });
  afterEach('look at the requests', async function () {
    const left = gemini.pendingReplies;
    gemini.forget();
    if (panel.state.chat.isRunning) await panel.host.stop();
    // It resolves when the user has answered its offer to take that back.
    void here.run('keepAllChanges');
    // What a test that failed has left may never end.
    if (this.currentTest?.state !== 'passed') return;
    await panel.finished();
    await here.rows('pollux.changes').none(/^(?!All reviewed)/);
    const refusals = gemini.requests.flatMap(request => request.refused ?? []);
    assert.deepEqual(refusals, [], 'Pollux sent what the service refuses');
    assert.equal(left, 0, 'a scripted reply was not asked for');
  });
  after('put the settings back', async () => {
    for (const name of changed) await set(name, undefined);
  });
  return () => here;
}
