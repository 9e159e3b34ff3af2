import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createWindowReports, type WindowReportsOptions } from '../../src/extension/windowReports';
import { Configuration } from '../../src/config/configuration';
import { readSettings } from '../../src/config/settings';

describe('Reports of a window', () => {
  let home: string;
  beforeEach(async () => (home = await mkdtemp(join(tmpdir(), 'pollux-'))));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(home, { recursive: true, force: true });
  });

  const openReports = () => {
    const configuration = new Configuration({
      env: { GEMINI_API_KEY: 'canary-in-a-variable' },
      readOwn: async () => [],
      isTrusted: async () => true,
      readWorkspace: async () => [],
      readEnvFiles: async () => [],
      aliases: new Map(),
      above: () => [],
    });
    const options = {
      version: '1.2.3',
      home,
      folders: () => [home],
      configuration,
      configured: new Promise(resolve => setImmediate(resolve)).then(() => configuration.load()),
      settings: () => readSettings(() => undefined),
      access: {
        apiKey: { get: async () => 'canary-in-the-store' },
        check: async (model: string) => [{ name: 'Model', status: 'failed', detail: `${model} is not there` }],
      },
      model: () => 'gemini-test',
      events: async () => [{ type: 'delta', messageId: 'm', text: 'canary-text' }],
      extensionId: 'pollux-dev.pollux',
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    };
    return createWindowReports(options as unknown as WindowReportsOptions);
  };

  it('check the editor, the folders and the model', async () => {
    const checks = await openReports().check();
    const of = (name: string) => checks.find(each => each.name === name);
    assert.equal(of('VS Code')?.detail, vscode.version);
    assert.equal(of('Folder')?.status, 'ok');
    assert.equal(of('Trust')?.status, 'ok', 'The settings have been read first.');
    assert.equal(of('Keys')?.detail, 'secret storage of the editor, GEMINI_API_KEY');
    assert.deepEqual([of('Model')?.status, of('Model')?.detail], ['failed', 'gemini-test is not there']);
  });

  it('are shown on request, without a text and a key', async () => {
    await openReports().show();
    const document = vscode.window.activeTextEditor?.document;
    const report = JSON.parse(document?.getText() ?? '') as { events: unknown; versions: Record<string, string> };
    assert.deepEqual(report.events, [{ type: 'delta' }]);
    assert.equal(report.versions.vscode, vscode.version);
    assert.equal(document?.getText().includes('canary'), false);
  });
});
