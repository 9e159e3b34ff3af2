import { formAnswer } from '../../mcp/requests/defaultAnswer';
import { elicitInChat, pageAddress } from '../../mcp/requests/elicitation';
import type { Caller, Elicitation, ElicitationAnswer } from '../../mcp/connection/mcpConnection';
import { formFields } from '../../mcp/requests/readFormFields';
import { openAddress } from '../../vscode/openAddress';
import { askField, askToAnswer, askToOpen } from '../../vscode/questions/mcpInput';

/**
 * Asks the user for what an MCP server requests, always showing the user's name for the server: on a card in the chat
 * that waits for the answer, or in dialogs of the window when no chat does.
 */
export async function elicit(
  server: string,
  request: Elicitation,
  signal: AbortSignal,
  { ask }: Partial<Caller> = {},
): Promise<ElicitationAnswer> {
  if (ask) return elicitInChat(server, request, { ask }, signal, openAddress);
  if (request.kind === 'url') {
    const address = pageAddress(request.url);
    const isOpened = address && (await askToOpen(server, request.message, address));
    return { action: isOpened ? 'accept' : 'decline' };
  }
  const wants = await askToAnswer(server, request.message);
  if (wants !== true || signal.aborted) return { action: wants === false ? 'decline' : 'cancel' };
  const texts: string[] = [];
  for (const field of formFields(request.schema)) {
    const text = await askField(server, field);
    if (text === undefined) return { action: 'cancel' };
    texts.push(text);
  }
  return formAnswer(request, (_, i) => texts[i] ?? '') ?? { action: 'cancel' };
}
