import * as l10n from '@vscode/l10n';
import type { ContentGenerator, ModelFailure } from '../agent/ports/model';
import type { CodeAssistAccess, ModelAccess } from './access';
import type { Quota } from './codeAssist/quota';
import { failureOf } from './failures';
import type { FoundAccess } from './findAccess';

const KEY_QUOTAS = 'https://aistudio.google.com/usage';
const VERTEX_QUOTAS = 'https://console.cloud.google.com/iam-admin/quotas';

export interface DiagnosisOptions {
  readonly find: () => Promise<FoundAccess>;
  readonly generator: ContentGenerator;
  readonly model: string;
  /** Returns the remaining quota of a Google account; may throw. */
  readonly quota: (access: CodeAssistAccess, signal: AbortSignal) => Promise<readonly Quota[]>;
  /** Describes how the browser would return from a sign-in with Google; undefined if it can't. May throw. */
  readonly wayBack?: () => Promise<string | undefined>;
}

/** One step of the diagnosis. `problem`: the step failed, and later ones were not tried. */
export interface Hop {
  readonly name: string;
  /** The result; never contains a secret. */
  readonly found: string;
  readonly problem?: ModelFailure;
}

/** Checks each step of a request: the sign-in method, the credentials, and one small request to the model. */
export async function diagnoseSignIn(options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Hop[]> {
  const hops: Hop[] = [];
  let askQuota: () => Promise<readonly Hop[]>;
  const way = l10n.t('Sign-in');
  try {
    const { access, from } = await options.find();
    hops.push({ name: way, found: [wayText(access), placeText(from)].filter(Boolean).join(', ') });
    askQuota = () => quotaOf(access, from, options, signal);
    if (access.via === 'codeAssist') {
      hops.push(...(await askWayBack(options, signal)));
    }
    const address = access.via === 'codeAssist' ? access.endpoint : access.baseUrl;
    hops.push({ name: l10n.t('Address'), found: address ?? l10n.t('Google’s own') });
    if (access.via === 'gateway') hops.push({ name: l10n.t('Credentials'), found: l10n.t('None: no key is sent') });
    else if (!('tokens' in access)) hops.push({ name: l10n.t('Credentials'), found: l10n.t('An API key') });
    else {
      await access.tokens.get();
      hops.push({ name: l10n.t('Credentials'), found: l10n.t('An access token') });
    }
  } catch (error) {
    const problem = failureOf(error, signal);
    if (hops.length > 0) return [...hops, { name: l10n.t('Credentials'), found: '', problem }];
    return [...(await askWayBack(options, signal)), { name: way, found: '', problem }];
  }
  const answer = await tryModel(options, signal);
  return [...hops, answer, ...(answer.problem ? [] : await askQuota())];
}

function wayText({ via }: ModelAccess): string {
  if (via === 'codeAssist') return l10n.t('Google account');
  return via === 'apiKey' ? l10n.t('Gemini API key') : l10n.t('Vertex AI');
}

/** The source of the sign-in, unless its name already says it. */
function placeText(from: FoundAccess['from']): string {
  if (from === 'google') return '';
  if (from === 'demo') return l10n.t('of the demo');
  return from === 'key' ? l10n.t('kept by Pollux') : l10n.t('from the environment');
}

/** Never reports a problem, because an existing sign-in doesn't need the browser. */
async function askWayBack({ wayBack }: DiagnosisOptions, signal: AbortSignal): Promise<Hop[]> {
  const name = l10n.t('Return from the browser');
  try {
    const found = await wayBack?.();
    return found === undefined ? [] : [{ name, found }];
  } catch (error) {
    return [{ name, found: failureOf(error, signal).message }];
  }
}

/** Never reports a problem, because the sign-in works without it. Only an account can ask how much is left. */
async function quotaOf(
  access: ModelAccess,
  from: FoundAccess['from'],
  { quota }: DiagnosisOptions,
  signal: AbortSignal,
): Promise<readonly Hop[]> {
  if (from === 'demo' || access.via === 'gateway') return [];
  const name = l10n.t('Quota');
  if (access.via === 'codeAssist') return [await accountQuota(name, access, quota, signal)];
  const page = access.via === 'apiKey' ? KEY_QUOTAS : VERTEX_QUOTAS;
  return [{ name, found: l10n.t('To see how much is left, open {0}', page) }];
}

async function accountQuota(
  name: string,
  account: CodeAssistAccess,
  quota: DiagnosisOptions['quota'],
  signal: AbortSignal,
): Promise<Hop> {
  try {
    const all = await quota(account, signal);
    return { name, found: all.length > 0 ? all.map(describeQuota).join('; ') : l10n.t('not known') };
  } catch (error) {
    const { message, detail } = failureOf(error, signal);
    return { name, found: l10n.t('not known ({0})', detail ?? message) };
  }
}

function describeQuota({ model, left, resets }: Quota): string {
  const percent = `${Math.floor(left * 100)} %`;
  if (!resets) return l10n.t('{0}: {1} left', model, percent);
  return l10n.t('{0}: {1} left, resets {2}', model, percent, resets.toLocaleString());
}

async function tryModel({ generator, model }: DiagnosisOptions, signal: AbortSignal): Promise<Hop> {
  const parts = [{ type: 'text', text: 'Hello' }] as const;
  const messages = [{ id: 'diagnosis', at: 0, role: 'user', parts }] as const;
  const counted = await generator.countTokens({ model, system: '', messages, tools: [] }, signal);
  const hop = { name: l10n.t('Model'), found: model };
  return 'failure' in counted ? { ...hop, problem: counted.failure } : hop;
}

/** The hops as lines of text; a failed one is the last. */
export function describeHops(hops: readonly Hop[]): string {
  return hops
    .map(({ name, found, problem }) => {
      const mark = problem ? '✗' : '✓';
      const reason = problem && [problem.message, problem.detail].filter(each => each !== undefined).join(' — ');
      return [`${mark} ${name}`, found, reason].filter(each => each !== undefined && each !== '').join(': ');
    })
    .join('\n');
}
