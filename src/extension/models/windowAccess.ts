import * as l10n from '@vscode/l10n';
import type { Configuration } from '../../config/configuration';
import type { Log } from '../../agent/ports/log';
import type { PolluxSettings } from '../../config/settings';
import { EditorCallbacks } from '../../vscode/authentication/editorCallbacks';
import { createGoogleStore } from '../../vscode/authentication/googleStore';
import { registerAccount, registerCallbacks } from '../../vscode/authentication/registration';
import { showInformationMessage } from '../../vscode/plainWindow';
import { createApiKeyStore } from '../../vscode/secrets';
import { createHttpSettings } from '../../vscode/settings';
import { editorNamedProxyFor } from '../editorProxy';
import { createModelAccess, type ModelAccess, type ModelAccessOptions } from './modelAccess';

export interface WindowAccessOptions {
  readonly context: {
    readonly secrets: Parameters<typeof createApiKeyStore>[0];
    readonly globalState: ModelAccessOptions['memory'];
    readonly extension: { readonly id: string };
  };
  readonly home: string;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  readonly userAgent: string;
  readonly egress: ModelAccessOptions['egress'];
  readonly log: Log;
  /** Called when the user signed in or out, or the credentials changed. */
  readonly onChange: () => Promise<void>;
}

export type WindowAccess = ModelAccess & { readonly callbacks: EditorCallbacks };

/** Access to the models from this window, with its stores for keys and accounts and the callbacks for browsers. */
export function createWindowAccess({ context, ...options }: WindowAccessOptions): WindowAccess {
  const { secrets, globalState, extension } = context;
  const callbacks = new EditorCallbacks(extension.id, options.log);
  const stores = { apiKey: createApiKeyStore(secrets), googleStore: createGoogleStore(secrets) };
  const registration = registerCallbacks(callbacks);
  const access = createModelAccess({
    ...options,
    ...stores,
    memory: globalState,
    proxyFor: editorNamedProxyFor(process.env, createHttpSettings()),
    callbacks,
    register: registerAccount,
    showDiagnosis: detail => showInformationMessage(l10n.t('Sign-in diagnosis'), { modal: true, detail }),
  });
  return {
    ...access,
    callbacks,
    dispose() {
      access.dispose();
      registration.dispose();
      stores.apiKey.dispose();
      stores.googleStore.dispose();
    },
  };
}
