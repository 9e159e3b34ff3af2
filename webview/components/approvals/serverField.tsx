import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { listIn, type FormField } from '../../../src/shared/formFields';
import { hasModifier, isComposing } from '../../keys';
import { VisibleText } from '../ui/visibleText';

interface ServerFieldProps {
  /** Unique on the page. */
  readonly id: string;
  readonly field: FormField;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

/** One field of a server's form: its name, its input, and any problem with its value. */
export function ServerField(props: ServerFieldProps): VNode {
  const { id, field, problem } = props;
  const notes = [field.description !== undefined && `${id}-about`, problem !== undefined && `${id}-problem`];
  const described = notes.filter(note => note !== false).join(' ');
  const about = field.description !== undefined && (
    <span class="muted question-description" id={`${id}-about`}>
      <VisibleText text={field.description} />
    </span>
  );
  const wrong = problem !== undefined && (
    <span class="field-problem" id={`${id}-problem`} role="alert">
      {problem}
    </span>
  );
  const common = {
    ...(described !== '' && { 'aria-describedby': described }),
    ...(problem !== undefined && { 'aria-invalid': true as const }),
  };
  if (field.kind === 'boolean') return <Switch {...props} about={about} wrong={wrong} common={common} />;
  if (field.kind === 'choices') return <Choices {...props} about={about} wrong={wrong} common={common} />;
  return (
    <div class="question">
      <label class="field-title" for={id}>
        <Title field={field} />
      </label>
      {about}
      {field.kind === 'choice' ? <Choice {...props} common={common} /> : <Line {...props} common={common} />}
      {wrong}
    </div>
  );
}

interface Common {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface PartProps extends ServerFieldProps {
  readonly common: Common;
}

interface GroupProps extends PartProps {
  readonly about: VNode | false;
  readonly wrong: VNode | false;
}

function Title({ field: { title, isRequired, kind } }: { readonly field: FormField }): VNode {
  return (
    <>
      <VisibleText text={title} />
      {!isRequired && kind !== 'boolean' && <span class="muted field-optional"> {l10n.t('(optional)')}</span>}
    </>
  );
}

/** Examples of each format, without words to translate. */
const PLACEHOLDERS: Readonly<Record<NonNullable<FormField['format']>, string>> = {
  email: 'name@example.com',
  uri: 'https://example.com',
  date: '2026-05-31',
  'date-time': '2026-05-31T14:00:00Z',
};

function Line({ id, field, text, onText, onEnter, common }: PartProps): VNode {
  const isNumber = field.kind === 'number' || field.kind === 'integer';
  return (
    <input
      {...common}
      id={id}
      class="field-line"
      type="text"
      {...(field.format && { placeholder: PLACEHOLDERS[field.format] })}
      {...(isNumber && { inputMode: field.kind === 'integer' ? ('numeric' as const) : ('decimal' as const) })}
      autocomplete="off"
      spellcheck={field.format === undefined && !isNumber}
      required={field.isRequired}
      value={text}
      onInput={event => onText(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || isComposing(event) || hasModifier(event)) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function Choice({ id, field, text, onText, common }: PartProps): VNode {
  return (
    <select
      {...common}
      id={id}
      class="field-line"
      required={field.isRequired}
      value={text}
      onChange={event => onText(event.currentTarget.value)}
    >
      {(text === '' || !field.isRequired) && (
        <option value="">{field.isRequired ? l10n.t('Choose…') : l10n.t('No answer')}</option>
      )}
      {field.options.map(({ value, label }) => (
        <option value={value} key={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Switch({ id, field, text, onText, common, about, wrong }: GroupProps): VNode {
  return (
    <div class="question">
      <label class="question-option">
        <input
          {...common}
          id={id}
          type="checkbox"
          checked={text === 'true'}
          onChange={event => onText(String(event.currentTarget.checked))}
        />
        <span>
          <Title field={field} />
          {about}
        </span>
      </label>
      {wrong}
    </div>
  );
}

function Choices({ id, field, text, onText, common, about, wrong }: GroupProps): VNode {
  const chosen = listIn(text) ?? [];
  const toggle = (value: string, isOn: boolean) => {
    const now = field.options
      .map(option => option.value)
      .filter(each => (each === value ? isOn : chosen.includes(each)));
    onText(now.length === 0 && !field.isRequired ? '' : JSON.stringify(now));
  };
  const { 'aria-describedby': described } = common;
  return (
    <fieldset
      class="question"
      {...(described !== undefined && { 'aria-describedby': described })}
      {...(field.options.length === 0 && { tabIndex: -1 })}
    >
      <legend>
        <Title field={field} />
      </legend>
      {about}
      {field.options.map(({ value, label }, i) => (
        <label class="question-option" key={value}>
          <input
            type="checkbox"
            name={id}
            {...(i === 0 && common['aria-invalid'] && common)}
            checked={chosen.includes(value)}
            onChange={event => toggle(value, event.currentTarget.checked)}
          />
          <span>
            <VisibleText text={label} />
          </span>
        </label>
      ))}
      {wrong}
    </fieldset>
  );
}
