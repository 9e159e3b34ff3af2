/**
 * Freezes plain data in place, with everything in it. Throws `TypeError` for a computed property, whose value could
 * change after it was read.
 */
export function deepFreeze<T extends object>(value: T): T {
  const open: object[] = [value];
  for (let each = open.pop(); each; each = open.pop()) {
    if (Object.isFrozen(each) && each !== value) continue;
    for (const property of Object.values(Object.getOwnPropertyDescriptors(each))) {
      if (!('value' in property)) throw new TypeError('A computed property can’t be approved.');
      const inner: unknown = property.value;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
    Object.freeze(each);
  }
  return value;
}
