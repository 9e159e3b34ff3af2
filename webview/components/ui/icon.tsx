import type { VNode } from 'preact';
import { type IconName, boxOf, outlineOf } from '../../icons';

/** Says nothing to assistive technology: what an icon means is also there as text. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox={boxOf(name)} aria-hidden="true">
      <path d={outlineOf(name)} />
    </svg>
  );
}
