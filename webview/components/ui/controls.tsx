import { endToolkitProbe } from './toolkitProbe';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, HTMLAttributes, VNode } from 'preact';
import type { IconName } from '../../icons';
import { hasModifier, isComposing } from '../../keys';
import { Icon } from './icon';

// The only module that uses the UI toolkit. The toolkit is archived and only provides leaf controls; replacing it
// would change no other file.

/** Defines the toolkit's elements; call it once, before anything is rendered. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());
  endToolkitProbe();
}

declare module 'preact' {
  // Declares the custom elements for Preact.
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
  /** In the format of `aria-keyshortcuts`, such as `Control+Enter`. */
  readonly keys?: string;
  /** For a button that opens something: whether it is open. */
  readonly isExpanded?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** A button with a text label. */
export function Button(
  props: CommonProps & { readonly isPrimary?: boolean; readonly children: ComponentChildren },
): VNode {
  return (
    <vscode-button {...shared(props)} appearance={props.isPrimary ? 'primary' : 'secondary'}>
      {props.children}
    </vscode-button>
  );
}

/** A button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton(props: CommonProps & { readonly icon: IconName; readonly label: string }): VNode {
  return (
    <vscode-button {...shared(props)} appearance="icon" aria-label={props.label} title={props.title ?? props.label}>
      <Icon name={props.icon} />
    </vscode-button>
  );
}

/** A single-line text field. Enter doesn't call `onEnter` while an input method is composing. */
export function TextField(props: {
  readonly label: string;
  /** The placeholder; by default the label. */
  readonly hint?: string | undefined;
  readonly class: string;
  /** The field's value; if absent, the field is uncontrolled. */
  readonly text?: string;
  /** Masks the typed text. */
  readonly isSecret?: boolean;
  readonly onInput: (text: string) => void;
  readonly onEnter: () => void;
}): VNode {
  return (
    <vscode-text-field
      class={props.class}
      // When connected, the toolkit names the field after its content, or "Text field" if it is empty.
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

/** Props for both kinds of button. The toolkit forwards properties to the inner element, but not all attributes. */
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
