import { fieldProblem, valueOf, type FormField } from '../../shared/formFields';
import type { Elicitation, ElicitationAnswer } from '../connection/mcpConnection';
import { formFields } from './readFormFields';

/** The answer from a form's own defaults; undefined if a field has no default, or if it asks to open a page. */
export function defaultAnswer(request: Elicitation): ElicitationAnswer | undefined {
  return request.kind === 'url' ? undefined : formAnswer(request, field => field.default ?? '');
}

type Form = Extract<Elicitation, { kind: 'form' }>;

/** The answer from the texts of the fields; undefined if a text is invalid for its field. Empty fields are left out. */
export function formAnswer(
  { schema }: Form,
  textOf: (field: FormField, index: number) => string,
): ElicitationAnswer | undefined {
  const filled = formFields(schema).map((field, index) => ({ field, text: textOf(field, index) }));
  if (filled.some(({ field, text }) => fieldProblem(field, text) !== undefined)) return undefined;
  const given = filled.filter(({ text }) => text !== '');
  return {
    action: 'accept',
    content: Object.fromEntries(given.map(({ field, text }) => [field.name, valueOf(field, text)])),
  };
}
