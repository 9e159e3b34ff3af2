import type { Prompt } from '../../agent/ports/promptTools';
import { typedCommandIn } from '../../context/commands/typedCommand';
import { mayMention } from '../../context/mentions/mayMention';
import type { Part } from '../../shared/messages';
import { carryOut } from '../commands/carryOut';
import type { Chat } from '../chat';
import { isShown } from '../surfaces/viewEvents';
import type { SelectedPart } from './attachments';
import { removeFromDraft, returnToDraft } from './drafts';
import type { Sending, ResolvedCommand } from './sending';

/** What a prompt carries besides its text. `replaces`: see `UserMessage`. */
interface PromptExtras {
  readonly replaces?: string;
  /** Added to the conversation without asking a model. */
  readonly isOnlySaid?: boolean;
  /** What the prompt is about, in place of the attachments of the message box, which stay for the next prompt. */
  readonly about?: SelectedPart;
}

/**
 * Sends a prompt with its attachments, or runs the command in it; the run continues after this returns. During
 * another run the prompt is queued. Throws for an unknown command.
 */
export async function submitPrompt(sending: Sending, chat: Chat, text: string, more: PromptExtras = {}): Promise<void> {
  if (text.trim() === '') return;
  if (!(await admitted(sending, chat, text))) {
    if (more.about) chat.attachments.add(more.about);
    putBack(sending, chat, text);
    return;
  }
  // Left meanwhile, the chat must not be closed: the prompt would be sent from where nobody sees it.
  await chat.work.during(async () => {
    const { ending } = chat.outgoing;
    let isSaidByRun = false;
    try {
      isSaidByRun = await sendAdmitted(sending, chat, text, more);
    } finally {
      if (!isSaidByRun) ending();
    }
  });
}

/**
 * Resolves with true when the administrator's controls are known, with false if the user stopped the prompt. Shows
 * the prompt as outgoing, also afterwards.
 */
export async function admitted(sending: Sending, chat: Chat, text: string): Promise<boolean> {
  const { outgoing } = chat;
  showOutgoing(sending, chat, text);
  try {
    if (await outgoing.until(sending.admit())) return true;
  } catch (error) {
    outgoing.end();
    throw error;
  }
  outgoing.end();
  return false;
}

function showOutgoing({ view }: Sending, chat: Chat, text: string): void {
  chat.outgoing.begin(text.trim(), () => {
    chat.flush(); // so that the prompt is always shown exactly once
    view.show();
  });
}

/** Resolves with true if a run has begun that adds the prompt to the conversation. */
async function sendAdmitted(sending: Sending, chat: Chat, text: string, more: PromptExtras): Promise<boolean> {
  const typed = await commandIn(sending, chat, text);
  if (typed && !(typed.command.waits && chat.session.state.isRunning)) {
    chat.outgoing.end(); // a command may wait for the user as long as it takes
    const result = await typed.command.run(typed.args);
    removeFromDraft(chat, text);
    if (result.kind === 'prompt') return send(sending, chat, { text, prompt: result.prompt, more });
    await carryOut(sending, chat, text, result);
    return false;
  }
  const command = typedCommandIn(text);
  if (command !== undefined) {
    return send(sending, chat, { text, prompt: await sending.runTyped(command), more: { isOnlySaid: true } });
  }
  const parts = [{ type: 'text', text }] as const;
  return send(sending, chat, {
    text,
    prompt: mayMention(text) ? await sending.withMentions(chat, parts) : parts,
    more,
  });
}

/** The command in a text; null: the text is a prompt. Throws for an unknown command. */
export async function commandIn(sending: Sending, chat: Chat, text: string): Promise<ResolvedCommand | null> {
  return text.startsWith('/') ? sending.resolve(chat, text) : null;
}

interface SentPrompt {
  readonly text: string;
  readonly prompt: Prompt;
  readonly more: PromptExtras;
}

/** Resolves with false if the prompt was queued. */
async function send(sending: Sending, chat: Chat, sent: SentPrompt): Promise<boolean> {
  const { text, prompt } = sent;
  const { about, ...more } = sent.more;
  const { session, attachments } = chat;
  removeFromDraft(chat, text);
  const take = async () => (about ? [await about.read()] : attachments.take());
  const giveBackFiles = () => (about ? attachments.add(about) : attachments.giveBack());
  const files = session.state.isRunning ? [] : await take();
  // Another prompt may have begun a run meanwhile.
  if (session.state.isRunning) {
    if (about || files.length > 0) giveBackFiles();
    chat.enqueue(text.trim());
    sending.view.show();
    return false;
  }
  if (!chat.hasPrompts) sending.chats().stored.remember(chat);
  if (chat.outgoing.text === '') showOutgoing(sending, chat, text);
  const { ending } = chat.outgoing;
  let isThere = false;
  const unsubscribe = session.subscribe(event => {
    if (event.type !== 'message' || event.message.role !== 'user' || !isShown(event.message)) return;
    isThere = true;
    ending();
  });
  void session.submit(behind(files, prompt), more).then(() => {
    unsubscribe();
    ending();
    if (isThere) return;
    giveBackFiles();
    putBack(sending, chat, text);
  });
  return true;
}

/**
 * Sends a text literally, without commands or mentions. Resolves with false, and sends nothing, if the chat is busy
 * or the user stopped it.
 */
export async function sayPrompt(sending: Sending, chat: Chat, text: string): Promise<boolean> {
  const { session } = chat;
  const isAdmitted = await admitted(sending, chat, text);
  chat.outgoing.end();
  if (!isAdmitted || session.state.isRunning) return false;
  if (!chat.hasPrompts) sending.chats().stored.remember(chat);
  void session.submit([{ type: 'text', text }]);
  chat.flush();
  return true;
}

/** Puts the attachments before the prompt. */
function behind(files: readonly Part[], prompt: Prompt): Prompt {
  if (files.length === 0) return prompt;
  return typeof prompt === 'function' ? async tools => [...files, ...(await prompt(tools))] : [...files, ...prompt];
}

/** Puts a refused prompt back into the message box. */
function putBack({ send }: Sending, chat: Chat, text: string): void {
  // If the panel isn't open, it later finds the text as its draft.
  returnToDraft(chat, text);
  chat.flush();
  send(chat, [{ type: 'compose', text }]);
}

/** As `submitPrompt`, for a prompt that isn't in the message box: it is put there if that throws. */
export async function submitElsewhere(
  sending: Sending,
  chat: Chat,
  text: string,
  more: PromptExtras = {},
): Promise<void> {
  try {
    await submitPrompt(sending, chat, text, more);
  } catch (error) {
    if (more.about) chat.attachments.add(more.about);
    putBack(sending, chat, text);
    throw error;
  }
}

/** Sends what is queued, up to the first part that starts a run. */
export async function sendQueued(sending: Sending, chat: Chat): Promise<void> {
  while (!chat.session.state.isRunning && chat.queue.text !== '') {
    const text = chat.queue.takeNext();
    sending.view.show();
    await submitElsewhere(sending, chat, text);
  }
}
