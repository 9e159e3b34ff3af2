import type { Node } from 'jsonc-parser';

/** The properties of an object, duplicates included; none for another value. */
export function entriesOf(node: Node | undefined): [string, Node][] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }): [string, Node][] =>
    name && value ? [[String(name.value), value]] : [],
  );
}

/** The value of a property. The last duplicate counts, as usual in JSON. */
export function valueAt(node: Node | undefined, key: string): Node | undefined {
  return entriesOf(node).findLast(([name]) => name === key)?.[1];
}
