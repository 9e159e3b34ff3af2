import * as l10n from '@vscode/l10n';
import type { Check } from '../shared/check';
import type { NamedProxy } from '../shared/namedProxy';
import { describeProblem, isForced, type Configuration } from './configuration';
import type { Environment } from './expand';

type Found = Pick<Configuration, 'problems' | 'unused' | 'isTrusted' | 'origins'>;

/**
 * Checks for problems in settings files, names what is forced, and whether the folder's own files are used. `howToTrust`:
 * what trusts the folder, where no editor asks.
 */
export function checkSettings({ problems, unused, isTrusted, origins }: Found, howToTrust?: string): readonly Check[] {
  const serious = problems.filter(({ severity }) => severity !== 'hint').map(describeProblem);
  const name = l10n.t('Settings');
  const settings: Check =
    serious.length > 0
      ? { name, status: 'failed', detail: serious.join(' '), remedy: l10n.t('Correct these files.') }
      : unused === undefined
        ? { name, status: 'ok', detail: l10n.t('no problems') }
        : { name, status: 'ok', detail: l10n.t('set but not used: {0}', unused) };
  return [settings, ...forcedSettings(origins), checkTrust(isTrusted, howToTrust)];
}

/** What an administrator forces, as nobody else can change it. */
function forcedSettings(origins: Found['origins']): readonly Check[] {
  const forced = Object.keys(origins).filter(key => isForced({ origins }, key as keyof typeof origins));
  if (forced.length === 0) return [];
  return [{ name: l10n.t('Required by your administrator'), status: 'ok', detail: forced.sort().join(', ') }];
}

function checkTrust(isTrusted: boolean, howToTrust?: string): Check {
  const name = l10n.t('Trust');
  if (isTrusted) return { name, status: 'ok', detail: l10n.t('the folder is trusted') };
  const detail = l10n.t('the folder isn’t trusted: its settings, servers, hooks and commands are ignored');
  const remedy = howToTrust
    ? l10n.t('If you trust the folder’s source, use {0}.', howToTrust)
    : l10n.t('Trust the folder if you trust its source.');
  return { name, status: 'warning', detail, remedy };
}

/** The proxy that a request to the models goes through. Throws whatever `proxyFor` throws. */
export function checkProxies(proxyFor: (url: URL) => NamedProxy | undefined): Check {
  const name = l10n.t('Proxy');
  const proxy = proxyFor(new URL('https://generativelanguage.googleapis.com'));
  if (!proxy) return { name, status: 'ok', detail: l10n.t('none') };
  // The full address may contain a password.
  return { name, status: 'ok', detail: `${proxy.url.protocol}//${proxy.url.host} (${proxy.from})` };
}

/** Variables with a secret for access to models. */
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_CLOUD_ACCESS_TOKEN', 'GOOGLE_APPLICATION_CREDENTIALS'];

/** Where keys are stored, never their values. `stored`: other places that have one. */
export function checkKeys(variables: Environment, stored: readonly string[]): Check {
  const found = [...stored, ...KEYS.filter(name => variables[name])];
  return { name: l10n.t('Keys'), status: 'ok', detail: found.length > 0 ? found.join(', ') : l10n.t('none found') };
}
