// To learn whether `:focus-visible` works, the toolkit adds an empty style element to the page while it loads. The
// page's content security policy refuses that, VS Code reports it, and the toolkit then shows focus rings on every
// click. These overrides answer the toolkit without adding the element. Import this before the toolkit, and call
// `endToolkitProbe` after it.

const { head } = document;
const appendChild = head.appendChild.bind(head);
const removeChild = head.removeChild.bind(head);

head.appendChild = node => {
  if (!(node instanceof HTMLStyleElement)) return appendChild(node);
  Object.defineProperty(node, 'sheet', { value: new CSSStyleSheet() });
  return node;
};
head.removeChild = node => (node.isConnected ? removeChild(node) : node);

/** Restores the page's own methods. */
export function endToolkitProbe(): void {
  for (const name of ['appendChild', 'removeChild'] as const) Reflect.deleteProperty(head, name);
}
