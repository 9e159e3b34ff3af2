import type { CodeAssistAccess } from '../access';
import { createService, type ServiceOptions } from './service';
import { findProject } from './setup';

/** The remaining quota of a model; `resets` is undefined if the service doesn't report the time. */
export interface Quota {
  readonly model: string;
  /** A fraction from 0 to 1. */
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
 * The account's remaining quota, with the lowest value for each model; empty for an account that isn't set up yet.
 * Throws like `fetchAs`.
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
