import { addUsage, noUsage } from '../../shared/chatState';
import type { AgentEvent } from '../../shared/events';
import type { UserMessage } from '../../shared/messages';
import type { Run } from './run';
import { StepTrack } from './stepTrack';

const PROMPT_LENGTH = 200;

interface OpenRun extends Omit<Run, 'steps'> {
  readonly track: StepTrack;
}

/**
 * The runs of a session as a fold over its events, whether they come as they happen or from the session file: what it
 * takes grows with the steps, and no text of an answer or a result is kept.
 */
export class RunTimeline {
  readonly #runs: OpenRun[] = [];
  #prompt = '';
  /** The last time that an event told. */
  #lastAt = 0;

  take(event: AgentEvent): void {
    this.#lastAt = Math.max(this.#lastAt, seenAt(event));
    switch (event.type) {
      case 'run-started':
        this.#begin(event.at);
        return;
      case 'run-finished':
        this.#end(event);
        return;
      case 'message':
        if (event.message.role === 'user' && !event.message.isContext) this.#ask(event.message);
        break;
      default: // is for the steps
    }
    const open = this.#open;
    if (!open) return;
    const used = open.track.take(event, this.#lastAt);
    if (used) this.#change({ usage: addUsage(open.usage, used) });
  }

  /** The last time that is known. */
  get now(): number {
    return this.#lastAt;
  }

  /** Oldest first. */
  get runs(): readonly Run[] {
    return this.#runs.map(({ track, ...run }) => ({
      ...run,
      // A list of the runs asks for the steps of few.
      get steps() {
        return track.steps;
      },
    }));
  }

  get #open(): OpenRun | undefined {
    const last = this.#runs.at(-1);
    return last?.reason === undefined ? last : undefined;
  }

  #begin(at: number): void {
    const { length } = this.#runs;
    const prompt = this.#prompt;
    this.#prompt = '';
    this.#runs.push({ number: length + 1, prompt, startedAt: at, usage: noUsage, track: new StepTrack() });
  }

  /** The prompt comes before the start of its run, or just after it. */
  #ask({ parts }: UserMessage): void {
    const text = parts.find(part => part.type === 'text')?.text ?? '';
    const prompt = text.replace(/\s+/g, ' ').trim().slice(0, PROMPT_LENGTH);
    if (this.#open && this.#open.prompt === '') this.#change({ prompt });
    else if (!this.#open) this.#prompt = prompt;
  }

  #end({ reason, at }: Extract<AgentEvent, { type: 'run-finished' }>): void {
    const open = this.#open;
    if (!open) return;
    // What nobody saw end was cut with the window: the time until that is opened again was no work.
    const wasCut = open.track.cut(this.#lastAt);
    this.#change({ reason, endedAt: wasCut ? this.#lastAt : at });
  }

  #change(change: Partial<OpenRun>): void {
    const last = this.#runs.pop();
    if (last) this.#runs.push({ ...last, ...change });
  }
}

/** When what the event tells was seen to happen; 0 where it doesn't say. */
function seenAt(event: AgentEvent): number {
  switch (event.type) {
    case 'run-started':
    case 'retry':
    case 'tool-state':
      return event.at;
    case 'message':
      // Results and notices of a run that was cut are added when it is opened again.
      return event.message.role === 'assistant' || event.message.role === 'user' ? event.message.at : 0;
    case 'message-finished':
      return event.at ?? 0;
    case 'agent':
      return seenAt(event.event);
    default:
      return 0;
  }
}
