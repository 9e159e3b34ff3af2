import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createApiKeyStore } from '../../src/vscode/secrets';
import { createSettings } from '../../src/vscode/settings';
import { memorySecrets } from './support/memorySecrets';

describe('The settings of the editor', () => {
  it('are read anew each time, and tell when they change', async () => {
    const settings = createSettings('files', get => get('eol'));
    const told: unknown[] = [];
    settings.onDidChange(value => told.push(value));
    assert.equal(settings.current(), 'auto');
    const files = vscode.workspace.getConfiguration('files');
    await files.update('eol', '\n', vscode.ConfigurationTarget.Global);
    assert.equal(settings.current(), '\n');
    await files.update('eol', undefined, vscode.ConfigurationTarget.Global);
    settings.dispose();
    await files.update('eol', '\r\n', vscode.ConfigurationTarget.Global);
    await files.update('eol', undefined, vscode.ConfigurationTarget.Global);
    assert.deepEqual(told, ['\n', 'auto']);
  });
});

describe('The store of the API key', () => {
  it('keeps the key under its own name, and tells when it changes', async () => {
    const { secrets, kept } = memorySecrets();
    const store = createApiKeyStore(secrets);
    let changes = 0;
    store.onDidChange(() => changes++);
    assert.equal(await store.get(), undefined);
    await store.store(' key\n');
    assert.deepEqual([...kept], [['pollux.geminiApiKey', 'key']]);
    assert.equal(await store.get(), 'key');
    await secrets.store('another', 'secret');
    await store.delete();
    assert.equal(await store.get(), undefined);
    assert.equal(changes, 2);
    store.dispose();
  });
});
