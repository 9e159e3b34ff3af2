import * as l10n from '@vscode/l10n';
import { openTextFile } from '../settingsNotices';
import { showErrorMessage, showInformationMessage, showQuickPick } from '../plainWindow';
import { messageOf } from '../../shared/messageOf';
import { plainText } from '../../shared/plainText';

/** A configured hook, and the actions on it; an absent action isn't available. */
export interface ListedHook {
  readonly name: string;
  readonly event: string;
  /** Empty: matches everything. */
  readonly matcher: string;
  readonly command: string;
  readonly source: 'project' | 'user' | 'extension' | 'administrator';
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly state: 'runs' | 'off' | 'pending';
  /** Rejects if the settings can't be written. */
  readonly toggle?: () => Promise<void>;
  /** Asks for approval, showing everything that is approved. */
  readonly approve?: () => Promise<void>;
  readonly withdraw?: () => Promise<void>;
}

/** Lists the hooks with their source and state; picking one offers its actions. */
export async function showHookList(hooks: readonly ListedHook[], isEnabled: boolean): Promise<void> {
  if (hooks.length === 0) {
    void showInformationMessage(noHooks());
    return;
  }
  const title = titleOf(hooks, isEnabled);
  const picked = await showQuickPick(hooks.map(itemOf), {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await act(picked.hook);
}

/** The same list as text. */
export function describeHookList(hooks: readonly ListedHook[], isEnabled: boolean): string {
  if (hooks.length === 0) return noHooks();
  const lines = hooks.map(itemOf).map(({ label, description }) => plainText(`${label}: ${description}`));
  return [titleOf(hooks, isEnabled), ...lines].join('\n');
}

function noHooks(): string {
  return l10n.t('No hooks are configured. Define them in settings.json, under “hooks”.');
}

function titleOf(hooks: readonly ListedHook[], isEnabled: boolean): string {
  if (isEnabled) return l10n.t('Hooks');
  return hooks.some(({ state }) => state === 'runs')
    ? l10n.t('Hooks (turned off by hooksConfig.enabled, except the administrator’s)')
    : l10n.t('Hooks (all turned off by hooksConfig.enabled)');
}

function itemOf(hook: ListedHook) {
  const { name, event, matcher, command, source, file, line, state } = hook;
  const icon = { runs: 'check', off: 'circle-slash', pending: 'shield' }[state];
  const where = matcher === '' ? event : `${event} ${matcher}`;
  return {
    icon,
    label: name,
    description: `${where} · ${sourceText(source)} · ${stateText(state)}`,
    detail: `${command}  (${file}:${line})`,
    hook,
  };
}

function sourceText(source: ListedHook['source']): string {
  if (source === 'project') return l10n.t('of the project');
  if (source === 'extension') return l10n.t('of an extension');
  return source === 'user' ? l10n.t('your own') : l10n.t('of the administrator');
}

function stateText(state: ListedHook['state']): string {
  if (state === 'runs') return l10n.t('runs');
  return state === 'off' ? l10n.t('switched off') : l10n.t('not approved, so it doesn’t run');
}

async function act(hook: ListedHook): Promise<void> {
  const { name, command, state, toggle, approve, withdraw } = hook;
  const actions = [
    ...(toggle ? [{ label: state === 'off' ? l10n.t('Switch on') : l10n.t('Switch off'), run: toggle }] : []),
    ...(approve ? [{ label: l10n.t('Approve…'), run: approve }] : []),
    ...(withdraw ? [{ label: l10n.t('Revoke approval'), run: withdraw }] : []),
    { label: l10n.t('Open settings file'), run: () => openTextFile(hook) },
  ];
  const picked = await showQuickPick(actions, { title: name, placeHolder: command });
  try {
    await picked?.run();
  } catch (error) {
    const reason = messageOf(error);
    void showErrorMessage(l10n.t('Your settings.json couldn’t be written: {0}', reason));
  }
}
