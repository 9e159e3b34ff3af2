import { reviewPrompt } from '../../agent/changes/reviewPrompt';
import type { Log } from '../../agent/ports/log';
import { ChatChanges } from '../../chat/chatChanges';
import type { ChatRegistry } from '../../chat/chatRegistry';
import { ReviewSending } from '../../chat/prompts/reviewSending';
import type { Sending } from '../../chat/prompts/sending';
import { pathShown } from '../../vscode/documents/documents';
import type { WindowFiles } from '../windowFiles';

export interface ChatReviewOptions {
  readonly changes: WindowFiles['changes'];
  readonly chats: () => ChatRegistry;
  readonly sending: () => Sending;
  /** Called when what chats show of their review has changed. */
  readonly onChange: () => void;
  readonly log: Log;
}

/**
 * Creates what chats show of the changes under review, and the sending of comments on them. Both follow the changes.
 */
export function createChatReview({ changes: files, chats, sending, onChange, log }: ChatReviewOptions) {
  const reportBug = (message: string, error: unknown) => log.error(message, error);
  const changes = new ChatChanges({
    opened: () => files.opened,
    chatIds: () => chats().shown.map(({ id }) => id),
    pathOf: pathShown,
    onChange,
    reportBug,
  });
  const reviewing = new ReviewSending({
    sending,
    threads: () => files.opened?.comments,
    promptOf: threads => reviewPrompt(threads, pathShown),
    onChange,
    reportBug,
  });
  files.onChange(() => {
    changes.update();
    reviewing.update();
  });
  return { changes, reviewing };
}
