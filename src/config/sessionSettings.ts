import * as l10n from '@vscode/l10n';
import type { EnvironmentFacts, SessionSettings } from '../agent/ports/sessionSettings';
import type { GeminiKey, GeminiSettings } from './geminiSettings';
import { charactersOf } from './toolRows';
import { turnsOf } from './generalRows';
import { budgetsOf, type PolluxSettings } from './settings';

export interface SettingsOfHost {
  /** The settings from Gemini CLI's files. */
  readonly gemini: () => GeminiSettings;
  /** Whether an administrator has set a setting. Absent: none is. */
  readonly isForced?: (key: GeminiKey) => boolean;
  /** Pollux's own settings. */
  readonly own: () => PolluxSettings;
  readonly mode: SessionSettings['mode'];
  readonly setMode: SessionSettings['setMode'];
  readonly canAsk: boolean;
  readonly environment: () => EnvironmentFacts;
  readonly editor?: SessionSettings['editor'];
}

/** The settings for a session of either host. */
export function sessionSettingsOf({
  gemini,
  isForced = () => false,
  own,
  mode,
  setMode,
  canAsk,
  environment,
  editor,
}: SettingsOfHost): SessionSettings {
  return {
    mode,
    setMode,
    canAsk,
    environment,
    ...(editor && { editor }),
    mayRemember: () => canAsk && !gemini()['security.disableAlwaysAllow'],
    whyNotRemember: () => {
      const key = 'security.disableAlwaysAllow';
      if (isForced(key) || isForced('admin.secureModeEnabled')) {
        return l10n.t('Your administrator has removed “Always allow”.');
      }
      return l10n.t('Your settings disable “Always allow” ({0}).', key);
    },
    outputLimit: () => charactersOf(gemini()['tools.truncateToolOutputThreshold']),
    workAheadAfter: () => (canAsk ? own().workAheadAfter * 1000 : 0),
    compression: () => ({
      threshold: gemini()['model.compressionThreshold'],
      tail: own()['compression.tail'],
      review: canAsk && own()['compression.review'],
    }),
    budgets: () => budgetsOf(own()),
    get maxTurns() {
      return turnsOf(gemini()['model.maxSessionTurns']);
    },
    get detectLoops() {
      return !gemini()['model.disableLoopDetection'];
    },
    get showsCitations() {
      return gemini()['ui.showCitations'];
    },
    get checksLoops() {
      return own().checkLoops;
    },
    get checksNextSpeaker() {
      return !gemini()['model.skipNextSpeakerCheck'];
    },
  };
}
