import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact';

/** Re-renders only when a property has changed (or `isSame` returns false). */
export function memo<P extends object>(
  Inner: FunctionComponent<P>,
  isSame: (before: P, after: P) => boolean = isShallowEqual,
) {
  return class Memo extends Component<P> {
    static override displayName = Inner.name;
    override shouldComponentUpdate(next: P): boolean {
      return !isSame(this.props, next);
    }
    override render(): ComponentChildren {
      return h(Inner, this.props);
    }
  };
}

function isShallowEqual<P extends object>(before: P, after: P): boolean {
  const keys = Object.keys(after) as (keyof P)[];
  return keys.length === Object.keys(before).length && keys.every(key => Object.is(before[key], after[key]));
}
