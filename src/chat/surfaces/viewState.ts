import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovalMode, ModelView, ViewSettings } from '../../shared/protocol';
import { showWarningMessage } from '../../vscode/plainWindow';
import type { Chat } from '../chat';

/** How Pollux signs in; keys never leave the extension host. */
export type SignIn = ViewSettings['signIn'];

export interface ViewStateOptions {
  readonly signIn: () => Promise<SignIn>;
  /** The models to choose from, including names that the user added. */
  readonly models: () => readonly ModelView[];
  readonly saveModel: (model: string) => Promise<void>;
  /** Called when a model was chosen for a chat. */
  readonly onModel?: (chat: Chat, model: string) => void;
  /** Stores the names that the user added. */
  readonly saveModels: (names: readonly string[]) => Promise<void>;
  /** False if the mode that allows everything is not available. */
  readonly mayAllowAll: () => boolean;
  /** Whether an administrator has disabled that mode. */
  readonly isAllowAllForced: () => boolean;
  readonly editing: (chat: Chat) => ViewSettings['editing'];
  readonly sendWithModifier: () => boolean;
  readonly changes: (chat: Chat) => ViewSettings['changes'];
  readonly review: (chat: Chat) => ViewSettings['review'];
  /** The name that the user gave to a chat; undefined: none. */
  readonly nameOf: (chat: Chat) => string | undefined;
  /** Whether the chat replaces one that could not be opened again. */
  readonly isMissing: (chat: Chat) => boolean;
  /** How many chats wait for approval that no surface shows. */
  readonly waitingElsewhere: () => number;
  readonly onChange: () => void;
}

/** What is shown of the window and of a chat besides its conversation. */
export class ViewState {
  #signIn: SignIn = 'none';

  constructor(private readonly options: ViewStateOptions) {}

  settings(chat: Chat): ViewSettings {
    const { sendWithModifier } = this.options;
    const { model: current, mode, outgoing, session, attachments } = chat;
    const queued = chat.queue.text;
    const models = this.options.models();
    const context = session.state.messages.length > 0 ? session.contextUse() : undefined;
    const editing = this.options.editing(chat);
    const changes = this.options.changes(chat);
    const review = this.options.review(chat);
    const name = this.options.nameOf(chat);
    const waitingElsewhere = this.options.waitingElsewhere();
    const isKnown = models.some(({ id }) => id === current);
    return {
      signIn: this.#signIn,
      model: current,
      models: isKnown ? models : [...models, { id: current, label: current }],
      mode,
      hasFolder: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
      isTrusted: vscode.workspace.isTrusted,
      attachments: attachments.views(),
      sendWithModifier: sendWithModifier(),
      ...(name !== undefined && { name }),
      ...(context && { context }),
      ...(editing && { editing }),
      ...(changes && { changes }),
      ...(review && { review }),
      ...(this.options.isMissing(chat) && { isMissing: true }),
      ...(waitingElsewhere > 0 && { waitingElsewhere }),
      ...(queued !== '' && { queued }),
      ...(outgoing.view && { outgoing: outgoing.view }),
    };
  }

  /** Re-reads what can only be read asynchronously. */
  async refresh(): Promise<void> {
    this.#signIn = await this.options.signIn();
  }

  /** Must be called when something shown of the chat has changed. */
  show(): void {
    this.options.onChange();
  }

  async changed(): Promise<void> {
    await this.refresh();
    this.options.onChange();
  }

  /** The mode that allows everything must be confirmed. */
  async setMode(chat: Chat, mode: ApprovalMode): Promise<void> {
    if (
      mode === 'yolo' &&
      chat.mode !== 'yolo' &&
      !(await (this.options.mayAllowAll() ? confirmYolo() : refuseYolo(this.options.isAllowAllForced())))
    ) {
      this.options.onChange();
      return;
    }
    chat.setMode(mode);
    this.options.onChange();
  }

  /** Sets the model of this chat and the default for new ones. */
  async setModel(chat: Chat, model: string): Promise<void> {
    this.#use(chat, model);
    await this.options.saveModel(model);
    this.options.onChange();
  }

  /** Adds a name to the models that the user added, and chooses it. */
  async addModel(chat: Chat, name: string): Promise<void> {
    this.#use(chat, name);
    const models = this.options.models();
    if (!models.some(({ id }) => id === name)) await this.options.saveModels([...addedIn(models), name]);
    await this.options.saveModel(name);
    this.options.onChange();
  }

  /** Immediately, since saving takes time: a prompt sent next already goes to that model. */
  #use(chat: Chat, model: string): void {
    chat.setModel(model);
    this.options.onModel?.(chat, model);
    this.options.onChange();
  }

  async removeModel(name: string): Promise<void> {
    await this.options.saveModels(addedIn(this.options.models()).filter(id => id !== name));
    this.options.onChange();
  }
}

function addedIn(models: readonly ModelView[]): readonly string[] {
  return models.filter(({ isAdded }) => isAdded).map(({ id }) => id);
}

async function refuseYolo(isForced: boolean): Promise<false> {
  await showWarningMessage(
    isForced
      ? l10n.t('Your administrator doesn’t allow this mode.')
      : l10n.t('Your settings don’t allow this mode (security.disableYoloMode).'),
  );
  return false;
}

/** The first button is the one that Enter presses. */
async function confirmYolo(): Promise<boolean> {
  const allow = l10n.t('Allow everything');
  const answer = await showWarningMessage(
    l10n.t('Let Pollux change files and run commands without asking?'),
    {
      modal: true,
      detail: l10n.t(
        'Pollux still asks about protected files and anything that destroys data permanently. This applies to this chat until you change it.',
      ),
    },
    l10n.t('Don’t allow'),
    allow,
  );
  return answer === allow;
}
