import type { EnvironmentFacts, SessionSettings } from '../agent/ports/sessionSettings';
import { charactersOf, turnsOf, type GeminiSettings } from './geminiSettings';
import { budgetsOf, type PolluxSettings } from './settings';

export interface SettingsOfHost {
  /** Of Gemini CLI's files. */
  readonly gemini: () => GeminiSettings;
  /** Of Pollux alone. */
  readonly own: () => PolluxSettings;
  readonly mode: SessionSettings['mode'];
  readonly setMode: SessionSettings['setMode'];
  readonly canAsk: boolean;
  readonly environment: () => EnvironmentFacts;
}

/** What is set for a session of either host. */
export function sessionSettingsOf({
  gemini,
  own,
  mode,
  setMode,
  canAsk,
  environment,
}: SettingsOfHost): SessionSettings {
  return {
    mode,
    setMode,
    canAsk,
    environment,
    mayRemember: () => canAsk && !gemini()['security.disableAlwaysAllow'],
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
