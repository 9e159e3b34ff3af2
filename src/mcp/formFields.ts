import { recordOf } from './serverContent';

/** One field of a form that a server wants the user to fill in. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
  /** `choices`: any number of them; their text is a JSON list of values. */
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** Of a choice: what is sent, and what the user reads. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default?: string;
  readonly check: (text: string) => boolean;
}

/** The fields of a form's schema, which is flat; what is of no known kind is a text. */
export function formFields(schema: Readonly<Record<string, unknown>>): readonly FormField[] {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  return Object.entries(recordOf(schema.properties)).map(([name, given]) => {
    const field = recordOf(given);
    const isList = field.type === 'array';
    const options = optionsOf(isList ? recordOf(field.items) : field);
    const some = isList ? 'choices' : 'choice';
    const kind = options.length > 0 ? some : (KINDS.find(each => each === field.type) ?? 'text');
    const isRequired = required.includes(name);
    return {
      name,
      title: typeof field.title === 'string' ? field.title : name,
      ...(typeof field.description === 'string' && { description: field.description }),
      isRequired,
      kind,
      options,
      ...(Array.isArray(field.default) === isList && defaultOf(field.default)),
      check: text => (text === '' ? !isRequired : isAmong(text, kind, options) && isValid(text, kind, field)),
    };
  });
}

/** A text, a number or a switch as the user would type it. */
function defaultOf(value: unknown): { readonly default?: string } {
  if (typeof value === 'string') return { default: value };
  if (Array.isArray(value)) return { default: JSON.stringify(value) };
  return typeof value === 'number' || typeof value === 'boolean' ? { default: String(value) } : {};
}

const KINDS = ['number', 'integer', 'boolean'] as const;

/** What is sent for a text that the field takes. */
export function valueOf({ kind }: FormField, text: string): string | number | boolean | string[] {
  if (kind === 'choices') return listIn(text) ?? [];
  if (kind === 'number' || kind === 'integer') return Number(text);
  return kind === 'boolean' ? text === 'true' : text;
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

function isAmong(text: string, kind: FormField['kind'], options: FormField['options']): boolean {
  if (kind !== 'choice' && kind !== 'choices') return true;
  const chosen = kind === 'choice' ? [text] : listIn(text);
  return chosen?.every(each => options.some(({ value }) => value === each)) ?? false;
}

/** Undefined for what is no list of texts. */
function listIn(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(each => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

function isValid(text: string, kind: FormField['kind'], field: Readonly<Record<string, unknown>>): boolean {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = field;
  if (kind === 'choices') {
    const count = listIn(text)?.length ?? 0;
    return !(count < Number(minItems)) && !(count > Number(maxItems));
  }
  if (kind === 'number' || kind === 'integer') {
    const value = Number(text);
    const isWhole = kind === 'number' || Number.isInteger(value);
    return Number.isFinite(value) && isWhole && !(value < Number(minimum)) && !(value > Number(maximum));
  }
  if (text.length < Number(minLength) || text.length > Number(maxLength)) return false;
  if (format === 'email') return /^[^\s@]+@[^\s@]+$/.test(text);
  if (format === 'uri') return URL.canParse(text);
  return format !== 'date' && format !== 'date-time' ? true : !Number.isNaN(Date.parse(text));
}
