import type { FormField } from '../../shared/formFields';
import { recordOf } from '../tools/serverContent';

/** No user would fill in a form with more fields. */
const MAX_FIELDS = 50;
const MAX_OPTIONS = 200;
const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;
const KINDS = ['number', 'integer', 'boolean'] as const;

/** The fields of a form's flat schema; unknown types become text. */
export function formFields(schema: Readonly<Record<string, unknown>>): readonly FormField[] {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const properties = Object.entries(recordOf(schema.properties)).slice(0, MAX_FIELDS);
  return properties.map(([name, given]) => fieldOf(name, recordOf(given), required.includes(name)));
}

function fieldOf(name: string, given: Readonly<Record<string, unknown>>, isRequired: boolean): FormField {
  const isList = given.type === 'array';
  const options = optionsOf(isList ? recordOf(given.items) : given).slice(0, MAX_OPTIONS);
  const kind =
    options.length > 0 || isList
      ? isList
        ? 'choices'
        : 'choice'
      : (KINDS.find(each => each === given.type) ?? 'text');
  const format = FORMATS.find(each => each === given.format);
  const [least, most] = limitsOf(kind, given);
  const field: FormField = {
    name,
    title: typeof given.title === 'string' && given.title !== '' ? given.title : name,
    ...(typeof given.description === 'string' && { description: given.description }),
    isRequired,
    kind,
    options,
    ...(kind === 'text' && format && { format }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
  const text = Array.isArray(given.default) === isList ? defaultOf(given.default) : undefined;
  return text === undefined ? field : { ...field, default: text };
}

function limitsOf(kind: FormField['kind'], given: Readonly<Record<string, unknown>>) {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = given;
  const pair =
    kind === 'choices'
      ? [minItems, maxItems]
      : kind === 'text'
        ? [minLength, maxLength]
        : kind === 'number' || kind === 'integer'
          ? [minimum, maximum]
          : [];
  return pair.map(each => (typeof each === 'number' ? each : undefined));
}

/** The default value as the user would type it. */
function defaultOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function optionsOf(field: Readonly<Record<string, unknown>>): FormField['options'] {
  const titled = [field.oneOf, field.anyOf].find(Array.isArray) as unknown[] | undefined;
  if (titled) {
    return titled.flatMap(each => {
      const { const: value, title } = recordOf(each);
      return typeof value === 'string' ? [{ value, label: typeof title === 'string' ? title : value }] : [];
    });
  }
  const [values, names] = [field.enum, field.enumNames].map(each => (Array.isArray(each) ? (each as unknown[]) : []));
  return (values ?? []).flatMap((value, i) => {
    const label = names?.[i];
    return typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : [];
  });
}
