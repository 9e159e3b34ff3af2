import * as l10n from '@vscode/l10n';
import type { ContentGenerator, ModelFailure } from '../agent/ports/model';
import { failureOf } from './failures';
import type { FoundAccess } from './findAccess';

export interface DiagnosisOptions {
  readonly find: () => Promise<FoundAccess>;
  readonly generator: ContentGenerator;
  readonly model: string;
}

/** One hop on the way to an answer. `problem`: this is where it fails, and no later hop was tried. */
export interface Hop {
  readonly name: string;
  /** What was found there; never a secret. */
  readonly found: string;
  readonly problem?: ModelFailure;
}

/** Goes the way of a request hop by hop: the way in, the credentials, and one small request to the model. */
export async function diagnoseSignIn(options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Hop[]> {
  const hops: Hop[] = [];
  const way = l10n.t('Sign-in');
  try {
    const { access, from } = await options.find();
    hops.push({ name: way, found: `${access.via} (${from})` });
    const address = access.via === 'codeAssist' ? access.endpoint : access.baseUrl;
    hops.push({ name: l10n.t('Address'), found: address ?? l10n.t('Google’s own') });
    if (!('tokens' in access)) hops.push({ name: l10n.t('Credentials'), found: l10n.t('An API key') });
    else {
      await access.tokens.get();
      hops.push({ name: l10n.t('Credentials'), found: l10n.t('An access token') });
    }
  } catch (error) {
    const problem = failureOf(error, signal);
    return [...hops, { name: hops.length === 0 ? way : l10n.t('Credentials'), found: '', problem }];
  }
  return [...hops, await tryModel(options, signal)];
}

async function tryModel({ generator, model }: DiagnosisOptions, signal: AbortSignal): Promise<Hop> {
  const parts = [{ type: 'text', text: 'Hello' }] as const;
  const messages = [{ id: 'diagnosis', at: 0, role: 'user', parts }] as const;
  const counted = await generator.countTokens({ model, system: '', messages, tools: [] }, signal);
  const hop = { name: l10n.t('Model'), found: model };
  return 'failure' in counted ? { ...hop, problem: counted.failure } : hop;
}

/** As lines of text, the failing one last. */
export function describeHops(hops: readonly Hop[]): string {
  return hops
    .map(({ name, found, problem }) => {
      const mark = problem ? '✗' : '✓';
      const reason = problem && [problem.message, problem.detail].filter(each => each !== undefined).join(' — ');
      return [`${mark} ${name}`, found, reason].filter(each => each !== undefined && each !== '').join(': ');
    })
    .join('\n');
}
