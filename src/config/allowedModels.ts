import * as l10n from '@vscode/l10n';
import type { ModelFailure } from '../agent/ports/model';
import type { GeminiSettings } from './geminiSettings';

/** Whether a model may be used according to the administrator's list of names, in which `*` matches any text. */
export function isModelAllowed(model: string, settings: Pick<GeminiSettings, 'admin.models.allowed'>): boolean {
  const allowed = settings['admin.models.allowed'];
  return allowed.length === 0 || allowed.some(pattern => patternOf(pattern).test(model));
}

/** Why a model may not be used; undefined if it may. */
export function forbiddenModel(
  model: string,
  settings: Pick<GeminiSettings, 'admin.models.allowed'>,
): ModelFailure | undefined {
  if (isModelAllowed(model, settings)) return undefined;
  const message = l10n.t(
    'Your administrator doesn’t allow the model {0} (setting “{1}”). Choose another one.',
    model,
    'admin.models.allowed',
  );
  return { kind: 'forbidden', message, isPermanent: true };
}

function patternOf(pattern: string): RegExp {
  const words = pattern
    .trim()
    .split('*')
    .map(word => word.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${words.join('.*')}$`, 'i');
}
