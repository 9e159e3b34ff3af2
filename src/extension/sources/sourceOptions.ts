import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import type { PolluxSettings } from '../../config/settings';

/** What everything that reads the files of users and projects needs of its window. */
export interface SourceOptions {
  readonly home: string;
  /** The workspace folders. */
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  readonly configuration: Configuration;
  readonly settings: () => PolluxSettings;
  readonly log: Log;
}
