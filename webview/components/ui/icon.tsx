import type { VNode } from 'preact';
import { type IconName, boxOf, outlineOf } from '../../icons';

/** Hidden from assistive technology: an icon's meaning always exists as text too. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox={boxOf(name)} aria-hidden="true">
      <path d={outlineOf(name)} />
    </svg>
  );
}
