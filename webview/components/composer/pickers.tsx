import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ApprovalMode, ViewSettings } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { Icon } from '../ui/icon';

const OTHER = '\0other';
const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];

/** Native lists, because the toolkit's can't extend beyond the panel's edge and don't support type-to-select. */
export const ModelPicker = memo(function ModelPicker({ settings }: { readonly settings: ViewSettings }): VNode {
  const { host, ask } = useServices();
  const chosen = settings.models.find(({ id }) => id === settings.model);
  const label = chosen?.label ?? settings.model;
  return (
    <Picker
      name={l10n.t('Model')}
      title={l10n.t('Model: {0}', label)}
      shortLabel={label.replace(/^Gemini /, '')}
      value={settings.model}
      onChange={value => ask(value === OTHER ? host.pickModel() : host.setModel(value))}
    >
      {!chosen && <option value={settings.model}>{settings.model}</option>}
      {settings.models.map(({ id, label }) => (
        <option value={id}>{label}</option>
      ))}
      <option value={OTHER}>{l10n.t('Other model…')}</option>
    </Picker>
  );
});

/** The dangerous mode is marked by its words as well as its color. */
export const ModePicker = memo(function ModePicker({ mode }: { readonly mode: ApprovalMode }): VNode {
  const { host, ask } = useServices();
  return (
    <Picker
      name={l10n.t('Mode')}
      value={mode}
      class={mode === 'yolo' ? 'picker-danger' : ''}
      onChange={value => ask(host.setMode(MODES.find(known => known === value) ?? 'default'))}
    >
      {MODES.map(known => (
        <option value={known}>{modeName(known)}</option>
      ))}
    </Picker>
  );
});

interface PickerProps {
  readonly name: string;
  /** The tooltip; `name` by default. */
  readonly title?: string;
  /** Shown in a narrow panel instead of the selected option's text. */
  readonly shortLabel?: string;
  readonly value: string;
  readonly class?: string;
  readonly onChange: (value: string) => void;
  readonly children: preact.ComponentChildren;
}

function Picker({ name, title = name, shortLabel, value, class: kind = '', onChange, children }: PickerProps): VNode {
  return (
    <span class={`picker ${kind}`}>
      <select
        aria-label={name}
        title={title}
        value={value}
        onChange={event => {
          const chosen = event.currentTarget.value;
          // The host decides; until it confirms, the previous value stays selected.
          event.currentTarget.value = value;
          if (chosen !== value) onChange(chosen);
        }}
      >
        {children}
      </select>
      {shortLabel !== undefined && (
        <span class="picker-short" aria-hidden="true">
          {shortLabel}
        </span>
      )}
      <Icon name="chevron-down" />
    </span>
  );
}

function modeName(mode: ApprovalMode): string {
  switch (mode) {
    case 'default':
      return l10n.t('Ask first');
    case 'autoEdit':
      return l10n.t('Edit freely');
    case 'plan':
      return l10n.t('Plan only');
    case 'yolo':
      return l10n.t('Run everything');
    default:
      return mode satisfies never;
  }
}
