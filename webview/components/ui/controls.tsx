import { endToolkitProbe } from './toolkitProbe';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, HTMLAttributes, VNode } from 'preact';
import type { IconName } from '../../icons';
import { hasModifier, isComposing } from '../../keys';
import { Icon } from './icon';

// The only module that knows the toolkit. It is archived and serves leaf controls; nothing but this file would change
// with another one.

/** Defines the toolkit's elements; once, before anything is rendered. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());
  endToolkitProbe();
}

declare module 'preact' {
  // How Preact is told of custom elements.
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & {
        appearance: 'primary' | 'secondary' | 'icon';
        disabled: boolean;
      };
      'vscode-text-field': HTMLAttributes<HTMLElement> & { placeholder: string; type: 'text' | 'password' };
    }
  }
}

interface CommonProps {
  readonly class?: string;
  readonly title?: string;
  readonly isDisabled?: boolean;
  /** As `aria-keyshortcuts` has them, such as `Control+Enter`. */
  readonly keys?: string;
  /** For a button that opens something: whether it is open. */
  readonly isExpanded?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button with a word on it. */
export function Button(
  props: CommonProps & { readonly isPrimary?: boolean; readonly children: ComponentChildren },
): VNode {
  return (
    <vscode-button {...shared(props)} appearance={props.isPrimary ? 'primary' : 'secondary'}>
      {props.children}
    </vscode-button>
  );
}

/** A button with an icon alone; the label is its name and its tooltip. */
export function IconButton(props: CommonProps & { readonly icon: IconName; readonly label: string }): VNode {
  return (
    <vscode-button {...shared(props)} appearance="icon" aria-label={props.label} title={props.title ?? props.label}>
      <Icon name={props.icon} />
    </vscode-button>
  );
}

/** A line of text. `onEnter` gets what was typed; not while an input method is at work. */
export function TextField(props: {
  readonly label: string;
  /** What stands in the empty field; absent: its label. */
  readonly hint?: string | undefined;
  readonly class: string;
  /** What stands in the field; absent: only what is typed. */
  readonly text?: string;
  /** Shows dots for what is typed. */
  readonly isSecret?: boolean;
  readonly onInput: (text: string) => void;
  readonly onEnter: () => void;
}): VNode {
  return (
    <vscode-text-field
      class={props.class}
      // When it enters the page the toolkit names the field after its content, or else "Text field".
      ref={field => field?.setAttribute('aria-label', props.label)}
      placeholder={props.hint ?? props.label}
      type={props.isSecret ? 'password' : 'text'}
      {...(props.text !== undefined && { value: props.text })}
      onInput={event => props.onInput((event.currentTarget as HTMLInputElement).value)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || isComposing(event) || hasModifier(event)) return;
        event.preventDefault();
        props.onEnter();
      }}
    />
  );
}

/** The toolkit passes properties on to the element within, but not all attributes. */
function shared(props: CommonProps) {
  return {
    disabled: props.isDisabled === true,
    onClick: props.onClick,
    ...(props.class !== undefined && { class: props.class }),
    ...(props.title !== undefined && { title: props.title }),
    ...(props.keys !== undefined && { ariaKeyshortcuts: props.keys }),
    ...(props.isExpanded !== undefined && { ariaExpanded: String(props.isExpanded), ariaHaspopup: 'menu' as const }),
  };
}
