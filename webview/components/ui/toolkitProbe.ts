// To learn whether `:focus-visible` works, the toolkit puts an empty style element into the page while it loads. The
// page's policy refuses that, VS Code reports it, and the toolkit then shows focus rings on every click. So it gets its
// answer without the element being in the page. Import this before the toolkit, and end it after.

const { head } = document;
const appendChild = head.appendChild.bind(head);
const removeChild = head.removeChild.bind(head);

head.appendChild = node => {
  if (!(node instanceof HTMLStyleElement)) return appendChild(node);
  Object.defineProperty(node, 'sheet', { value: new CSSStyleSheet() });
  return node;
};
head.removeChild = node => (node.isConnected ? removeChild(node) : node);

/** Leaves the page as it was. */
export function endToolkitProbe(): void {
  for (const name of ['appendChild', 'removeChild'] as const) Reflect.deleteProperty(head, name);
}
