import type { Usage } from '../../shared/messages';
import type { JsonSchema } from './toolDeclaration';
import type { Grounding, ModelFailure, OnSilence, Replaced, ServiceTool } from './model';

/** The jobs outside the conversation; each may have its own model and settings. */
export type UtilityJob =
  | 'editFixer'
  | 'webFetch'
  | 'webSearch'
  | 'summary'
  | 'nextSpeaker'
  | 'loopCheck'
  | 'loopConfirm'
  | 'classifier'
  | 'sampling'
  | 'commitMessage';

export interface UtilityRequest {
  readonly job: UtilityJob;
  readonly system: string;
  readonly prompt: string;
  readonly responseSchema?: JsonSchema;
  readonly serviceTools?: readonly ServiceTool[];
  readonly onSilence?: OnSilence;
  readonly promptId?: string;
}

/** `text` is JSON where a schema was given, but not validated against it. */
export type UtilityReply = UtilityCost &
  (
    | { readonly ok: true; readonly text: string; readonly grounding?: Grounding }
    | { readonly ok: false; readonly failure: ModelFailure }
  );

/** What a question cost, whether it was answered or not. */
interface UtilityCost {
  /** The model that was asked last. */
  readonly model?: string;
  readonly replaced?: Replaced;
  /** How often it was asked again because its answer could not be parsed. Absent: never. */
  readonly repeats?: number;
  /** Of all its answers. */
  readonly usage?: Usage;
}

/** A model for one-off questions. Nothing here throws or rejects: failure is a value. */
export interface UtilityModel {
  ask(request: UtilityRequest, signal: AbortSignal): Promise<UtilityReply>;
}
