import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { UserMessage } from '../../../src/shared/messages';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { textOf, usageOf, type Turn } from '../../turns';
import { Answer, type CallContext } from './answer';
import { IconButton } from '../ui/controls';
import { Media } from '../calls/media';
import { Notice } from './notice';
import { RunUsage } from '../composer/usage';

/** Longer prompts are folded. */
const FOLD_CHARACTERS = 1500;
const FOLD_LINES = 16;

/** What the person said. Plain text: nothing they typed is taken for markup. */
export const UserTurn = memo(function UserTurn(props: {
  readonly message: UserMessage;
  /** It is being changed: sent again, it replaces itself and what follows. */
  readonly isEdited?: boolean;
}): VNode {
  const { message, isEdited } = props;
  const { host, ask } = useServices();
  const [isFull, setFull] = useState(false);
  const text = textOf(message);
  const isLong = text.length > FOLD_CHARACTERS || text.split('\n').length > FOLD_LINES;
  return (
    <article class={`turn turn-user${isEdited ? ' turn-edited' : ''}`} aria-label={l10n.t('You')} tabIndex={-1}>
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

type AgentTurnProps = CallContext & { readonly items: Extract<Turn, { kind: 'agent' }>['items'] };

/** Everything that came of a prompt, until the next one. */
export const AgentTurn = memo(function AgentTurn({ items, ...context }: AgentTurnProps): VNode {
  const { host, ask } = useServices();
  const copied = () =>
    items
      .flatMap(item => (item.role === 'assistant' ? item.parts : []))
      .flatMap(part => (part.type === 'text' ? [part.text] : []))
      .join('\n\n');
  return (
    <article class="turn turn-agent" aria-label={l10n.t('Pollux')} tabIndex={-1}>
      <h2 class="visually-hidden">{l10n.t('Pollux')}</h2>
      {items.map(item =>
        item.role === 'notice' ? (
          <Notice key={item.id} notice={item} />
        ) : (
          <Answer key={item.id} message={item} {...context} />
        ),
      )}
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

/** Turns are grouped anew with each message; one whose items are the same is the same. */
function isSameTurn(before: AgentTurnProps, after: AgentTurnProps): boolean {
  return (
    before.items.length === after.items.length &&
    before.items.every((item, i) => item === after.items[i]) &&
    before.calls === after.calls &&
    before.approvals === after.approvals &&
    before.results === after.results &&
    before.isLive === after.isLive
  );
}
