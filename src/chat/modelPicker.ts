import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ModelView } from '../shared/protocol';

interface ModelItem extends vscode.QuickPickItem {
  /** Absent for the item that asks for a name. */
  readonly id?: string;
}

/** The model that the person picks or names; undefined if they do neither. Names that they added can be removed. */
export async function pickModel(
  models: () => readonly ModelView[],
  current: string,
  remove: (name: string) => Promise<void>,
): Promise<{ readonly name: string; readonly isNew: boolean } | undefined> {
  const item = await pickItem(models, current, remove);
  if (!item) return undefined;
  if (item.id !== undefined) return { name: item.id, isNew: false };
  const typed = await vscode.window.showInputBox({ title: l10n.t('Name of the model'), value: current });
  const name = typed?.trim() ?? '';
  return name === '' ? undefined : { name, isNew: true };
}

function pickItem(
  models: () => readonly ModelView[],
  current: string,
  remove: (name: string) => Promise<void>,
): Promise<ModelItem | undefined> {
  const button = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove from the list') };
  const items = (): ModelItem[] => [
    ...models().map(({ id, label, isAdded }) => ({
      label,
      id,
      description: id === current ? l10n.t('{0} (in use)', id) : id,
      buttons: isAdded ? [button] : [],
    })),
    { label: l10n.t('Other model…') },
  ];
  const pick = vscode.window.createQuickPick<ModelItem>();
  pick.title = l10n.t('Model');
  pick.items = items();
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
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
