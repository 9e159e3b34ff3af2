import * as l10n from '@vscode/l10n';
import type { ChatHost } from '../../shared/protocol';
import type { ChatHostOptions } from './chatHostOptions';
import { expectDraft, expectText } from '../expectArguments';
import { forkChat } from '../prompts/rewind';
import { beginEdit } from '../prompts/promptEditing';
import { admitted, commandIn, sendQueued, submitPrompt } from '../prompts/sendPrompt';
import type { Surface } from '../surfaces/surface';
import { earlierForView } from '../surfaces/viewEvents';
import type { AskedChat } from './askedChat';

/** What a surface may ask about prompts and their runs. */
export function hostPrompts(options: ChatHostOptions, surface: Surface, { chat, session, current }: AskedChat) {
  const { view, editing } = options;
  return {
    async submit(text) {
      await submitPrompt(options, current(), expectText(text, 'text'));
      // The panel must learn that the run has begun before `submit` resolves, so that the Stop button stays.
      current().flush();
    },
    async sendQueued() {
      await sendQueued(options, chat());
      chat().flush();
    },
    async takeBack() {
      const text = chat().queue.takeAll();
      view.show();
      surface.send([{ type: 'compose', text }]);
    },
    async stop() {
      chat().stop();
    },
    async retryNow() {
      session().retryNow();
    },
    async editPrompt(messageId) {
      await beginEdit(options, chat(), expectText(messageId, 'messageId'));
    },
    async saveEdit(text) {
      editing.save(chat(), expectDraft(text, 'text'));
    },
    async cancelEdit() {
      editing.cancel(chat());
    },
    async sendEdited(text, restoresFiles) {
      const changed = expectText(text, 'text');
      const edited = chat();
      // The conversation is cut only once the prompt may be sent.
      const admit = async () => {
        if (!(await admitted(options, edited, changed))) return false;
        edited.outgoing.end();
        await commandIn(options, edited, changed);
        return true;
      };
      await editing.send(edited, restoresFiles, admit, async replaces => {
        options.send(edited, [earlierForView(edited.session.state)]);
        await submitPrompt(options, edited, changed, { replaces });
      });
      edited.flush();
    },
    async showReplaced(messageId) {
      const prompt = session().state.messages.find(({ id }) => id === expectText(messageId, 'messageId'));
      if (prompt?.role !== 'user' || prompt.replaces === undefined) return;
      if (!(await options.chats().stored.open(prompt.replaces, surface)))
        throw new Error(l10n.t('That chat no longer exists.'));
      const { used } = options.chats();
      if (used !== surface) await used.reveal();
    },
    async fork(messageId) {
      await forkChat({ chats: options.chats(), chat: chat(), send: options.send }, expectText(messageId, 'messageId'));
    },
  } satisfies Partial<ChatHost>;
}
