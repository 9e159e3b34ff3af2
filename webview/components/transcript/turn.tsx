import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import type { UserMessage } from '../../../src/shared/messages';
import { FindingContext, FollowingContext } from '../../folded';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { textOf, usageOf, type Turn } from '../../turns';
import { type CallContext, hasSameCalls } from './answer';
import { IconButton } from '../ui/controls';
import { Media } from '../calls/media';
import { Expansion } from './expansion';
import { Steps } from './steps';
import { RunUsage } from '../composer/usage';

/** Prompts longer than this are folded. */
const FOLD_CHARACTERS = 1500;
const FOLD_LINES = 16;

const isLongPrompt = (text: string) => text.length > FOLD_CHARACTERS || text.split('\n').length > FOLD_LINES;

/** The user's prompt, as plain text: nothing in it is interpreted as markup. */
export const UserTurn = memo(function UserTurn(props: {
  readonly message: UserMessage;
  /** The prompt is being edited: sending it replaces it and everything after it. */
  readonly isEdited?: boolean;
}): VNode {
  const { message, isEdited } = props;
  const { host, ask } = useServices();
  const [isFull, setFull] = useState(false);
  const text = textOf(message);
  const isLong = isLongPrompt(text);
  return (
    <article
      class={`turn turn-user${isEdited ? ' turn-edited' : ''}`}
      data-turn={message.id}
      aria-label={l10n.t('You')}
      tabIndex={-1}
    >
      <h2 class="visually-hidden">{l10n.t('You')}</h2>
      <div
        class={`prompt${isLong && !isFull ? ' prompt-folded' : ''}`}
        data-folded={isLong && !isFull ? '' : undefined}
      >
        {text}
      </div>
      {isLong && (
        <button type="button" class="link-button" aria-expanded={isFull} onClick={() => setFull(!isFull)}>
          {isFull ? l10n.t('Show less') : l10n.t('Show all')}
        </button>
      )}
      {message.parts.map(part => (part.type === 'file' || part.type === 'image' ? <Media part={part} /> : null))}
      <Expansion parts={message.parts} />
      {message.replaces !== undefined && (
        <button type="button" class="link-button turn-replaces" onClick={() => ask(host.showReplaced(message.id))}>
          {l10n.t('Edited: show what was replaced')}
        </button>
      )}
      <div class="turn-actions">
        <IconButton
          icon="edit"
          label={l10n.t('Edit and send again')}
          onClick={() => ask(host.editPrompt(message.id))}
        />
        <IconButton icon="repo-forked" label={l10n.t('Fork from here')} onClick={() => ask(host.fork(message.id))} />
      </div>
    </article>
  );
});

/** A prompt that was sent but that Pollux hasn't started on yet. */
export function OutgoingTurn({ text }: { readonly text: string }): VNode {
  return (
    <article class="turn turn-user turn-outgoing" aria-label={l10n.t('You')} tabIndex={-1}>
      <h2 class="visually-hidden">{l10n.t('You')}</h2>
      <div class={`prompt${isLongPrompt(text) ? ' prompt-folded' : ''}`}>{text}</div>
    </article>
  );
}

type AgentTurnProps = CallContext & { readonly items: Extract<Turn, { kind: 'agent' }>['items'] };

/** Everything that resulted from a prompt, until the next one. */
export const AgentTurn = memo(function AgentTurn({ items, ...context }: AgentTurnProps): VNode {
  const { host, ask } = useServices();
  const { hidden, showEarlier } = useSteps(items.length);
  const copied = () =>
    items
      .flatMap(item => (item.role === 'assistant' ? item.parts : []))
      .flatMap(part => (part.type === 'text' ? [part.text] : []))
      .join('\n\n');
  return (
    <article class="turn turn-agent" data-turn={items[0]?.id} aria-label={l10n.t('Pollux')} tabIndex={-1}>
      <h2 class="visually-hidden">{l10n.t('Pollux')}</h2>
      <Steps items={items} hidden={hidden} atOnce={STEPS} onEarlier={showEarlier} {...context} />
      {!context.isLive && (
        <div class="turn-actions">
          {copied() !== '' && (
            <IconButton icon="copy" label={l10n.t('Copy answer')} onClick={() => ask(host.copy(copied()))} />
          )}
          <RunUsage usage={usageOf(items)} />
        </div>
      )}
    </article>
  );
}, isSameTurn);

/** How many steps of a turn are rendered initially, and how many more with each request for earlier ones. */
const STEPS = 60;

/** How many of a turn's oldest steps are not rendered; 0 while the find bar is open. */
function useSteps(count: number) {
  const isFinding = useContext(FindingContext);
  const isFollowing = useContext(FollowingContext);
  const hidden = useRef(Math.max(0, count - STEPS));
  const [, render] = useState(0);
  // The user may click before scrolling away from the end was noticed.
  const isAsked = useRef(false);
  if (!isFollowing.current) isAsked.current = false;
  // Hides several steps at a time, and none while the user has scrolled away from the end and may be reading them.
  const excess = count - STEPS - hidden.current;
  if (isFollowing.current && !isAsked.current && excess >= STEPS / 2) hidden.current += excess;
  const showEarlier = () => {
    isAsked.current = true;
    hidden.current = Math.max(0, hidden.current - STEPS);
    render(times => times + 1);
  };
  return { hidden: isFinding ? 0 : hidden.current, showEarlier };
}

/** Turns are regrouped with each message; a turn with the same items is unchanged. */
function isSameTurn(before: AgentTurnProps, after: AgentTurnProps): boolean {
  return (
    before.items.length === after.items.length &&
    before.items.every((item, i) => item === after.items[i]) &&
    before.items.every(item => item.role === 'notice' || hasSameCalls(item, before, after)) &&
    before.isLive === after.isLive
  );
}
