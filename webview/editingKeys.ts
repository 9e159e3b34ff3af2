const KEYS = new Set(['a', 'y', 'z']);

/**
 * Leaves the keys for select all, undo and redo in text fields to the browser. The editor would carry them out as well,
 * later if it is busy: what was typed in the meantime would be selected, and replaced by the next letter.
 */
export function keepEditingKeys(): void {
  document.addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!ctrlKey || metaKey || altKey || !KEYS.has(key.toLowerCase())) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLElement && target.matches('input, textarea')) event.stopPropagation();
  });
}
