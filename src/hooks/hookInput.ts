import type { HookEvent, HookedRequest, HookInputs } from '../agent/ports/hooks';

/** The fields of every hook's input besides those of its event. */
export interface HookSurroundings {
  readonly sessionId: string;
  /** The path of the session file; empty if there is none. */
  readonly transcript: string;
  readonly cwd: string;
  /** ISO 8601. */
  readonly time: string;
}

/** A hook's standard input: one JSON object with the field names of Gemini CLI. */
export function hookInput<E extends HookEvent>(event: E, input: HookInputs[E], around: HookSurroundings): string {
  return JSON.stringify({
    session_id: around.sessionId,
    transcript_path: around.transcript,
    cwd: around.cwd,
    hook_event_name: event,
    timestamp: around.time,
    ...fieldsOf(event, input),
  });
}

function fieldsOf(event: HookEvent, input: HookInputs[HookEvent]): Readonly<Record<string, unknown>> {
  switch (event) {
    case 'SessionStart':
    case 'SessionEnd':
    case 'PreCompress':
      return input as unknown as Record<string, unknown>;
    case 'BeforeAgent':
      return { prompt: (input as HookInputs['BeforeAgent']).prompt };
    case 'AfterAgent': {
      const { prompt, answer, isRetry } = input as HookInputs['AfterAgent'];
      return { prompt, prompt_response: answer, stop_hook_active: isRetry };
    }
    case 'BeforeModel':
    case 'BeforeToolSelection':
      return { llm_request: requestOf((input as HookInputs['BeforeModel']).request) };
    case 'AfterModel': {
      const { request, answer } = input as HookInputs['AfterModel'];
      const content = { role: 'model', parts: [answer] };
      const response = { text: answer, candidates: [{ content, finishReason: 'STOP' }] };
      return { llm_request: requestOf(request), llm_response: response };
    }
    case 'BeforeTool': {
      return callOf(input as HookInputs['BeforeTool']);
    }
    case 'AfterTool': {
      const { content, error, ...call } = input as HookInputs['AfterTool'];
      const response = { llmContent: content, returnDisplay: content, ...(error !== undefined && { error }) };
      return { ...callOf(call), tool_response: response };
    }
    case 'Notification': {
      const { message, details } = input as HookInputs['Notification'];
      return { notification_type: 'ToolPermission', message, details };
    }
    default:
      return event satisfies never;
  }
}

function callOf({ name, args, ranAfter }: HookInputs['BeforeTool']) {
  return {
    tool_name: name,
    tool_input: args,
    ...(ranAfter !== undefined && { original_request_name: ranAfter }),
  };
}

function requestOf({ model, messages, config }: HookedRequest) {
  return { model, messages, ...(config && { config }) };
}
