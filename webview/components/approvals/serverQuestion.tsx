import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Verdict } from '../../../src/shared/proposals';
import { asksForSecret } from '../../../src/shared/secrets/asksForSecret';
import type { SamplingView, ServerPageView, ServerQuestion } from '../../../src/shared/serverQuestions';
import { number } from '../../text/format';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icon';
import { PROSE } from '../../text/foldedText';
import { VisibleText } from '../ui/visibleText';
import { useWhole } from './whole';
import { WholeText } from './wholeText';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

/** A server's question, shown above the controls that answer it. The server's name always comes first. */
export function ServerQuestionBody({ question }: { readonly question: ServerQuestion }): VNode {
  return (
    <>
      <p class="approval-place">
        {l10n.t('MCP server')}{' '}
        <strong>
          <VisibleText text={question.server} />
        </strong>
      </p>
      {question.kind === 'sampling' ? (
        <SamplingBody sampling={question} />
      ) : (
        <WholeText class="server-message" text={question.message} size={PROSE} />
      )}
      {question.kind === 'page' && <PageBody page={question} />}
      {question.kind === 'form' && question.fields.some(asksForSecret) && (
        <p class="approval-warning">
          <Icon name="warning" />
          {l10n.t('MCP servers must not ask for passwords or keys in a form. Don’t enter any here.')}
        </p>
      )}
    </>
  );
}

function PageBody({ page: { url, host } }: { readonly page: ServerPageView }): VNode {
  return (
    <>
      <p>
        {l10n.t('It asks you to open a page in your browser, on')} <strong class="server-host">{host}</strong>
      </p>
      <ul class="code-list">
        <li>
          <code>
            <VisibleText text={url} isPath />
          </code>
        </li>
      </ul>
      <p class="muted">{l10n.t('Pollux doesn’t see what you enter there.')}</p>
    </>
  );
}

function SamplingBody({ sampling }: { readonly sampling: SamplingView }): VNode {
  const { system, messages, answer, used, budget } = sampling;
  return (
    <>
      <p>
        {answer
          ? l10n.t('This is the model’s answer. Send it to the server?')
          : l10n.t('Send this text to the model for the server? It costs the same as your own prompts.')}
      </p>
      <div class="sampling-text" tabIndex={0} role="group" aria-label={l10n.t('Text')}>
        {answer ? (
          <Said who={answer.model === '' ? l10n.t('Model') : answer.model} text={answer.text} />
        ) : (
          <>
            {system !== undefined && <Said who={l10n.t('Instructions of the server')} text={system} />}
            {messages.map(({ role, text }, i) => (
              <Said
                key={i}
                who={role === 'user' ? l10n.t('Prompt') : l10n.t('Answer, according to the server')}
                text={text}
              />
            ))}
          </>
        )}
      </div>
      <p class="muted">
        {l10n.t(
          'Used by this server in this chat: {0} of {1} requests, {2} of {3} tokens.',
          used.requests,
          budget.requests,
          number(used.tokens),
          number(budget.tokens),
        )}
      </p>
    </>
  );
}

function Said({ who, text }: { readonly who: string; readonly text: string }): VNode {
  return (
    <section>
      <h3>{who}</h3>
      <WholeText text={text} size={PROSE} />
    </section>
  );
}

interface ServerButtonsProps {
  readonly question: Exclude<ServerQuestion, { kind: 'form' }>;
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
}

/** Buttons to open a page, or to send a text to the model or the server. */
export function ServerButtons({ question, isSent, decide }: ServerButtonsProps): VNode {
  const accept = () => decide({ decision: 'accept' });
  const reject = () => decide({ decision: 'reject' });
  const yes = question.kind === 'page' ? l10n.t('Open {0}', question.host) : l10n.t('Accept');
  const no = l10n.t('Reject');
  const { isHeld } = useWhole();
  return (
    <div class="buttons" onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      <Button isPrimary isDisabled={isSent || isHeld} onClick={accept} {...verdictKeys('accept', yes)}>
        {yes}
      </Button>
      <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', no)}>
        {no}
      </Button>
    </div>
  );
}
