import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { EnvironmentSettings } from '../../config/environment';
import type { CodeAssistAccess } from '../../gemini/access';
import type { ControlsMemory } from '../../gemini/controlsWatch';
import { findAccess } from '../../gemini/findAccess';
import { createControlsFile, type ControlsFile } from '../../node/credentials/keptControls';
import { SignInError } from '../../shared/errors';
import { createAccessSources } from './access';
import type { Flags } from '../flags';
import { loadConfiguration } from './headlessConfiguration';
import { createHeadlessEgress } from './headlessEgress';

/** Stores the controls of an account's organization between runs. */
export function controlsMemory(environment: EnvironmentSettings): ControlsMemory {
  return {
    read: access => fileOf(environment, access).read(Date.now()),
    save: (access, controls) => fileOf(environment, access).save(controls && { ...controls, askedAt: Date.now() }),
  };
}

function fileOf(
  { home = homedir() }: EnvironmentSettings,
  { account, project, endpoint }: CodeAssistAccess,
): ControlsFile {
  return createControlsFile(home, [account, project, endpoint]);
}

/**
 * Like `loadConfiguration`, for commands that use no model and therefore don't fetch the organization's controls: the
 * stored ones apply.
 */
export async function loadKeptConfiguration(flags: Flags, err: (text: string) => void): Promise<Configuration> {
  const configuration = await loadConfiguration(flags, err);
  const access = await accountOf(configuration);
  const kept = access && (await fileOf(configuration.environment, access).read(Date.now()));
  if (!kept) return configuration;
  configuration.control(kept.settings);
  if (kept.off.length > 0) err(`pollux: ${saidBefore({ off: kept.off.join(', '), askedAt: kept.askedAt })}\n`);
  return configuration;
}

/** Describes stored controls that apply because they weren't fetched now. */
export function saidBefore({ off, askedAt }: { readonly off: string; readonly askedAt: number }): string {
  const when = new Date(askedAt).toISOString().slice(0, 16).replace('T', ' ');
  const what = off === '' ? 'nothing is turned off' : `turned off are ${off}`;
  return `Your administrator's settings of ${when} UTC apply: ${what}.`;
}

async function accountOf(configuration: Configuration): Promise<CodeAssistAccess | undefined> {
  try {
    const sources = createAccessSources(configuration, createHeadlessEgress(configuration), () => undefined);
    const { access } = await findAccess(sources);
    return access.via === 'codeAssist' ? access : undefined;
  } catch (error) {
    if (error instanceof SignInError) return undefined; // there is no account
    throw error;
  }
}
