import * as l10n from '@vscode/l10n';

/** A field of a form that an MCP server asks the user to fill in. Whatever its kind, its input is text. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
  /** `choices` allows any number of options; its text is a JSON list of values. A `boolean` is `true` or `false`. */
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** For choices: the value that is sent, and the label that the user reads. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default?: string;
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  /** Inclusive limits: of a number's value, of a text's length, of the number of choices. */
  readonly least?: number;
  readonly most?: number;
}

/** Why the text is not valid for the field, in one sentence; undefined: it is valid. */
export function fieldProblem(field: FormField, text: string): string | undefined {
  if (text === '') return field.isRequired ? l10n.t('This is required.') : undefined;
  switch (field.kind) {
    case 'number':
    case 'integer':
      return numberProblem(field, text);
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : l10n.t('Choose one of these.');
    case 'choice':
      return isAmong(field, [text]) ? undefined : l10n.t('Choose one of these.');
    case 'choices':
      return choicesProblem(field, listIn(text));
    case 'text':
      return textProblem(field, text);
    default:
      return field.kind satisfies never;
  }
}

/** The value to send for a text that is valid for the field. */
export function valueOf({ kind }: FormField, text: string): string | number | boolean | string[] {
  if (kind === 'choices') return listIn(text) ?? [];
  if (kind === 'number' || kind === 'integer') return Number(text);
  return kind === 'boolean' ? text === 'true' : text;
}

/** The values in the text of a `choices` field; undefined if it is not a JSON list of strings. */
export function listIn(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(each => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

function isAmong({ options }: FormField, chosen: readonly string[]): boolean {
  return chosen.every(each => options.some(({ value }) => value === each));
}

function numberProblem({ kind, least = -Infinity, most = Infinity }: FormField, text: string): string | undefined {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) return l10n.t('Enter a number.');
  if (kind === 'integer' && !Number.isInteger(value)) return l10n.t('Enter a whole number.');
  if (value < least) return l10n.t('It must be at least {0}.', least);
  return value > most ? l10n.t('It must be at most {0}.', most) : undefined;
}

function choicesProblem(field: FormField, chosen: readonly string[] | undefined): string | undefined {
  const { least = 0, most = Infinity } = field;
  if (!chosen || !isAmong(field, chosen)) return l10n.t('Choose from these.');
  if (chosen.length < least) return l10n.t('Choose at least {0}.', least);
  return chosen.length > most ? l10n.t('Choose at most {0}.', most) : undefined;
}

function tooShort(least: number): string {
  return least === 1
    ? l10n.t('It must have at least 1 character.')
    : l10n.t('It must have at least {0} characters.', least);
}

function tooLong(most: number): string {
  return most === 1
    ? l10n.t('It must have at most 1 character.')
    : l10n.t('It must have at most {0} characters.', most);
}

function textProblem({ format, least = 0, most = Infinity }: FormField, text: string): string | undefined {
  const { length } = Array.from(text);
  if (length < least) return tooShort(least);
  if (length > most) return tooLong(most);
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : l10n.t('Enter an email address.');
    case 'uri':
      return URL.canParse(text) ? undefined : l10n.t('Enter a whole address, such as https://example.com.');
    case 'date':
      return isDate(text) ? undefined : l10n.t('Enter a date, such as 2026-05-31.');
    case 'date-time':
      return isDateTime(text) ? undefined : l10n.t('Enter a date and a time, such as 2026-05-31T14:00:00Z.');
    case undefined:
      return undefined;
    default:
      return format satisfies never;
  }
}

/** Also rejects days that their month doesn't have, which `Date` takes for days of the next one. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** As in RFC 3339, to which servers hold the answer: with seconds and a time zone. */
function isDateTime(text: string): boolean {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  return isWhole && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text.toUpperCase()));
}
