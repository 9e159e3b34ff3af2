import { formFields, valueOf } from '../mcp/formFields';
import type { Elicitation, ElicitationAnswer } from '../mcp/mcpConnection';
import { askField, askToAnswer, askToOpen } from '../vscode/mcpInput';

/** Puts what a server asks to the user, whose name for the server is always in sight. */
export async function elicit(server: string, request: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer> {
  if (request.kind === 'url') {
    return { action: (await askToOpen(server, request.message, request.url)) ? 'accept' : 'decline' };
  }
  const wants = await askToAnswer(server, request.message);
  if (wants !== true || signal.aborted) return { action: wants === false ? 'decline' : 'cancel' };
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const field of formFields(request.schema)) {
    const text = await askField(server, field);
    if (text === undefined) return { action: 'cancel' };
    if (text !== '' || field.isRequired) content[field.name] = valueOf(field, text);
  }
  return { action: 'accept', content };
}
