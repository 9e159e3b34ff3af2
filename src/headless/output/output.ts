import type { AgentEvent, StopReason } from '../../shared/events';
import { visibleLine } from '../../shared/hiddenCharacters';
import type { ToolResult } from '../../shared/messages';
import { typedIn } from '../../shared/partsText';
import type { OutputFormat } from '../flags';
import { CitedSources } from './citedSources';
import { ControlFilter } from '../../tools/text/controls';
import { RunStats } from '../../sessions/runStats';
import { StreamedAnswer } from './streamedAnswer';
import { terminalJson } from './streams';
import type { Streams } from './streams';

/** `type` is the kind of error, `code` the exit code. */
export interface RunError {
  readonly type: string;
  readonly message: string;
  readonly code: number;
}

/** Converts the events of a run to output. */
export interface Output {
  begin(sessionId: string, model: string): void;
  take(event: AgentEvent): void;
  end(error: RunError | undefined): void;
}

/** `isRaw`: answers keep their escape sequences in JSON; as text, the streams decide. */
export function createOutput(format: OutputFormat, streams: Streams, now: () => number, isRaw = false): Output {
  if (format === 'text') return textOutput(streams);
  const filter = new ControlFilter();
  const plain: Plain = piece => (isRaw ? piece : filter.push(piece));
  return format === 'json' ? jsonOutput(streams, now, plain) : streamJsonOutput(streams, now, plain);
}

/** What is left of a piece of an answer: a script may print what it reads from JSON to a terminal. */
type Plain = (piece: string) => string;

/** Prints an answer as it streams. An answer that restarts after a failure doesn't repeat the text already printed. */
function textOutput({ out, err }: Streams): Output {
  const warnings = new Warnings();
  const silence = new SilenceNotice(message => {
    endLine();
    err(`${message}\n`);
  });
  let isLineOpen = false;
  const print = (piece: string) => {
    out(piece);
    isLineOpen = !piece.endsWith('\n');
  };
  const endLine = () => {
    if (isLineOpen) print('\n');
  };
  const answer = new StreamedAnswer({
    text: print,
    call: () => undefined,
    warn: message => {
      endLine();
      err(`${message}\n`);
    },
  });
  return {
    begin: () => undefined,
    take(event) {
      answer.take(event);
      if (event.type === 'message-finished') endLine();
      warnings.take(event);
      tellRetry(event, err);
      tellNews(event, err);
      silence.take(event);
      if (event.type === 'message' && event.message.role === 'tool') {
        for (const result of event.message.results) if (result.error !== undefined) err(describe(result));
      }
    },
    end: error => {
      endLine();
      for (const each of [...warnings.texts, ...(error ? [error.message] : [])]) err(`${each}\n`);
    },
  };
}

/** A change of the model is reported where it is decided. */
function tellRetry(event: AgentEvent, err: Streams['err']): void {
  if (event.type !== 'retry' || event.model !== undefined) return;
  err(`${event.reason} Trying again (${event.attempt} of ${event.maxAttempts}).\n`);
}

/** Prints information that is not a warning: the chosen model, messages and changes of hooks. */
function tellNews(event: AgentEvent, err: Streams['err']): void {
  if (event.type !== 'message' || event.message.role !== 'notice' || event.message.level !== 'info') return;
  err(`${event.message.text}\n`);
}

function describe({ title, status, error = '' }: ToolResult): string {
  return `${visibleLine(title)}: ${status}: ${error.split('\n', 1)[0] ?? ''}\n`;
}

/** Reported in every output format, because it is stored for all later sessions and nobody was asked. */
export function sayRemembered(event: AgentEvent, err: Streams['err']): void {
  if (event.type !== 'message' || event.message.role !== 'tool') return;
  for (const { remembered } of event.message.results)
    if (remembered !== undefined) err(`Remembered: ${visibleLine(remembered)}\n`);
}

function jsonOutput({ out, err }: Streams, now: () => number, plain: Plain): Output {
  const stats = new RunStats(now);
  const warnings = new Warnings();
  const silence = new SilenceNotice(message => err(`${message}\n`));
  const answers = new LastAnswer();
  const sources = new CitedSources();
  let id = '';
  return {
    begin: sessionId => (id = sessionId),
    take(event) {
      stats.take(event);
      answers.take(event);
      sources.take(event);
      warnings.take(event);
      tellNews(event, err);
      silence.take(event);
      tellRetry(event, err);
    },
    end(error) {
      const told = warnings.texts.length === 0 ? {} : { warnings: warnings.texts };
      const result = {
        session_id: id,
        response: plain(answers.text),
        stats: stats.toJson(),
        ...sources.toFields(),
        ...told,
        ...(error && { error }),
      };
      out(`${terminalJson(result, 2)}\n`);
    },
  };
}

function streamJsonOutput({ out, err }: Streams, now: () => number, plain: Plain): Output {
  const stats = new RunStats();
  const sources = new CitedSources();
  const warnings = new Warnings();
  const silence = new SilenceNotice(message => err(`${message}\n`));
  const startedAt = now();
  const line = (type: string, fields: object) =>
    out(`${terminalJson({ type, timestamp: new Date(now()).toISOString(), ...fields })}\n`);
  const answer = new StreamedAnswer({
    text: piece => {
      const content = plain(piece);
      if (content !== '') line('message', { role: 'assistant', content, delta: true });
    },
    call: ({ id, name, args }) => line('tool_use', { tool_name: name, tool_id: id, parameters: args }),
    warn: message => line('error', { severity: 'warning', message }),
  });
  return {
    begin: (session_id, model) => line('init', { session_id, model }),
    take(event) {
      stats.take(event);
      sources.take(event);
      warnings.take(event);
      tellNews(event, err);
      silence.take(event);
      answer.take(event);
      if (event.type === 'retry') line('error', { severity: 'warning', message: event.reason });
      else if (event.type === 'message' && event.message.role === 'user' && !event.message.isContext) {
        line('message', { role: 'user', content: typedIn(event.message.parts) });
      } else if (event.type === 'message' && event.message.role === 'tool') {
        for (const result of event.message.results) line('tool_result', resultLine(result));
      }
    },
    end(error) {
      for (const message of warnings.texts) line('error', { severity: 'warning', message });
      if (error) line('error', { severity: 'error', message: error.message });
      const status = error ? 'error' : 'success';
      const said = error && { error: { type: error.type, message: error.message } };
      line('result', { status, ...said, stats: stats.toLine(now() - startedAt), ...sources.toFields() });
    },
  };
}

function resultLine({ callId, status, content, errorType = 'unknown' }: ToolResult) {
  const isDone = status === 'success' && errorType !== 'stop_execution';
  const outcome = isDone ? {} : { error: { type: errorType, message: content } };
  return { tool_id: callId, status: isDone ? 'success' : 'error', output: content, ...outcome };
}

/** Reports once per answer that the service is silent, including for agents, which it names. */
class SilenceNotice {
  #isSaid = false;
  readonly #agents = new Map<string, string>();

  constructor(private readonly say: (message: string) => void) {}

  take(event: AgentEvent): void {
    if (event.type === 'message-finished') this.#isSaid = false;
    if (event.type === 'agent-started') this.#agents.set(event.callId, event.agent.title);
    const inner = event.type === 'agent' ? event.event : event;
    if (inner.type !== 'silence' || inner.seconds === null || this.#isSaid) return;
    this.#isSaid = true;
    const agent = event.type === 'agent' ? this.#agents.get(event.callId) : undefined;
    const who = agent === undefined ? '' : `${agent}: `;
    this.say(`${who}The Gemini service has sent nothing for more than ${inner.seconds} s. Still waiting.`);
  }
}

/** The reason of a hook that ends a run is a warning. */
const WELL_ENDED: ReadonlySet<StopReason> = new Set<StopReason>(['done', 'cancelled', 'hook']);

/** Warnings for the user: an answer that was blocked or cut off, failed hooks. */
class Warnings {
  readonly texts: string[] = [];
  #isLast = false;

  take(event: AgentEvent): void {
    // The last warning is the reason why the run failed, which the error reports too.
    const isError = event.type === 'run-finished' && !WELL_ENDED.has(event.reason);
    if (isError && this.#isLast) this.texts.pop();
    const notice = event.type === 'message' && event.message.role === 'notice' ? event.message : undefined;
    this.#isLast = notice?.level === 'warning';
    if (notice?.level === 'warning') this.texts.push(notice.text);
  }
}

/** The text of the last answer: text from before tool calls isn't the requested result. */
class LastAnswer {
  text = '';
  #live = false;

  take(event: AgentEvent): void {
    if (event.type === 'message' && event.message.role === 'assistant') {
      this.text = '';
      this.#live = true;
    }
    if (!this.#live) return;
    if (event.type === 'delta') this.text += event.text;
    else if (event.type === 'part' && event.part.type === 'text') this.text += event.part.text;
    else if (event.type === 'retry') this.text = '';
    else if (event.type === 'message-finished') this.#live = false;
  }
}
