import type { ContentGenerator, GenerationSettings } from './model';
import type { Route } from './router';
import type { UtilityModel } from './utilityModel';

/** The models of one session. */
export interface SessionModels {
  readonly generator: ContentGenerator;
  /** For one-off questions besides the conversation. */
  readonly utilityModel: UtilityModel;
  /** The one that answers now. */
  readonly model: () => string;
  /** How its answers are made; absent: as it is usual for a conversation. */
  readonly generation?: () => GenerationSettings;
  /** Chooses the model for a prompt before it is sent; `model` then gives it. Absent: there is nothing to choose. */
  readonly route?: Route;
  /** The model behind a name or an alias, and how its answers are made. Absent: names are names. */
  readonly named?: (name: string) => { readonly model: string; readonly generation?: GenerationSettings };
  /** How many tokens a model takes. */
  readonly inputLimit: (model: string) => number;
}
