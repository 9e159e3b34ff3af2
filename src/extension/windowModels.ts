import * as l10n from '@vscode/l10n';
import type { Log } from '../agent/ports/log';
import type { NoteWindowFact } from '../agent/ports/telemetry';
import { isModelAllowed } from '../config/allowedModels';
import type { Configuration } from '../config/configuration';
import type { PolluxSettings } from '../config/settings';
import { BUILT_IN_ALIASES, resolveConversation, type ResolvedModel } from '../gemini/modelConfigs';
import { DEFAULT_MODEL, MODELS } from '../gemini/models';
import { AUTO, ModelRouter, type ModelRouterOptions } from '../gemini/routing';
import type { ModelView } from '../shared/protocol';

export interface WindowModelsOptions {
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  readonly note: NoteWindowFact;
  readonly log: Log;
}

/** The models of this window: which one new chats have, which there are, and what a name stands for. */
export interface WindowModels {
  /** The name of a model, or an alias of one. */
  readonly chosen: () => string;
  /** Those of the table, aliases of the settings, and those the person added. */
  readonly all: () => readonly ModelView[];
  /** The model behind a name, and how its answers are made. */
  resolve(name: string): ResolvedModel;
  /** For a new session: what it chose last is its own. */
  openRouter(chat: RoutedChat): ModelRouter;
}

/** What a router asks of the chat that it chooses for. */
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
      // An alias or `auto` is checked by what it stands for, once it is asked.
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
