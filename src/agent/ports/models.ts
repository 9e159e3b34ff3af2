import type { ContentGenerator, GenerationSettings } from './model';
import type { Route } from './router';
import type { UtilityModel } from './utilityModel';

/** The models of one session. */
export interface SessionModels {
  readonly generator: ContentGenerator;
  /** For one-off questions outside the conversation. */
  readonly utilityModel: UtilityModel;
  /** The model that currently answers. */
  readonly model: () => string;
  /** How its answers are generated. Absent: the defaults for a conversation. */
  readonly generation?: () => GenerationSettings;
  /** Chooses the model for a prompt before it is sent; `model` then returns it. Absent: there is nothing to choose. */
  readonly route?: Route;
  /** The model and generation settings for a name or an alias. Absent: there are no aliases. */
  readonly named?: (name: string) => { readonly model: string; readonly generation?: GenerationSettings };
  /** The maximum number of input tokens of a model. */
  readonly inputLimit: (model: string) => number;
}
