import * as l10n from '@vscode/l10n';
import type { Log } from '../../agent/ports/log';
import type { NoteWindowFact } from '../../agent/ports/telemetry';
import { isModelAllowed } from '../../config/allowedModels';
import type { Configuration } from '../../config/configuration';
import type { PolluxSettings } from '../../config/settings';
import { BUILT_IN_ALIASES, resolveConversation, type ResolvedModel } from '../../gemini/modelConfigs';
import { DEFAULT_MODEL, MODELS } from '../../gemini/models';
import { AUTO, ModelRouter, type ModelRouterOptions } from '../../gemini/routing';
import type { ModelView } from '../../shared/protocol';

export interface WindowModelsOptions {
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  readonly note: NoteWindowFact;
  readonly log: Log;
}

/** The window's models: the default for new chats, the list to choose from, and what names resolve to. */
export interface WindowModels {
  /** The name or alias of the default model for new chats. */
  readonly chosen: () => string;
  /** The models of the built-in table, aliases from the settings, and models that the user added. */
  readonly all: () => readonly ModelView[];
  /** The model behind a name, with its generation settings. */
  resolve(name: string): ResolvedModel;
  /** Creates the router of a new session, which remembers its own latest choice. */
  openRouter(chat: RoutedChat): ModelRouter;
}

/** The parts of a chat that its model router reads. */
export type RoutedChat = Pick<ModelRouterOptions, 'name' | 'mode' | 'availableFor'>;

export function createWindowModels(options: WindowModelsOptions): WindowModels {
  const { configuration, settings, note, log } = options;
  const chosen = () => configuration.settings['model.name'] || DEFAULT_MODEL;
  return {
    chosen,
    all() {
      const added = settings().models.map(id => ({ id, label: id, isAdded: true }));
      const aliases = [...configuration.modelConfigs.aliases.keys()].filter(name => !BUILT_IN_ALIASES.has(name));
      const own = [
        ...MODELS.map(({ id, label }) => ({ id, label })),
        { id: AUTO, label: l10n.t('Automatic') },
        ...aliases.map(id => ({ id, label: id })),
      ];
      const all = [...own, ...added.filter(({ id }) => !own.some(each => each.id === id))];
      // Aliases and `auto` are checked by the model they resolve to, when it is requested.
      const isName = (id: string) => MODELS.some(each => each.id === id) || added.some(each => each.id === id);
      return all.filter(({ id }) => !isName(id) || isModelAllowed(id, configuration.settings));
    },
    resolve: name => resolveConversation(configuration.modelConfigs, name),
    openRouter: ({ mode, ...chat }) =>
      new ModelRouter({
        ...chat,
        mode: () => (mode() === 'plan' && !configuration.settings['general.plan.modelRouting'] ? 'default' : mode()),
        settings,
        onFailure: (strategy, error) => {
          log.error(`The model could not be chosen by ${strategy}`, error);
          note({ type: 'routingFailed', strategy });
        },
      }),
  };
}
