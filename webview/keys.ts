/** True while an input method composes: its keys are not meant for us. 229 is what it sends where the flag is late. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}

export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}
