import * as l10n from '@vscode/l10n';
import { hasModifier, isComposing } from '../../keys';

/** Ctrl/Cmd+Enter accepts, Ctrl/Cmd+Backspace rejects. Handled on an element, so only while the focus is inside it. */
export function onVerdictKeys(event: KeyboardEvent, accept: (() => void) | undefined, reject: () => void): void {
  if (!hasModifier(event) || isComposing(event) || event.repeat) return;
  const act = event.key === 'Enter' ? accept : event.key === 'Backspace' ? reject : undefined;
  if (!act || (event.key === 'Backspace' && isTyped(event.target))) return;
  event.preventDefault();
  act();
}

/** In a field with text, the keys that reject delete a word instead. */
function isTyped(target: EventTarget | null): boolean {
  const value: unknown = target && 'value' in target ? target.value : undefined;
  return typeof value === 'string' && value !== '';
}

/** Properties that announce a button's keyboard shortcut. */
export function verdictKeys(
  kind: 'accept' | 'reject',
  name: string,
): { readonly title: string; readonly keys: string } {
  const isMac = navigator.userAgent.includes('Macintosh');
  const key = kind === 'accept' ? 'Enter' : 'Backspace';
  const shown = kind === 'accept' ? l10n.t('Enter') : l10n.t('Backspace');
  return {
    title: isMac ? l10n.t('{0} (Cmd+{1})', name, shown) : l10n.t('{0} (Ctrl+{1})', name, shown),
    keys: `${isMac ? 'Meta' : 'Control'}+${key}`,
  };
}
