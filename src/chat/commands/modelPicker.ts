import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ModelView } from '../../shared/protocol';
import { quotaText, type ModelQuota } from '../quotaText';
import { createQuickPick, showInputBox } from '../../vscode/plainWindow';

interface ModelItem extends vscode.QuickPickItem {
  /** Absent for the item that asks for a name. */
  readonly id?: string;
}

export interface ModelPickerOptions {
  readonly models: () => readonly ModelView[];
  readonly current: string;
  readonly remove: (name: string) => Promise<void>;
  /** Each model's remaining quota, requested while the list is shown; empty: unknown. */
  readonly quota: (signal: AbortSignal) => Promise<readonly ModelQuota[]>;
}

/** Lets the user pick or name a model; undefined: cancelled. Names that the user added can be removed. */
export async function pickModel(
  options: ModelPickerOptions,
): Promise<{ readonly name: string; readonly isNew: boolean } | undefined> {
  const item = await pickItem(options);
  if (!item) return undefined;
  if (item.id !== undefined) return { name: item.id, isNew: false };
  const typed = await showInputBox({ title: l10n.t('Name of the model'), value: options.current });
  const name = typed?.trim() ?? '';
  return name === '' ? undefined : { name, isNew: true };
}

function pickItem({ models, current, remove, quota }: ModelPickerOptions): Promise<ModelItem | undefined> {
  const button = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove from the list') };
  let quotas: readonly ModelQuota[] = [];
  const descriptionOf = (id: string) => {
    const left = quotas.find(({ model }) => model === id);
    const name = id === current ? `${id} · ${l10n.t('in use')}` : id;
    return left ? `${name} · ${quotaText(left, new Date(), vscode.env.language)}` : name;
  };
  const items = (): ModelItem[] => [
    ...models().map(({ id, label, isAdded }) => ({
      label,
      id,
      description: descriptionOf(id),
      buttons: isAdded ? [button] : [],
    })),
    { label: l10n.t('Other model…') },
  ];
  const pick = createQuickPick<ModelItem>();
  pick.title = l10n.t('Model');
  pick.keepScrollPosition = true;
  pick.items = items();
  const closed = new AbortController();
  void quota(closed.signal).then(found => {
    if (closed.signal.aborted || found.length === 0) return;
    quotas = found;
    const [active] = pick.activeItems;
    pick.items = items();
    pick.activeItems = pick.items.filter(({ id, label }) => id === active?.id && label === active?.label);
  });
  return new Promise(resolve => {
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.id !== undefined) await remove(item.id);
      pick.items = items();
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      closed.abort();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
