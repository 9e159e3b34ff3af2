import { addUsage, NO_USAGE } from '../../shared/chatState';
import type { AgentEvent } from '../../shared/events';
import type { UserMessage } from '../../shared/messages';
import { typedIn } from '../../shared/partsText';
import type { Run } from './run';
import { StepTrack } from './stepTrack';

const PROMPT_LENGTH = 200;

interface OpenRun extends Omit<Run, 'steps'> {
  readonly track: StepTrack;
}

/**
 * The runs of a session as a fold over its events, live or from the session file. Its memory grows with the number of
 * steps, because it stores no text of answers or results.
 */
export class RunTimeline {
  readonly #runs: OpenRun[] = [];
  #prompt = '';
  /** The latest time in any event so far. */
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
      default: // handled by the steps
    }
    const open = this.#open;
    if (!open) return;
    const used = open.track.take(event, this.#lastAt);
    if (used) this.#change({ usage: addUsage(open.usage, used) });
  }

  /** The latest time in any event so far. */
  get now(): number {
    return this.#lastAt;
  }

  /** Oldest first. */
  get runs(): readonly Run[] {
    return this.#runs.map(({ track, ...run }) => ({
      ...run,
      // Computed lazily: a list of runs reads the steps of only a few.
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
    this.#runs.push({ number: length + 1, prompt, startedAt: at, usage: NO_USAGE, track: new StepTrack() });
  }

  /** The prompt comes before the start of its run, or just after it. */
  #ask({ parts }: UserMessage): void {
    const prompt = typedIn(parts, '\n').replace(/\s+/g, ' ').trim().slice(0, PROMPT_LENGTH);
    if (this.#open?.prompt === '') this.#change({ prompt });
    else if (!this.#open) this.#prompt = prompt;
  }

  #end({ reason, at }: Extract<AgentEvent, { type: 'run-finished' }>): void {
    const open = this.#open;
    if (!open) return;
    // Steps without an observed end were cut off when the window closed: the time until it reopened was not work.
    const wasCut = open.track.cut(this.#lastAt);
    this.#change({ reason, endedAt: wasCut ? this.#lastAt : at });
  }

  #change(change: Partial<OpenRun>): void {
    const last = this.#runs.pop();
    if (last) this.#runs.push({ ...last, ...change });
  }
}

/** When the event was observed; 0 if it doesn't say. */
function seenAt(event: AgentEvent): number {
  switch (event.type) {
    case 'run-started':
    case 'retry':
    case 'tool-state':
      return event.at;
    case 'message':
      // When a session is reopened, results and notices are added to a run that was cut off.
      return event.message.role === 'assistant' || event.message.role === 'user' ? event.message.at : 0;
    case 'message-finished':
      return event.at ?? 0;
    case 'agent':
      return seenAt(event.event);
    default:
      return 0;
  }
}
