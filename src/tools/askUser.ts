import * as l10n from '@vscode/l10n';
import type { ChangeTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import type { Question, QuestionsProposal } from '../shared/proposals';
import { objectSchema } from './args';
import { shorten } from './text/truncate';

interface Args {
  readonly questions: readonly {
    readonly question: string;
    readonly header?: string;
    readonly type?: Question['type'];
    readonly options?: readonly { readonly label: string; readonly description?: string }[];
    readonly multiSelect?: boolean;
    readonly placeholder?: string;
  }[];
}

const option = objectSchema(
  { label: { type: 'string', minLength: 1 }, description: { type: 'string', description: 'What it means.' } },
  ['label'],
);

const question = objectSchema(
  {
    question: { type: 'string', minLength: 1 },
    header: { type: 'string', description: 'One or two words.' },
    type: { enum: ['choice', 'text', 'yesno'], description: 'Default: choice if there are options, else text.' },
    options: { type: 'array', items: option, minItems: 2, maxItems: 4 },
    multiSelect: { type: 'boolean', description: 'More than one option may be chosen.' },
    placeholder: { type: 'string', description: 'Hint in an empty text field.' },
  },
  ['question'],
);

export const askUser: ChangeTool<Args, QuestionsProposal> = {
  kind: 'change',
  changes: 'questions',
  name: 'ask_user',
  icon: 'question',
  description: 'Asks the user up to four questions as a form. Use it when the answer changes what you will do.',
  parameters: objectSchema({ questions: { type: 'array', items: question, minItems: 1, maxItems: 4 } }, ['questions']),
  title: ({ questions }) =>
    questions.length === 1
      ? l10n.t('Ask: {0}', shorten(questions[0]?.question ?? '', 80))
      : l10n.t('Ask {0} questions', questions.length),
  async propose({ questions }) {
    return { kind: 'questions', questions: questions.map(toQuestion) };
  },
  async apply({ questions, answers = [] }) {
    const given = questions.map((_, i) => answers[i] ?? '');
    return {
      isLasting: true,
      content: JSON.stringify({ answers: Object.fromEntries(given.map((answer, i) => [String(i), answer])) }),
      display: { type: 'text', text: questions.map(({ question: text }, i) => `${text}\n→ ${given[i]}`).join('\n') },
    };
  },
};

function toQuestion({ question: text, header, type, options = [], multiSelect, placeholder }: Args['questions'][0]) {
  const kind = type ?? (options.length > 0 ? 'choice' : 'text');
  if (kind === 'choice' && options.length < 2) {
    throw new ToolError('invalid_tool_params', `The question "${text}" is a choice and needs 2 to 4 options.`);
  }
  return {
    question: text,
    header: header ?? '',
    type: kind,
    options: kind === 'choice' ? options : [],
    isMultiple: multiSelect ?? false,
    ...(placeholder !== undefined && { placeholder }),
  };
}
