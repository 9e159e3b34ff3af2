import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { innerCallId, ownCallId } from '../../../src/shared/callAddress';
import type { AgentView, ChatState } from '../../../src/shared/chatState';
import type { AssistantMessage, NoticeMessage } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';
import type { ChatHost } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { ServicesContext, useServices } from '../../services';
import { dollars, number, tokens } from '../../text/format';
import { resultsOf, textOf } from '../../turns';
import { ApprovalCard } from '../approvals/approvalCard';
import { statusOf } from '../transcript/statusLine';
import { Steps } from '../transcript/steps';
import { Icon } from '../ui/icon';
import type { CallFacts } from './callStatus';
import { statusIcon, statusName } from './callStatus';
import { ToolDetails } from './toolDetails';

/** How many of an agent's steps are shown initially, and how many more with each request for earlier ones. */
const STEPS = 40;

interface AgentBodyProps {
  readonly callId: string;
  readonly view: AgentView;
  /** The agent's open approval requests. */
  readonly asked: readonly Approval[];
  readonly facts: CallFacts;
  readonly isLive: boolean;
  /** Whether all steps are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** An agent's current activity or its questions, its result, and, on request, all its steps. */
export const AgentBody = memo(function AgentBody(props: AgentBodyProps): VNode {
  const { callId, view, asked, facts, isLive, isOpen, onToggle } = props;
  const { agent, chat } = view;
  const isBusy = isLive && chat.isRunning;
  const doing = isBusy && asked.length === 0 ? statusOf(chat, false) : '';
  const id = `agent-${callId}`;
  return (
    <>
      {asked.length === 0 && (
        <p class="agent-doing muted">
          {doing !== '' && <span class="agent-does">{doing}</span>}
          <AgentCounts chat={chat} />
        </p>
      )}
      {asked.map(approval => (
        <AgentQuestion
          key={approval.callId}
          approval={approval}
          title={chat.calls[ownCallId(approval.callId, callId) ?? '']?.title ?? l10n.t('Question')}
        />
      ))}
      {!isBusy && <ToolDetails facts={facts} />}
      <button
        type="button"
        class="link-button agent-open"
        aria-label={isOpen ? l10n.t('Hide steps of {0}', agent.title) : l10n.t('Show steps of {0}', agent.title)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {isOpen ? l10n.t('Hide steps') : l10n.t('Show steps')}
      </button>
      {isOpen && (
        <div class="agent-work" id={id} role="region" aria-label={l10n.t('Steps of {0}', agent.title)}>
          <AgentWork callId={callId} chat={chat} isLive={isBusy} />
        </div>
      )}
    </>
  );
});

/** An agent's approval request, labeled with the agent's name. */
function AgentQuestion({ approval, title }: { readonly approval: Approval; readonly title: string }): VNode {
  return (
    <section class="agent-question" role="group" aria-label={title}>
      <p class="agent-question-head">
        <Icon name={statusIcon('waiting')} />
        <strong>{l10n.t('{0} asks: {1}', approval.agent ?? '', title)}</strong>
        <span class="visually-hidden">{statusName('waiting')}</span>
      </p>
      <ApprovalCard key={approval.conflict ? 'conflict' : 'question'} approval={approval} title={title} />
    </section>
  );
}

/** How many calls an agent made, and the tokens and cost it used. */
export const AgentCounts = memo(function AgentCounts({ chat }: { readonly chat: ChatState }): VNode | null {
  const { usage } = chat;
  const calls = countCalls(chat);
  const parts = [
    ...(calls > 0 ? [calls === 1 ? l10n.t('1 call') : l10n.t('{0} calls', number(calls))] : []),
    ...(usage.total > 0 ? [tokens(usage.total)] : []),
    ...(usage.cost !== undefined ? [l10n.t('about {0}', dollars(usage.cost))] : []),
  ];
  return parts.length === 0 ? null : <span class="muted agent-counts">{parts.join(' · ')}</span>;
});

function countCalls({ messages, calls }: ChatState): number {
  const ended = messages.reduce((sum, message) => sum + (message.role === 'tool' ? message.results.length : 0), 0);
  return ended + Object.keys(calls).length;
}

interface AgentWorkProps {
  readonly callId: string;
  readonly chat: ChatState;
  readonly isLive: boolean;
}

/** The transcript of an agent: its task, then its answers and calls. Its questions are shown above. */
function AgentWork({ callId, chat, isLive }: AgentWorkProps): VNode {
  const services = useServices();
  const own = useMemo(() => ({ ...services, host: within(services.host, callId) }), [services, callId]);
  const results = useMemo(() => resultsOf(chat.messages), [chat.messages]);
  const [more, setMore] = useState(0);
  const task = chat.messages.find(message => message.role === 'user');
  const items = stepsOf(chat);
  return (
    <ServicesContext.Provider value={own}>
      {task?.role === 'user' && <div class="prompt agent-task">{textOf(task)}</div>}
      <Steps
        items={items}
        hidden={Math.max(0, items.length - STEPS - more)}
        atOnce={STEPS}
        onEarlier={() => setMore(more + STEPS)}
        calls={chat.calls}
        approvals={NONE}
        results={results}
        isLive={isLive}
      />
    </ServicesContext.Provider>
  );
}

const NONE: readonly Approval[] = [];

function stepsOf({ messages, live }: ChatState): readonly (AssistantMessage | NoticeMessage)[] {
  const steps = messages.filter(message => message.role === 'assistant' || message.role === 'notice');
  return live ? [...steps, live] : steps;
}

/** The host, with the call ids of the agent that runs in this call mapped to ids within this call. */
function within(host: ChatHost, callId: string): ChatHost {
  return {
    ...host,
    decide: (own, verdict) => host.decide(innerCallId(callId, own), verdict),
    cancelCall: own => host.cancelCall(innerCallId(callId, own)),
    writeInput: (own, line) => host.writeInput(innerCallId(callId, own), line),
    openDiff: own => host.openDiff(innerCallId(callId, own)),
  };
}
