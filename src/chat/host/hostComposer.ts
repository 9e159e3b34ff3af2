import * as l10n from '@vscode/l10n';
import type { ApprovalMode, ChatHost, CompletionKind } from '../../shared/protocol';
import type { AskingSurface, ChatHostOptions } from './chatHostOptions';
import { expectDraft, expectText } from '../expectArguments';
import { moveDraftFrom } from '../prompts/drafts';
import type { AskedChat } from './askedChat';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const KINDS: readonly CompletionKind[] = ['command', 'argument', 'mention'];
/** Longer search texts are cut, in characters. */
const MAX_TYPED = 1000;

/** What a surface may ask about the next prompt: its text, its attachments, and how it is answered. */
export function hostComposer(options: ChatHostOptions, asking: AskingSurface, { chat, current, left }: AskedChat) {
  const { view } = options;
  const { surface, focus } = asking;
  return {
    async attach() {
      const isStill = focus.watch();
      const isPicked = await focus.around(() => current().attachments.pick());
      if (isPicked && isStill()) await asking.compose();
    },
    async attachImage(mimeType, data) {
      current().attachments.addImage(expectText(mimeType, 'mimeType'), expectText(data, 'data'));
    },
    async detach(id) {
      chat().attachments.remove(expectText(id, 'id'));
    },
    async setModel(model) {
      await view.setModel(current(), expectText(model, 'model'));
    },
    async setMode(mode) {
      if (MODES.includes(mode)) await focus.around(() => view.setMode(current(), mode));
    },
    async complete(request, kind, typed) {
      const wanted = KINDS.find(each => each === kind);
      if (typeof request !== 'number' || !wanted) throw new TypeError(l10n.t('{0} must be a string', 'kind'));
      await options.complete(current(), wanted, expectText(typed, 'typed').slice(0, MAX_TYPED), items =>
        surface.send([{ type: 'completions', request, items }]),
      );
    },
    async weigh(text) {
      const typed = expectDraft(text, 'text');
      surface.send([{ type: 'mentioned', mentions: await options.weigh(typed) }]);
    },
    async saveDraft(text, movedFrom) {
      const draft = expectDraft(text, 'text');
      const { stored } = options.chats();
      const before = left();
      // Typed before the switch to a chat that has a draft of its own.
      if (before !== undefined && current().draft !== '') stored.draftsOf(before).saveDraft(draft);
      else current().saveDraft(draft);
      if (typeof movedFrom === 'string') moveDraftFrom(stored.draftsOf(movedFrom), draft);
    },
  } satisfies Partial<ChatHost>;
}
