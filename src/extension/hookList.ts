import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HookDefinition } from '../config/hookDefinitions';
import { hookName, isDisabled, type HookApprovals, type HookSettings } from '../hooks/approval';

export interface HookListOptions {
  readonly hooks: () => readonly HookDefinition[];
  readonly settings: () => HookSettings;
  readonly approvals: HookApprovals;
  readonly open: (hook: HookDefinition) => Promise<void>;
  /** Makes these the names and commands that are switched off. Rejects if the file can't be written. */
  readonly disable: (names: readonly string[]) => Promise<void>;
  /** Reads the settings anew. */
  readonly reload: () => Promise<void>;
  /** For the log. */
  readonly tell: (error: unknown) => void;
}

interface HookItem extends vscode.QuickPickItem {
  readonly hook: HookDefinition;
}

/** Lists the hooks with where they come from and whether they run; who picks one can change that. */
export async function showHooks(options: HookListOptions): Promise<void> {
  const items = await Promise.all(options.hooks().map(hook => itemOf(hook, options)));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      l10n.t('No hooks are configured. They are defined in settings.json, under "hooks".'),
    );
    return;
  }
  const title = options.settings().isEnabled
    ? l10n.t('Hooks')
    : l10n.t('Hooks (all switched off by hooksConfig.enabled)');
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  if (picked) await act(picked.hook, options);
}

async function itemOf(hook: HookDefinition, { approvals, settings }: HookListOptions): Promise<HookItem> {
  const { event, matcher, command, scope, file, line } = hook;
  const pending = await approvals.pending(hook);
  const state = isDisabled(hook, settings())
    ? l10n.t('switched off')
    : pending
      ? l10n.t('not approved, so it does not run')
      : l10n.t('runs');
  const icon = isDisabled(hook, settings()) ? '$(circle-slash)' : pending ? '$(shield)' : '$(check)';
  const where = matcher === '' ? event : `${event} ${matcher}`;
  return {
    label: `${icon} ${hookName(hook)}`,
    description: `${where} · ${sourceOf(scope)} · ${state}`,
    detail: `${command}  (${file}:${line})`,
    hook,
  };
}

function sourceOf(scope: HookDefinition['scope']): string {
  if (scope === 'workspace') return l10n.t('of the project');
  return scope === 'user' ? l10n.t('your own') : l10n.t('of the administrator');
}

async function act(hook: HookDefinition, options: HookListOptions): Promise<void> {
  const { approvals, settings, open } = options;
  const pending = await approvals.pending(hook);
  const isOff = isDisabled(hook, settings());
  const actions = [
    ...(settings().isEnabled && hook.scope !== 'system'
      ? [{ label: isOff ? l10n.t('Switch On') : l10n.t('Switch Off'), run: () => toggle(hook, isOff, options) }]
      : []),
    ...(pending ? [{ label: l10n.t('Approve'), run: async () => pending.approve() }] : []),
    ...(!pending && hook.scope === 'workspace'
      ? [{ label: l10n.t('Withdraw Approval'), run: () => approvals.withdraw(hook) }]
      : []),
    { label: l10n.t('Open Settings File'), run: () => open(hook) },
  ];
  const picked = await vscode.window.showQuickPick(actions, { title: hookName(hook), placeHolder: hook.command });
  await picked?.run();
}

async function toggle(hook: HookDefinition, isOff: boolean, options: HookListOptions): Promise<void> {
  const names = [hook.name, hook.command].filter(each => each !== undefined);
  const others = options.settings().disabled.filter(each => !names.includes(each));
  try {
    await options.disable(isOff ? others : [...others, hook.name ?? hook.command]);
    await options.reload();
  } catch (error) {
    options.tell(error);
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(l10n.t('Your settings.json could not be written: {0}', reason));
  }
}
