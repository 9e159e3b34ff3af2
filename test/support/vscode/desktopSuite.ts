import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { join } from 'node:path';
import { testEnvironment } from './environment';
import { outcomeOfWindow, type HostWindow } from './hostWindows';
import { sumOf, type Outcome } from './outcome';
import { root } from './paths';
import { run } from './processes';
import { findCommand, hasDisplay } from './system';

/** The executable of a desktop VS Code: the one that POLLUX_VSCODE names, or else one that is downloaded. */
export const findDesktop = async () => process.env.POLLUX_VSCODE ?? (await downloadAndUnzipVSCode());

/** Runs host tests in a desktop VS Code, one window after another. */
export async function runDesktopSuite(vsCode: string, windows: HostWindow[], home: string): Promise<Outcome> {
  const script = join(root, 'test', 'support', 'vscode', 'desktopWindow.ts');
  const outcomes: Outcome[] = [];
  for (const window of windows) {
    const node = [process.execPath, '--import', 'tsx', script, vsCode, window.tests, window.workspace];
    const [command = '', ...args] = hasDisplay() || !findCommand('xvfb-run') ? node : ['xvfb-run', '-a', ...node];
    const fault = await run(command, args, { cwd: root, env: testEnvironment(home, window.env) }).then(
      () => undefined,
      String,
    );
    outcomes.push(outcomeOfWindow(window, fault));
  }
  return sumOf(outcomes);
}
