import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NoteWindowFact } from '../../agent/ports/telemetry';
import type { ApprovalMode, ModelView } from '../../shared/protocol';
import { SignInError } from '../../shared/errors';
import type { GoogleSignIn } from '../../vscode/authentication/googleSignIn';
import type { ApiKeyStore } from '../../vscode/secrets';
import type { ChatRegistry } from '../chatRegistry';
import { pickModel } from './modelPicker';
import type { ModelQuota } from '../quotaText';
import type { ViewState } from '../surfaces/viewState';
import { showErrorMessage, showInformationMessage, showInputBox, showQuickPick } from '../../vscode/plainWindow';

export interface CommandContext {
  readonly chats: ChatRegistry;
  readonly view: ViewState;
  readonly access: {
    readonly apiKey: ApiKeyStore;
    readonly google: GoogleSignIn;
    setDemo(isOn: boolean): Promise<void>;
    /** Remembers how the user last signed in; undefined: forgets it. */
    choose(method: 'apiKey' | 'google' | 'vertexAi' | undefined): Promise<void>;
    /** Each model's remaining quota; empty if unknown. */
    quota(signal: AbortSignal): Promise<readonly ModelQuota[]>;
  };
  /** Shows how Pollux signs in, and resolves with the same text. */
  readonly diagnose: () => Promise<string>;
  readonly models: () => readonly ModelView[];
  /** Shows the panel with the caret in the message box. */
  readonly compose: () => Promise<void>;
  /** See `PanelFocus.watch`. */
  readonly watch: () => () => boolean;
  readonly showLog: () => void;
  readonly note: NoteWindowFact;
}

/** The commands about the conversation as a whole, by their ids without the prefix. */
export function createChatCommands(context: CommandContext) {
  const { chats, view, access, models, compose, watch, note } = context;
  const { apiKey, google } = access;
  /** Stores a secret, and notes whether that worked: this shows if the editor has a keychain. */
  const stored = async (store: () => Promise<void>) => {
    let isAvailable = false;
    try {
      await store();
      isAvailable = true;
    } finally {
      note({ type: 'keychain', isAvailable });
    }
  };
  return {
    newChat: async () => {
      chats.newChat();
      await compose();
    },
    focusChat: compose,
    stop: async () => chats.active.stop(),
    compress: async () => {
      const { session } = chats.active;
      if (!session.state.isRunning) await session.compress();
    },
    showLog: async () => context.showLog(),
    startDemo: async () => {
      await access.setDemo(true);
      await compose();
    },
    setApiKey: async () => {
      const key = await askForKey();
      if (key === undefined) return;
      await access.setDemo(false);
      await stored(() => apiKey.store(key));
      await access.choose('apiKey');
      note({ type: 'onboarding', step: 'success', authType: 'apiKey' });
      await compose();
    },
    signInWithGoogle: async () => {
      // Signing in takes minutes in a browser, and the user may have continued elsewhere before it ends.
      const isStill = watch();
      if (!(await tellProblem(() => google.signIn()))) return;
      await access.setDemo(false);
      await access.choose('google');
      note({ type: 'onboarding', step: 'success', authType: 'google' });
      if (isStill()) await compose();
    },
    useVertexAi: async () => {
      await access.setDemo(false);
      await access.choose('vertexAi');
      await vscode.commands.executeCommand('workbench.action.openSettings', 'pollux.google');
    },
    diagnoseSignIn: context.diagnose,
    signIn: async () => {
      note({ type: 'onboarding', step: 'start' });
      const setKey = { label: l10n.t('Enter a Gemini API key'), command: 'pollux.setApiKey' };
      const account = { label: l10n.t('Sign in with Google'), command: 'pollux.signInWithGoogle' };
      const vertex = { label: l10n.t('Use Vertex AI'), command: 'pollux.useVertexAi' };
      const demo = { label: l10n.t('Try the demo, without a key'), command: 'pollux.startDemo' };
      const ways = [setKey, account, vertex, demo];
      const picked = await showQuickPick(ways, { title: l10n.t('Sign in to Gemini') });
      if (picked) await vscode.commands.executeCommand(picked.command);
    },
    signOut: async () => {
      await access.setDemo(false);
      await Promise.all([apiKey.delete(), google.signOut()]);
      await access.choose(undefined);
      void showInformationMessage(l10n.t('Signed out: keys and accounts were deleted here.'));
    },
    /** `name`: the model, if it was typed. */
    selectModel: async (name?: unknown) => {
      const chat = chats.active;
      const said = () => l10n.t('This chat uses the model {0} from now on.', chat.model);
      if (typeof name === 'string') {
        await view.addModel(chat, name);
        return said();
      }
      const picked = await pickModel({
        models,
        current: chat.model,
        remove: name => view.removeModel(name),
        quota: signal => access.quota(signal),
      });
      if (picked === undefined) return undefined;
      if (picked.isNew) await view.addModel(chat, picked.name);
      else await view.setModel(chat, picked.name);
      return said();
    },
    selectMode: async () => {
      const chat = chats.active;
      const mode = await pickMode(chat.mode);
      if (!mode) return undefined;
      await view.setMode(chat, mode);
      // The user may have declined the mode that allows everything.
      return chat.mode === mode ? l10n.t('The mode of this chat is now “{0}”.', modeItem(mode).label) : undefined;
    },
  };
}

/** Returns the result of `work`. If the sign-in fails, shows the error and returns undefined. */
async function tellProblem<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    void showErrorMessage(error.message);
    return undefined;
  }
}

async function askForKey(): Promise<string | undefined> {
  const key = await showInputBox({
    title: l10n.t('Gemini API key'),
    prompt: l10n.t('It’s stored in the editor’s secret storage. Get one at aistudio.google.com.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: text => (/^\S+$/.test(text.trim()) ? undefined : l10n.t('A key has no spaces.')),
  });
  return key?.trim() || undefined;
}

async function pickMode(current: ApprovalMode): Promise<ApprovalMode | undefined> {
  const modes: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
  const items = modes.map(mode => ({
    ...modeItem(mode),
    mode,
    ...(mode === current && { description: l10n.t('in use') }),
  }));
  return (await showQuickPick(items, { title: l10n.t('Mode') }))?.mode;
}

function modeItem(mode: ApprovalMode): { readonly label: string; readonly detail: string } {
  switch (mode) {
    case 'default':
      return { label: l10n.t('Ask first'), detail: l10n.t('Ask before every edit and every command') };
    case 'autoEdit':
      return {
        label: l10n.t('Edit freely'),
        detail: l10n.t('Edit files without asking in this chat, except protected ones; ask before commands'),
      };
    case 'plan':
      return { label: l10n.t('Plan only'), detail: l10n.t('Read and plan only; change nothing') };
    case 'yolo':
      return {
        label: l10n.t('Run everything'),
        detail: l10n.t(
          'Edit and run without asking in this chat, unless data would be destroyed permanently; dangerous',
        ),
      };
    default:
      return mode satisfies never;
  }
}
