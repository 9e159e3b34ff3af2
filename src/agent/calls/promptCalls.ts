import { recordVerdict } from '../../policy/approvals';
import type { AgentEvent } from '../../shared/events';
import type { ToolResult } from '../../shared/messages';
import type { Verdict } from '../../shared/proposals';
import type { Tool } from '../tool';
import type { Question } from './call';
import { ToolScheduler, type SchedulerContext } from './toolScheduler';

export interface PromptCallsOptions {
  readonly context: SchedulerContext;
  readonly newId: () => string;
}

/** Events that have no message to be shown at. Questions are shown: the panel has a place for those without one. */
const UNSEEN: ReadonlySet<AgentEvent['type']> = new Set(['tool-state', 'tool-output', 'tool-input']);

/** Calls that a prompt makes before it is sent, under the same rules as the model's calls. */
export class PromptCalls {
  constructor(private readonly options: PromptCallsOptions) {}

  async call(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    { isTyped = false }: { readonly isTyped?: boolean } = {},
  ): Promise<ToolResult> {
    const { context, newId } = this.options;
    const { ahead, ...others } = context;
    const { emit, ask } = others;
    const scheduler = new ToolScheduler({
      ...others,
      // `ahead` asks the user itself, but a call that the user has typed needs no question.
      ...(!isTyped && ahead && { ahead }),
      tools: () => [tool],
      takesInput: false,
      emit: event => !UNSEEN.has(event.type) && emit(event),
      ask: isTyped ? (question, abort) => answeredByTyping(question) ?? ask(question, abort) : ask,
    });
    const [result] = await scheduler.run([{ id: newId(), name: tool.name, args }], signal);
    if (!result) throw new Error('A call had no result.');
    return result;
  }
}

/** Typing a command implies approving it, unless parts of it are invisible. */
function answeredByTyping({ decision, proposal }: Question): Promise<Verdict> | undefined {
  if (decision.reason.kind === 'hidden') return undefined;
  return Promise.resolve(recordVerdict({ decision: 'accept' }, proposal));
}
