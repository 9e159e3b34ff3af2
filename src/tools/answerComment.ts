import * as l10n from '@vscode/l10n';
import type { CommentAnswers } from '../agent/ports/reviewThreads';
import type { ToolSource } from '../agent/ports/toolSource';
import type { ReadTool } from '../agent/tool';
import { objectSchema } from './args';

interface Args {
  readonly comment: string;
  readonly text: string;
  readonly resolved?: boolean;
}

/** Offers the tool with which the model answers review comments, once a review has been sent to its chat. */
export function commentSource(answers: () => CommentAnswers | undefined, sessionId: () => string): ToolSource {
  const tools = [answerComment(answers, sessionId)];
  return {
    name: 'review comments',
    list: async () => (answers()?.hasSent(sessionId()) ? tools : NONE),
  };
}

const NONE: readonly never[] = [];

function answerComment(answers: () => CommentAnswers | undefined, sessionId: () => string): ReadTool<Args> {
  return {
    kind: 'read',
    name: 'answer_comment',
    icon: 'comment',
    description:
      'Answers a comment of the user’s review of your changes, in its thread beside the code. First make the change that ' +
      'the comment asks for; the thread shows it. Then answer each comment, in a sentence or two: what you did, or why not.',
    parameters: objectSchema(
      {
        comment: {
          type: 'string',
          minLength: 1,
          description: 'Where the comment is, as the review says: src/a.ts:4-5',
        },
        text: { type: 'string', minLength: 1, maxLength: 4000, description: 'The answer, as plain text.' },
        resolved: { type: 'boolean', description: 'False if the user still has to decide something. Default: true.' },
      },
      ['comment', 'text'],
    ),
    // Changes made for the comment must have been applied.
    needsWritten: true,
    adapt: args => ({
      ...args,
      ...(typeof args.comment === 'string' && { comment: args.comment.trim().replace(/^\[|[\]:]$/g, '') }),
    }),
    title: () => l10n.t('Answer a comment'),
    async run({ comment, text, resolved = true }) {
      const content = answers()?.answer(sessionId(), { place: comment, text, isResolved: resolved });
      return { content: content ?? 'There is no review.', display: { type: 'text', text } };
    },
  };
}
