import { recordOf } from './serverContent';

/** One field of a form that a server wants the user to fill in. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice';
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
    const options = optionsOf(field);
    const kind = options.length > 0 ? 'choice' : (KINDS.find(each => each === field.type) ?? 'text');
    const isRequired = required.includes(name);
    return {
      name,
      title: typeof field.title === 'string' ? field.title : name,
      ...(typeof field.description === 'string' && { description: field.description }),
      isRequired,
      kind,
      options,
      ...defaultOf(field.default),
      check: text => (text === '' ? !isRequired : isValid(text, kind, field)),
    };
  });
}

/** A text, a number or a switch as the user would type it. */
function defaultOf(value: unknown): { readonly default?: string } {
  if (typeof value === 'string') return { default: value };
  return typeof value === 'number' || typeof value === 'boolean' ? { default: String(value) } : {};
}

const KINDS = ['number', 'integer', 'boolean'] as const;

/** What is sent for a text that the field takes. */
export function valueOf({ kind }: FormField, text: string): string | number | boolean {
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

function isValid(text: string, kind: FormField['kind'], field: Readonly<Record<string, unknown>>): boolean {
  const { minimum, maximum, minLength, maxLength, format } = field;
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
