import type { CodeAssistAccess } from '../access';
import { createService, type ServiceOptions } from './service';
import { findProject } from './setup';

/** What is left of a model's requests; `resets` is undefined where the service does not say when. */
export interface Quota {
  readonly model: string;
  /** From 0 to 1. */
  readonly left: number;
  readonly resets?: Date;
}

interface QuotaAnswer {
  readonly buckets?: readonly {
    readonly modelId?: string;
    readonly remainingFraction?: number;
    readonly resetTime?: string;
  }[];
}

/**
 * What is left of the account's quota, of each model the scarcest; empty for an account that is not set up yet. Throws as
 * `fetchAs` does.
 */
export async function readQuota(
  access: CodeAssistAccess,
  options: ServiceOptions,
  signal: AbortSignal,
): Promise<readonly Quota[]> {
  const service = createService(access, options);
  const project = await findProject({ service, project: access.project }, signal);
  if (project === undefined) return [];
  const { buckets = [] } = await service.call<QuotaAnswer>('retrieveUserQuota', { project }, signal);
  const scarcest = new Map<string, Quota>();
  for (const { modelId: model, remainingFraction: left, resetTime } of buckets) {
    if (model === undefined || typeof left !== 'number' || left >= (scarcest.get(model)?.left ?? Infinity)) continue;
    const resets = new Date(resetTime ?? '');
    scarcest.set(model, { model, left, ...(!Number.isNaN(resets.getTime()) && { resets }) });
  }
  return [...scarcest.values()];
}
