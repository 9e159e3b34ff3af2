/** True while an input method is composing: its keys aren't for us. 229 is its key code where the flag is set late. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}
