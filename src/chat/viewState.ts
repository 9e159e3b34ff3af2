import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { KeptValues } from '../agent/ports/storedValues';
import type { ApprovalMode, ModelView, ViewSettings } from '../shared/protocol';
import { showWarningMessage } from '../vscode/plainWindow';

const DRAFT = 'draft';
const QUEUED = 'queued';

/** How the model is reached, and by which key; the key itself never leaves the extension host. */
export type SignIn = ViewSettings['signIn'];

export interface ViewStateOptions {
  readonly kept: KeptValues;
  readonly signIn: () => Promise<SignIn>;
  readonly model: () => string;
  /** Those that can be picked, with the names that the person added. */
  readonly models: () => readonly ModelView[];
  readonly saveModel: (model: string) => Promise<void>;
  /** Keeps the names that the person added. */
  readonly saveModels: (names: readonly string[]) => Promise<void>;
  readonly initialMode: () => ApprovalMode;
  /** False if the mode that asks about nothing is not to be had. */
  readonly mayAllowAll: () => boolean;
  readonly attachments: () => ViewSettings['attachments'];
  readonly editing: () => ViewSettings['editing'];
  readonly context: () => ViewSettings['context'];
  readonly sendWithModifier: () => boolean;
  readonly onChange: () => void;
}

/** What the panel shows besides the conversation; holds the approval mode of this window. */
export class ViewState {
  #mode: ApprovalMode;
  #signIn: SignIn = 'none';

  constructor(private readonly options: ViewStateOptions) {
    this.#mode = options.initialMode();
  }

  get mode(): ApprovalMode {
    return this.#mode;
  }

  settings(): ViewSettings {
    const { model, attachments, sendWithModifier } = this.options;
    const models = this.options.models();
    const current = model();
    const context = this.options.context();
    const editing = this.options.editing();
    const queued = this.#kept(QUEUED);
    const isKnown = models.some(({ id }) => id === current);
    return {
      signIn: this.#signIn,
      model: current,
      models: isKnown ? models : [...models, { id: current, label: current }],
      mode: this.#mode,
      hasFolder: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
      isTrusted: vscode.workspace.isTrusted,
      attachments: attachments(),
      sendWithModifier: sendWithModifier(),
      ...(context && { context }),
      ...(editing && { editing }),
      ...(queued !== '' && { queued }),
    };
  }

  /** Looks up anew what can't be known at once. */
  async refresh(): Promise<void> {
    this.#signIn = await this.options.signIn();
  }

  async changed(): Promise<void> {
    await this.refresh();
    this.options.onChange();
  }

  /** A mode that asks about nothing has to be confirmed. */
  async setMode(mode: ApprovalMode): Promise<void> {
    if (mode === 'yolo' && !(await (this.options.mayAllowAll() ? confirmYolo() : refuseYolo()))) {
      this.options.onChange();
      return;
    }
    this.#mode = mode;
    this.options.onChange();
  }

  /** Another chat begins in the mode of the settings: what was allowed in one is not allowed in the next. */
  endMode(): void {
    this.#mode = this.options.initialMode();
  }

  async setModel(model: string): Promise<void> {
    await this.options.saveModel(model);
    this.options.onChange();
  }

  /** Puts a name into the list of those that the person added, and picks it. */
  async addModel(name: string): Promise<void> {
    const models = this.options.models();
    if (!models.some(({ id }) => id === name)) await this.options.saveModels([...addedIn(models), name]);
    await this.setModel(name);
  }

  async removeModel(name: string): Promise<void> {
    await this.options.saveModels(addedIn(this.options.models()).filter(id => id !== name));
    this.options.onChange();
  }

  draft(): string {
    return this.#kept(DRAFT);
  }

  saveDraft(text: string): void {
    if (text !== this.draft()) this.options.kept.set(DRAFT, text === '' ? undefined : text);
  }

  /** Keeps a prompt for later, after what waits already. */
  queue(text: string): void {
    this.options.kept.set(QUEUED, [this.#kept(QUEUED), text].filter(Boolean).join('\n\n'));
    this.options.onChange();
  }

  /** The prompt that waits, which then waits no longer; empty: none does. */
  takeQueued(): string {
    const text = this.#kept(QUEUED);
    if (text === '') return '';
    this.options.kept.set(QUEUED, undefined);
    this.options.onChange();
    return text;
  }

  #kept(key: string): string {
    const text = this.options.kept.get(key);
    return typeof text === 'string' ? text : '';
  }
}

function addedIn(models: readonly ModelView[]): readonly string[] {
  return models.filter(({ isAdded }) => isAdded).map(({ id }) => id);
}

async function refuseYolo(): Promise<false> {
  await showWarningMessage(l10n.t('Your settings do not allow this mode (security.disableYoloMode).'));
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
        'Only protected files, and what destroys for good, are still asked about. This ends with the chat, or when you change it.',
      ),
    },
    l10n.t('Don’t allow'),
    allow,
  );
  return answer === allow;
}
