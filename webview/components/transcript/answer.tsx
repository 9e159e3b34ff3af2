import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ChatState, ToolCallView } from '../../../src/shared/chatState';
import { toolCallsOf, type AssistantMessage, type ToolCall, type ToolResult } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';
import { memo } from '../../memo';
import { approvalsWithin, segmentsOf } from '../../turns';
import { Markdown } from './markdown';
import { Media } from '../calls/media';
import { Thought } from './thought';
import { ToolCard } from '../calls/toolCard';

/** The state of calls that isn't in the messages. */
export interface CallContext {
  readonly calls: Readonly<Record<string, ToolCallView>>;
  readonly approvals: readonly Approval[];
  readonly results: ReadonlyMap<string, ToolResult>;
  /** Whether the newest turn's run is still in progress. */
  readonly isLive: boolean;
  /** The agents, by the call that started them. */
  readonly agents?: ChatState['agents'];
}

/** One message of the model. The live answer renders often, so its parts only render what changed. */
export const Answer = memo(function Answer(props: CallContext & { readonly message: AssistantMessage }): VNode {
  const { message, calls, approvals, results, isLive, agents } = props;
  const isStreaming = message.end === undefined;
  const segments = segmentsOf(message.parts);
  // A failed edit needs no decision.
  const changes = toolCallsOf(message).filter(
    ({ id }) => (calls[id] ?? results.get(id))?.icon === 'edit' && calls[id]?.state !== 'error',
  );
  return (
    <>
      {segments.map((segment, i) => {
        const isOpen = isStreaming && i === segments.length - 1;
        switch (segment.kind) {
          case 'text':
            return <Markdown key={i} text={segment.text} isDone={!isOpen} />;
          case 'thought':
            return <Thought key={i} text={segment.text} isOpen={isOpen} since={i === 0 ? message.at : Date.now()} />;
          case 'call':
            return (
              <ToolCard
                key={segment.call.id}
                call={segment.call}
                view={calls[segment.call.id]}
                result={results.get(segment.call.id)}
                approval={approvals.find(({ callId }) => callId === segment.call.id)}
                isLive={isLive}
                agent={agents?.[segment.call.id]}
                asked={agents?.[segment.call.id] ? approvalsWithin(approvals, segment.call.id) : NONE}
                {...placeOf(segment.call, changes)}
              />
            );
          case 'media':
            return <Media key={i} part={segment.part} />;
          default:
            return segment satisfies never;
        }
      })}
      {message.end === 'interrupted' && <p class="muted answer-end">{l10n.t('Stopped')}</p>}
    </>
  );
}, isSameAnswer);

type AnswerProps = CallContext & { readonly message: AssistantMessage };

/** Whether the message and its own calls are unchanged; other calls don't matter. */
function isSameAnswer(before: AnswerProps, after: AnswerProps): boolean {
  return (
    before.message === after.message && before.isLive === after.isLive && hasSameCalls(after.message, before, after)
  );
}

const NONE: readonly Approval[] = [];

/** Whether the state of a message's calls is unchanged. */
export function hasSameCalls(message: AssistantMessage, before: CallContext, after: CallContext): boolean {
  const approvalIn = ({ approvals }: CallContext, id: string) => approvals.find(({ callId }) => callId === id);
  return toolCallsOf(message).every(
    ({ id }) =>
      before.calls[id] === after.calls[id] &&
      before.results.get(id) === after.results.get(id) &&
      approvalIn(before, id) === approvalIn(after, id) &&
      before.agents?.[id] === after.agents?.[id] &&
      (!after.agents?.[id] || before.approvals === after.approvals),
  );
}

/** The number of a call among several changes, from 1, and their count. */
function placeOf(call: ToolCall, changes: readonly ToolCall[]) {
  const index = changes.indexOf(call);
  return changes.length < 2 || index < 0 ? {} : { place: index + 1, places: changes.length };
}
