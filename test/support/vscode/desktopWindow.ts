// node --import tsx desktopWindow.ts VSCODE TESTS WORKSPACE: runs host tests in one window of a desktop VS Code. A script of its
// own, so that it can be given a display of its own.
import { runTests } from '@vscode/test-electron';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths';
import { testSettings, writeSettings } from './settings';

const [vscodeExecutablePath = '', tests = '', workspace = ''] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'desktop-'));
writeSettings(join(data, 'User', 'settings.json'), testSettings);

runTests({
  vscodeExecutablePath,
  extensionDevelopmentPath: root,
  extensionTestsPath: tests,
  launchArgs: [workspace, '--user-data-dir', data, '--extensions-dir', join(data, 'extensions')],
}).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
