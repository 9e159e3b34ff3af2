import type { PolluxSettings } from '../../config/settings';
import type { Verdict } from '../../shared/proposals';
import { isInstalled, onTerminal } from '../../vscode/terminal/terminalWindow';
import type { Companion, CompanionOptions } from './windowCompanion';

/** Google's extension for the same purpose; two companions in one window would replace each other. */
const GOOGLE_COMPANION = 'google.gemini-cli-vscode-ide-companion';

/**
 * Lets Gemini CLI in the terminals of this window use Pollux's change review. Nothing is loaded before a terminal
 * exists.
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
    /** Passes on the user's decision on a change under review. Returns false if the change isn't Gemini CLI's. */
    decide: (key: string, verdict: Verdict) => companion?.decide(key, verdict) ?? false,
    async close(): Promise<void> {
      opening.dispose();
      await (await started?.catch(() => undefined))?.dispose();
    },
  };
}
