import type { ComponentChildren, VNode } from 'preact';

interface BarProps {
  readonly label: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

/** A bar above the message box for something that waits for the user. */
export function Bar(props: BarProps): VNode {
  return (
    <div class="changes-bar" role="group" aria-label={props.label}>
      <p class="changes-bar-text">{props.text}</p>
      {props.children}
    </div>
  );
}
