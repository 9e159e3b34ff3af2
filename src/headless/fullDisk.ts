import type { AgentEvent } from '../shared/events';
import { EXIT } from './output/exitCodes';
import type { RunError } from './output/output';

/** What it needs of a session. */
interface Stoppable {
  subscribe(listener: (event: AgentEvent) => void): () => void;
  stop(): void;
}

/** Stops a run, as in Gemini CLI, if a tool finds the disk full. `error` is defined once that has happened. */
export function endOnFullDisk(session: Stoppable): { readonly error: RunError | undefined } {
  let error: RunError | undefined;
  session.subscribe(event => {
    if (error || event.type !== 'message' || event.message.role !== 'tool') return;
    const failed = event.message.results.find(({ errorType }) => errorType === 'no_space_left');
    if (!failed) return;
    const message = `Error executing tool ${failed.name}: ${failed.content}`;
    error = { type: 'FatalToolExecutionError', message, code: EXIT.toolExecution };
    session.stop();
  });
  return {
    get error() {
      return error;
    },
  };
}
