import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Settings = Record<string, unknown>;

/** The themes of VS Code 1.139 by our names, with the class that a window of that kind has. */
export const themes = {
  dark: { name: 'Dark 2026', kind: 'vs-dark' },
  light: { name: 'Light 2026', kind: 'vs' },
  highContrast: { name: 'Default High Contrast', kind: 'hc-black' },
  highContrastLight: { name: 'Default High Contrast Light', kind: 'hc-light' },
} as const;
export type Theme = keyof typeof themes;

export const themeSettings = (theme: Theme): Settings => ({ 'workbench.colorTheme': themes[theme].name });

/** A plain window: no welcome page, no other agent beside ours, no calls home. */
export const plainSettings: Settings = {
  'workbench.startupEditor': 'none',
  // It copies each saved file. If the file gets shorter meanwhile, as with mixed line ends, Node's copying never ends.
  'workbench.localHistory.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
  // The window would offer to open whatever listens on the machine, in a message above the editor.
  'remote.autoForwardPorts': false,
};

/** On top of that, nothing that moves, blinks or saves by itself. */
export const testSettings: Settings = {
  ...plainSettings,
  ...themeSettings('dark'),
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'files.autoSave': 'off',
  'comments.openView': 'never',
  'window.confirmBeforeClose': 'never',
  // Under load a test may take long to answer a question.
  'pollux.workAheadAfter': 120,
  // What asks, and what that looks like, is the same on every machine; tests of the sandbox turn it on.
  'pollux.sandbox': 'off',
  // What is open by chance is no part of what a test expects to be sent.
  'pollux.editorContext': false,
};

export function writeSettings(file: string, settings: Settings): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings, undefined, 2));
}
