import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { AgentView, ToolCallView } from '../../../src/shared/chatState';
import type { ToolCall, ToolResult } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';
import { FindingContext } from '../../folded';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { duration } from '../../text/format';
import { ApprovalCard } from '../approvals/approvalCard';
import { type CallFacts, factsOf, isDecidedEdit, statusIcon, statusName } from './callStatus';
import { elementId } from '../../elementId';
import { moveFocus } from '../../moveFocus';
import { AgentBody, AgentCounts } from './agentBody';
import { CallTitle } from './callTitle';
import { CommandInput } from './commandInput';
import { IconButton } from '../ui/controls';
import { LineCounts } from './editedFiles';
import { Icon } from '../ui/icon';
import { ProblemCount } from './newProblems';
import { LiveOutput } from './output';
import { progressOf } from './todoList';
import { ToolDetails } from './toolDetails';
import { toolIcon } from './toolIcon';
import { useNow } from '../ui/useNow';

interface ToolCardProps {
  readonly call: ToolCall;
  readonly view: ToolCallView | undefined;
  readonly result: ToolResult | undefined;
  readonly approval: Approval | undefined;
  /** Whether the call's run is still in progress. */
  readonly isLive: boolean;
  /** The agent that runs in this call, and its open approval requests. */
  readonly agent?: AgentView | undefined;
  readonly asked?: readonly Approval[];
  /**
   * The number of this change among the changes of its answer, and their count; absent if it is the only change or
   * not one.
   */
  readonly place?: number | undefined;
  readonly places?: number | undefined;
}

/** One call: a line that expands. It expands by itself when it waits for the user and when it failed. */
export const ToolCard = memo(function ToolCard(props: ToolCardProps): VNode {
  const { call, view, result, approval, isLive, agent, asked = [], place, places } = props;
  const { host, ask } = useServices();
  const facts = factsOf(call.name, view, result, isLive);
  const status = approval || asked.length > 0 ? 'waiting' : facts.status;
  const output = status === 'running' ? (view?.output ?? '') : '';
  const awaited = status === 'running' ? view?.awaited : undefined;
  const icon = toolIcon(facts);
  const hasDiff = isDecidedEdit(call, facts);
  const hasBody =
    hasDiff ||
    approval !== undefined ||
    agent !== undefined ||
    output !== '' ||
    awaited !== undefined ||
    hasDetails(facts);
  const phase = awaited ? 'asking' : status;
  // If the agent's steps were open, they stay open when it has ended.
  const [showsWork, setShowsWork] = useState(false);
  const [choice, setChoice] = useState<{ readonly phase: string; readonly isOpen: boolean }>();
  // The user's choice holds until the phase of the call changes.
  const isOpen =
    hasBody &&
    (choice?.phase === phase ? choice.isOpen : showsWork || (status !== 'success' && status !== 'cancelled'));
  const isFinding = useContext(FindingContext);
  const id = elementId(call.id);
  const head = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const wasAsked = useRef(false);
  const isCancellable = status === 'running' || status === 'queued' || asked.length > 0;
  useEffect(() => {
    // The buttons disappear with the answer, and the one that cancels with the end. If one had the focus, it moves to where the user can write or decide
    // next.
    if (!approval && !awaited && hadFocus.current && document.activeElement === document.body) {
      moveFocus(wasAsked.current && isLast() ? document.querySelector<HTMLElement>('.message') : head.current);
    }
    wasAsked.current = approval !== undefined;
    hadFocus.current = root.current?.contains(document.activeElement) ?? false;
  }, [approval === undefined, awaited === undefined, isCancellable]);
  return (
    <section
      ref={root}
      class={`tool tool-${status}`}
      role="group"
      id={`${id}-call`}
      aria-label={facts.title}
      onFocusCapture={() => (hadFocus.current = true)}
      onBlurCapture={event => (hadFocus.current = event.relatedTarget === null)}
    >
      <button
        ref={head}
        type="button"
        class="tool-head"
        // The title is split into pieces, which a screen reader would read with gaps.
        aria-labelledby={`${id}-call ${id}-facts`}
        {...(hasBody ? { 'aria-expanded': isOpen, 'aria-controls': id } : { 'aria-disabled': true })}
        onClick={() => hasBody && setChoice({ phase, isOpen: !isOpen })}
      >
        <Icon name={icon} />
        <CallTitle icon={icon} title={facts.title} isWhole={status === 'waiting'} />{' '}
        <span class="tool-facts" id={`${id}-facts`}>
          {approval && place !== undefined && (
            <span class="muted">{l10n.t('Change {0} of {1}', place, places ?? place)}</span>
          )}
          {agent && (!isOpen || asked.length > 0) && <AgentCounts chat={agent.chat} />}
          <Summary facts={facts} approval={approval} />
          <span class="tool-status">
            <Icon name={statusIcon(status)} />
            <span class="tool-status-name">{statusName(status)}</span>
            {facts.exitCode !== undefined && <span class="tool-exit">{l10n.t('exit code {0}', facts.exitCode)}</span>}
            {status === 'running' ? <Elapsed /> : <Took ms={facts.took} />}
          </span>
        </span>
      </button>
      {isCancellable && (
        <IconButton
          class="tool-cancel"
          icon="close"
          label={l10n.t('Cancel {0}', facts.title)}
          onClick={() => ask(host.cancelCall(call.id))}
        />
      )}
      {(isOpen || (isFinding && hasBody)) && (
        <div class="tool-body" id={id} hidden={!isOpen} data-folded={isOpen ? undefined : ''}>
          {approval ? (
            <ApprovalCard key={approvalKey(approval)} approval={approval} title={facts.title} />
          ) : agent ? (
            <AgentBody
              callId={call.id}
              view={agent}
              asked={asked}
              facts={facts}
              isLive={isLive}
              isOpen={showsWork}
              onToggle={() => setShowsWork(!showsWork)}
            />
          ) : output !== '' || awaited ? (
            <>
              {output !== '' && <LiveOutput text={output} />}
              {awaited && <CommandInput key={awaited} callId={call.id} awaited={awaited} />}
            </>
          ) : (
            <ToolDetails facts={facts} onDiff={hasDiff ? () => ask(host.openDiff(call.id)) : undefined} />
          )}
        </div>
      )}
    </section>
  );
});

/** Whether there is nothing left to decide. */
function isLast(): boolean {
  return !document.querySelector('.tool-waiting, .tool-queued, .command-input');
}

/** A conflict is a new question, so it gets a new card. */
function approvalKey(approval: Approval): string {
  return approval.conflict ? 'conflict' : 'question';
}

function hasDetails({ display, error, reason, images = [] }: CallFacts): boolean {
  return display !== undefined || error !== undefined || reason !== undefined || images.length > 0;
}

interface SummaryProps {
  readonly facts: CallFacts;
  readonly approval: Approval | undefined;
}

function Summary({ facts: { display }, approval }: SummaryProps): VNode | null {
  if (approval?.proposal.kind === 'edit') {
    return (
      <>
        {approval.proposal.isNew && <span class="tag">{l10n.t('new file')}</span>}
        <LineCounts edits={[approval.proposal]} />
      </>
    );
  }
  if (display?.type === 'todos') return <span class="muted">{progressOf(display.todos)}</span>;
  if (display?.type !== 'edit' && display?.type !== 'edits') return null;
  return (
    <>
      <LineCounts edits={display.type === 'edit' ? [display] : display.edits} />
      {display.newProblems && <ProblemCount problems={display.newProblems} />}
    </>
  );
}

/** How long the call took, if at least half a second. */
function Took({ ms }: { readonly ms: number | undefined }): VNode | null {
  return ms === undefined || ms < 500 ? null : <span class="tool-time">{duration(ms)}</span>;
}

/** Time since this panel first saw it running; the clocks of host and panel may differ. */
function Elapsed(): VNode | null {
  const since = useRef(Date.now());
  const ms = useNow(true) - since.current;
  return ms < 2000 ? null : <span class="tool-time">{duration(Math.floor(ms / 1000) * 1000)}</span>;
}
