import { formFields, valueOf } from './formFields';
import type { Elicitation, ElicitationAnswer } from './mcpConnection';

/** The answer that a form's own defaults give; undefined where something is asked that has none, or a page is to be opened. */
export function defaultAnswer(request: Elicitation): ElicitationAnswer | undefined {
  if (request.kind === 'url') return undefined;
  const fields = formFields(request.schema);
  const given = fields.filter(field => field.default !== undefined);
  const isEnough = fields.every(field =>
    field.default === undefined ? !field.isRequired : field.check(field.default),
  );
  if (!isEnough) return undefined;
  return {
    action: 'accept',
    content: Object.fromEntries(given.map(field => [field.name, valueOf(field, field.default ?? '')])),
  };
}
