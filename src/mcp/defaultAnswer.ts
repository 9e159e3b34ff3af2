import { fieldProblem, valueOf, type FormField } from '../shared/formFields';
import type { Elicitation, ElicitationAnswer } from './mcpConnection';
import { formFields } from './readFormFields';

/** The answer that a form's own defaults give; undefined where something is asked that has none, or a page is to be opened. */
export function defaultAnswer(request: Elicitation): ElicitationAnswer | undefined {
  return request.kind === 'url' ? undefined : formAnswer(request, field => field.default ?? '');
}

type Form = Extract<Elicitation, { kind: 'form' }>;

/** The answer of texts for the fields; undefined where a field does not take its own. What is left empty is left out. */
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
