import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fieldProblem, type FormField } from '../../../src/shared/formFields';
import type { Verdict } from '../../../src/shared/proposals';
import type { ServerFormView } from '../../../src/shared/serverQuestions';
import { elementId } from '../../elementId';
import { Button } from '../ui/controls';
import { ServerField } from './serverField';
import { useFormDraft } from './useFormDraft';
import { useWhole } from './whole';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface ServerFormProps {
  readonly callId: string;
  readonly form: ServerFormView;
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
}

/**
 * A server's form. Validation problems appear at the fields only after the user tries to send it, so nothing moves
 * earlier.
 */
export function ServerForm({ callId, form, isSent, decide }: ServerFormProps): VNode {
  const { fields } = form;
  const [texts, setTexts] = useFormDraft(callId, () => fields.map(firstText));
  const [tries, setTries] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const { isHeld } = useWhole();
  const problems = fields.map((field, i) => fieldProblem(field, texts[i] ?? ''));
  const accept = () => {
    if (problems.every(problem => problem === undefined)) decide({ decision: 'accept', answers: texts });
    else setTries(tries + 1);
  };
  useLayoutEffect(() => {
    const first = problems.findIndex(problem => problem !== undefined);
    const question = tries > 0 && root.current?.querySelectorAll<HTMLElement>('.question')[first];
    if (!question) return;
    (question.querySelector<HTMLElement>('input, select') ?? question).focus();
    // Its name and the problem belong to it.
    question.scrollIntoView({ block: 'nearest' });
  }, [tries]);
  const reject = () => decide({ decision: 'reject' });
  return (
    <div class="approval-actions" ref={root} onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      {fields.map((field, i) => (
        <ServerField
          key={i}
          id={`${elementId(callId)}-${i}`}
          field={field}
          text={texts[i] ?? ''}
          problem={tries > 0 ? problems[i] : undefined}
          onText={text => setTexts(texts.map((each, at) => (at === i ? text : each)))}
          onEnter={accept}
        />
      ))}
      <div class="buttons">
        <Button isPrimary isDisabled={isSent || isHeld} onClick={accept} {...verdictKeys('accept', l10n.t('Accept'))}>
          {l10n.t('Accept')}
        </Button>
        <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', l10n.t('Reject'))}>
          {l10n.t('Reject')}
        </Button>
      </div>
    </div>
  );
}

/** The text that a field starts with. A default that can't be chosen is ignored. */
function firstText(field: FormField): string {
  const { kind, default: text = '' } = field;
  const isTyped = kind === 'text' || kind === 'number' || kind === 'integer';
  if (isTyped || (text !== '' && fieldProblem(field, text) === undefined)) return text;
  return kind === 'boolean' ? 'false' : '';
}
