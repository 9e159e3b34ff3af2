import type { AgentEvent } from './events';
import type { Message } from './messages';

/** What happened, without any text of the conversation: times, states, counts, and names of tools, models and kinds. */
export type EventOutline = Readonly<Record<string, unknown>>;

/** The latest events of a run, as outlines. */
export class RecentEvents {
  #outlines: EventOutline[] = [];

  constructor(private readonly max = 200) {}

  take(event: AgentEvent): void {
    const outline = outlineOf(event);
    // One delta of a streaming answer says as much as a thousand.
    if (outline.type === 'delta' && this.#outlines.at(-1)?.type === 'delta') return;
    this.#outlines.push(outline);
    if (this.#outlines.length > 2 * this.max) this.#outlines = this.all;
  }

  get all(): EventOutline[] {
    return this.#outlines.slice(-this.max);
  }
}

/** A new kind of event, or a new field, is left out until it is listed here. */
export function outlineOf(event: AgentEvent): EventOutline {
  switch (event.type) {
    case 'run-started':
    case 'uncompressed':
    case 'rewound':
      return { type: event.type, at: event.at };
    case 'message':
      return { type: event.type, ...outlineOfMessage(event.message) };
    case 'message-finished':
      return { type: event.type, at: event.at, end: event.end, usage: event.usage };
    case 'retry': {
      const { at, attempt, maxAttempts, delayMs, model, usage } = event;
      return { type: event.type, at, attempt, maxAttempts, delayMs, model: nameIn(model), usage };
    }
    case 'tool-state': {
      const { at, state, name, approvalSource } = event;
      return { type: event.type, at, state, name: nameIn(name), approvedBy: approvalSource?.by };
    }
    case 'part':
      return { type: event.type, part: event.part.type };
    case 'approval-requested':
      return { type: event.type, proposal: event.approval.proposal.kind };
    case 'approval-settled':
      return { type: event.type, verdict: event.verdict.decision };
    case 'silence':
      return { type: event.type, seconds: event.seconds };
    case 'compressed':
      return { type: event.type, usage: event.usage };
    case 'asked':
      return { type: event.type, job: nameIn(event.job), model: nameIn(event.model), usage: event.usage };
    case 'agent':
      return { type: event.type, event: outlineOf(event.event) };
    case 'run-finished':
      return { type: event.type, at: event.at, reason: event.reason };
    default:
      return { type: event.type };
  }
}

function outlineOfMessage(message: Message): EventOutline {
  const { role, at } = message;
  switch (role) {
    case 'user':
      return { role, at, parts: message.parts.map(({ type }) => type), isContext: message.isContext };
    case 'assistant':
      return { role, at, model: nameIn(message.model), end: message.end };
    case 'notice':
      return { role, at, level: message.level, actions: message.actions };
    case 'tool': {
      const results = message.results.map(({ name, status, errorType, durationMs }) => ({
        name: nameIn(name),
        status,
        errorType: nameIn(errorType),
        durationMs,
      }));
      return { role, at, results };
    }
    default:
      return role satisfies never;
  }
}

/** The model chooses the name of the tool it calls, so the name could be any text. */
function nameIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return /^[\w.:/-]{1,100}$/.test(text) ? text : '(no name)';
}
