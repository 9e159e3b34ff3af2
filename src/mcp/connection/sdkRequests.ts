import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Elicitation, ServerEvents, ServerRequests } from './mcpConnection';
import { contentOf } from '../tools/serverContent';

/** Answers the server's requests to us. */
export function answerRequests(client: Client, server: string, { roots, elicit, sample }: ServerRequests): void {
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...roots()] }));
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
      const request: Elicitation =
        params.mode === 'url'
          ? { kind: 'url', message: params.message, url: params.url, id: params.elicitationId }
          : { kind: 'form', message: params.message, schema: params.requestedSchema };
      const answer = await elicit(server, request, signal);
      if (answer.action !== 'accept') return { action: answer.action };
      return { action: 'accept', ...(answer.content && { content: { ...answer.content } }) };
    });
  }
  if (sample) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) => {
      const { messages, systemPrompt, maxTokens } = params;
      const asked = messages.flatMap(({ role, content }) =>
        [content].flat().map(each => ({ role, content: contentOf(each) })),
      );
      const request = { messages: asked, maxTokens, ...(systemPrompt !== undefined && { systemPrompt }) };
      const { text, model, isCut } = await sample(server, request, signal);
      return { role: 'assistant', content: { type: 'text', text }, model, stopReason: isCut ? 'maxTokens' : 'endTurn' };
    });
  }
}

/** Forwards the server's notifications. */
export function hearNotifications(client: Client, events: ServerEvents): void {
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.onListChanged('tools'));
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => events.onListChanged('prompts'));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => events.onListChanged('resources'));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
    events.onResourceUpdated(params.uri),
  );
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    const { level, logger, data } = params;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    events.onLog(level, logger === undefined ? text : `${logger}: ${text}`);
  });
}
