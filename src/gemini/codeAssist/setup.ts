import * as l10n from '@vscode/l10n';
import type { ModelFailure } from '../../agent/ports/model';
import { HttpError, readApiError } from '../apiError';
import { ModelError, googleLink } from '../failures';
import type { Service } from './service';

export interface SetupOptions {
  readonly service: Service;
  /** The user's own Google Cloud project. */
  readonly project: string | undefined;
  /** Resolves after `ms`, or immediately when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Tier {
  readonly id?: string;
  readonly isDefault?: boolean;
}

interface IneligibleTier {
  readonly reasonCode?: string;
  readonly reasonMessage?: string;
  readonly validationUrl?: string;
}

interface LoadAnswer {
  readonly currentTier?: Tier;
  readonly allowedTiers?: readonly Tier[];
  readonly ineligibleTiers?: readonly IneligibleTier[];
  readonly cloudaicompanionProject?: string;
}

interface Operation {
  readonly name?: string;
  readonly done?: boolean;
  readonly response?: { readonly cloudaicompanionProject?: { readonly id?: string } };
  readonly error?: { readonly code?: number; readonly message?: string };
}

const FREE_TIER = 'free-tier';
const STANDARD_TIER = 'standard-tier';
const LEGACY_TIER = 'legacy-tier';

const POLL_MS = 5000;
/** Setup normally takes seconds; after this many polls, it counts as failed. */
const MOST_POLLS = 60;

/**
 * Sets the account up if necessary, and returns its project. Throws `ModelError` with advice for the user if the
 * account can't have one.
 */
export async function setUpAccount(options: SetupOptions, signal: AbortSignal): Promise<string> {
  const { service, project } = options;
  if (project !== undefined && /^\d+$/.test(project)) {
    throw refused(l10n.t('“{0}” is the number of a Google Cloud project; use its ID.', project));
  }
  const loaded = await load(service, project, signal);
  if (loaded.currentTier) return loaded.cloudaicompanionProject ?? project ?? needProject();
  const { allowedTiers = [], ineligibleTiers = [] } = loaded;
  const [reason] = ineligibleTiers;
  const verification = ineligibleTiers.find(({ reasonCode }) => reasonCode === 'VALIDATION_REQUIRED');
  if (verification) throw mustValidate(verification);
  if (reason && allowedTiers.length === 0) throw ineligible(reason);
  const tier = allowedTiers.find(({ isDefault }) => isDefault === true)?.id ?? LEGACY_TIER;
  return (await onboard(options, tier, signal)) ?? project ?? (reason ? fail(ineligible(reason)) : needProject());
}

/** The account's project; undefined if the account isn't set up yet. Doesn't set it up. */
export async function findProject(
  { service, project }: Pick<SetupOptions, 'service' | 'project'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { currentTier, cloudaicompanionProject } = await load(service, project, signal);
  return currentTier && (cloudaicompanionProject ?? project);
}

async function load(service: Service, project: string | undefined, signal: AbortSignal): Promise<LoadAnswer> {
  try {
    return (await service.call<LoadAnswer | null>('loadCodeAssist', withProject(project), signal)) ?? {};
  } catch (error) {
    // An organization's service perimeter blocks this method; such accounts have the standard tier.
    if (isPerimeter(error)) return { currentTier: { id: STANDARD_TIER } };
    throw error;
  }
}

/** Resolves to the project that the service created for the account, if any. */
async function onboard(options: SetupOptions, tierId: string, signal: AbortSignal): Promise<string | undefined> {
  const { service, wait } = options;
  // The free tier has a project of its own and refuses any other.
  const project = tierId === FREE_TIER ? undefined : (options.project ?? needProject());
  let operation = await service.call<Operation>('onboardUser', { tierId, ...withProject(project) }, signal);
  for (let poll = 1; operation.done !== true; poll++) {
    const { name } = operation;
    if (name === undefined || poll > MOST_POLLS) throw new ModelError(neverReady());
    await wait(POLL_MS, signal);
    signal.throwIfAborted();
    operation = await service.operation<Operation>(name, signal);
  }
  if (operation.error) throw refused(operation.error.message ?? '');
  return operation.response?.cloudaicompanionProject?.id;
}

function withProject(project: string | undefined): object {
  const metadata = { ideType: 'VSCODE', platform: 'PLATFORM_UNSPECIFIED', pluginType: 'GEMINI' };
  return project === undefined
    ? { metadata }
    : { cloudaicompanionProject: project, metadata: { ...metadata, duetProject: project } };
}

function isPerimeter(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    readApiError(error.status, error.body).details.some(({ reason }) => reason === 'SECURITY_POLICY_VIOLATED')
  );
}

function needProject(): never {
  throw refused(
    l10n.t(
      'This account needs a Google Cloud project. Put its ID into the setting “pollux.google.project” or the variable GOOGLE_CLOUD_PROJECT.',
    ),
  );
}

function fail(error: Error): never {
  throw error;
}

function mustValidate({ reasonMessage, validationUrl }: IneligibleTier): ModelError {
  const link = googleLink([validationUrl]);
  return new ModelError({
    kind: 'validation',
    message: l10n.t('Google asks you to verify your account before you can continue.'),
    ...(reasonMessage !== undefined && { detail: reasonMessage }),
    ...(link !== undefined && { link }),
  });
}

function ineligible({ reasonCode = 'UNKNOWN', reasonMessage }: IneligibleTier): ModelError {
  return refused(l10n.t('This Google account may not use Gemini Code Assist ({0}).', reasonCode), reasonMessage);
}

function refused(message: string, detail?: string): ModelError {
  return new ModelError({ kind: 'forbidden', message, ...(detail !== undefined && { detail }) });
}

function neverReady(): ModelFailure {
  return { kind: 'overloaded', message: l10n.t('Google didn’t finish setting up the account.') };
}
