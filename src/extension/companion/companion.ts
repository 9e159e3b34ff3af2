import type { PolluxSettings } from '../../config/settings';
import type { Verdict } from '../../shared/proposals';
import { isInstalled, onTerminal } from '../../vscode/terminalWindow';
import type { Companion, CompanionOptions } from './windowCompanion';

/** What Google ships for the same: two of them would take each other's place. */
const GOOGLE_COMPANION = 'google.gemini-cli-vscode-ide-companion';

/**
 * Lets Gemini CLI in the terminals of this window work with Pollux's change review. Nothing of it is loaded before there is
 * a terminal.
 */
export function createCompanion(options: CompanionOptions & { readonly settings: () => PolluxSettings }) {
  let started: Promise<Companion> | undefined;
  let companion: Companion | undefined;
  const start = async () => {
    const { settings, log } = options;
    const wish = settings().companion;
    const isWanted = wish === 'on' || (wish === 'auto' && !isInstalled(GOOGLE_COMPANION));
    if (!isWanted || started) return;
    const { startCompanion } = await import('./windowCompanion');
    started ??= startCompanion(options);
    companion = await started.catch((error: unknown) => {
      log.error('Gemini CLI can’t work with this editor', error);
      return undefined;
    });
  };
  const opening = onTerminal(() => void start());
  return {
    /** The user's decision on a change under review; false: the change is not Gemini CLI's. */
    decide: (key: string, verdict: Verdict) => companion?.decide(key, verdict) ?? false,
    async close(): Promise<void> {
      opening.dispose();
      await (await started?.catch(() => undefined))?.dispose();
    },
  };
}
