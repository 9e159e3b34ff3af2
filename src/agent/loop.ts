import type { StopReason } from '../shared/events';
import { toolCallsOf, type Message, type ToolCall, type ToolResult } from '../shared/messages';
import { validHistory } from './history';
import type { ModelRequest } from './ports';
import { runTurn, type TurnContext, type TurnOutcome } from './turn';

/** What one run needs. `history` is read anew for every turn; `emit` must have folded an event before it returns. */
export interface LoopContext extends TurnContext {
  readonly history: () => readonly Message[];
  /** Everything of the request but the messages; read anew for every turn, so a change of model acts on the next one. */
  readonly request: () => Omit<ModelRequest, 'messages'>;
  readonly runTools: (calls: readonly ToolCall[], signal: AbortSignal) => Promise<readonly ToolResult[]>;
  readonly maxTurns: number;
}

/** Why the run ended, and the last answer with it. */
export interface RunOutcome {
  readonly reason: StopReason;
  readonly last?: TurnOutcome;
}

/** The loop: ask the model, run the tools it calls, tell it the results, until it calls none. The only loop there is. */
export async function runAgent(context: LoopContext, signal: AbortSignal): Promise<RunOutcome> {
  const { emit, history, newId, now } = context;
  const isStopped = () => signal.aborted;
  for (let turn = 0; turn < context.maxTurns; turn++) {
    const last = await runTurn(context, { ...context.request(), messages: validHistory(history()) }, signal);
    if (isStopped()) return { reason: 'cancelled', last };
    if (last.failure) return { reason: 'failed', last };
    const calls = toolCallsOf(last.message);
    if (calls.length === 0) return { reason: 'done', last };
    const isWhole = last.message.end === 'stop';
    const results = isWhole ? await context.runTools(calls, signal) : calls.map(notRun);
    emit({ type: 'message', message: { id: newId(), at: now(), role: 'tool', results } });
    if (isStopped()) return { reason: 'cancelled', last };
  }
  return { reason: 'turnLimit' };
}

/** An answer that was cut may hold half a call, which must never run. */
function notRun({ id, name }: ToolCall): ToolResult {
  const content = 'Not run: your answer was cut off, so this call may be incomplete. Make it again, in smaller pieces.';
  return { callId: id, name, title: name, status: 'error', content, errorType: 'invalid_tool_params' };
}
