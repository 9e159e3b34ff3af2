import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Question, Verdict } from '../../../src/shared/proposals';
import { elementId } from '../../elementId';
import { Button, TextField } from '../ui/controls';
import { useFormDraft } from './useFormDraft';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface QuestionFormProps {
  readonly callId: string;
  readonly questions: readonly Question[];
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
}

/** The chosen options, and the text typed in addition or instead. */
interface Answer {
  readonly chosen: readonly string[];
  readonly typed: string;
}

const NOTHING: Answer = { chosen: [], typed: '' };

function answerIn(draft: string): Answer {
  return JSON.parse(draft) as Answer;
}

/** The model's questions as a form, which can be sent when each question has an answer. */
export function QuestionForm({ callId, questions, isSent, decide }: QuestionFormProps): VNode {
  const [drafts, setDrafts] = useFormDraft(callId, () => questions.map(() => JSON.stringify(NOTHING)));
  const answers = useMemo(() => drafts.map(answerIn), [drafts]);
  const texts = answers.map(({ chosen, typed }) => [...chosen, typed.trim()].filter(text => text !== '').join(', '));
  const isWhole = texts.every(text => text !== '');
  const accept = () => isWhole && decide({ decision: 'accept', answers: texts });
  const reject = () => decide({ decision: 'reject' });
  return (
    <div class="approval-actions" onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      {questions.map((question, i) => (
        <QuestionField
          key={i}
          name={`${elementId(callId)}-${i}`}
          question={question}
          answer={answers[i] ?? NOTHING}
          onAnswer={answer => setDrafts(drafts.map((each, at) => (at === i ? JSON.stringify(answer) : each)))}
          onEnter={accept}
        />
      ))}
      <div class="buttons">
        <Button isPrimary isDisabled={isSent || !isWhole} onClick={accept} {...verdictKeys('accept', l10n.t('Accept'))}>
          {l10n.t('Accept')}
        </Button>
        <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', l10n.t('Reject'))}>
          {l10n.t('Reject')}
        </Button>
        {!isWhole && <span class="muted question-hint">{l10n.t('Each question needs an answer.')}</span>}
      </div>
    </div>
  );
}

interface FieldProps {
  /** Groups the options; unique on the page. */
  readonly name: string;
  readonly question: Question;
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
  readonly onEnter: () => void;
}

function QuestionField({ name, question, answer, onAnswer, onEnter }: FieldProps): VNode {
  const { header, type, isMultiple, placeholder } = question;
  const options = type === 'yesno' ? [{ label: l10n.t('Yes') }, { label: l10n.t('No') }] : question.options;
  const toggle = (label: string, isOn: boolean) => {
    if (!isMultiple) {
      onAnswer({ chosen: [label], typed: '' });
      return;
    }
    const others = answer.chosen.filter(each => each !== label);
    const order = options.map(option => option.label);
    const chosen = isOn ? [...others, label].sort((a, b) => order.indexOf(a) - order.indexOf(b)) : others;
    onAnswer({ ...answer, chosen });
  };
  // If only one answer is allowed, the typed text replaces the chosen option.
  const write = (typed: string) => onAnswer({ chosen: isMultiple || typed === '' ? answer.chosen : [], typed });
  return (
    <fieldset class="question">
      <legend>
        {header !== '' && <span class="tag">{header}</span>} {question.question}
      </legend>
      {options.map(({ label, description }) => (
        <label class="question-option" key={label}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={answer.chosen.includes(label)}
            onChange={event => toggle(label, event.currentTarget.checked)}
          />
          <span>
            {label}
            {description !== undefined && <span class="muted question-description">{description}</span>}
          </span>
        </label>
      ))}
      {type !== 'yesno' && (
        <TextField
          class="question-text"
          label={options.length > 0 ? l10n.t('Other answer') : l10n.t('Your answer')}
          hint={placeholder}
          text={answer.typed}
          onInput={write}
          onEnter={onEnter}
        />
      )}
    </fieldset>
  );
}
