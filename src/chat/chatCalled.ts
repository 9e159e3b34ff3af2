/**
 * Returns the chat with this name, ignoring case, or with this id; else the only one whose name starts with it.
 * Undefined: none or several.
 */
export function chatCalled<T extends { readonly id: string; readonly title: string }>(
  chats: readonly T[],
  name: string,
): T | undefined {
  const wanted = name.trim().toLowerCase();
  const same = chats.find(({ id, title }) => title.trim().toLowerCase() === wanted || id === name);
  if (same || wanted === '') return same;
  const [first, ...others] = chats.filter(({ title }) => title.trim().toLowerCase().startsWith(wanted));
  return others.length === 0 ? first : undefined;
}
