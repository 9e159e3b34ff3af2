import type { ExtensionInstaller } from '../../agent/ports/extensions';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Brought } from './brings';
import type { ExtensionsOptions } from './extensions';
import type { ExtensionSetting } from './manifest';

/** What the user is asked before an extension counts. */
export interface ConsentQuestion {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly why: 'install' | 'link' | 'update' | 'grown';
  /** All that it brings. */
  readonly brings: readonly Brought[];
  /** What of that is new to the user; the same as `brings` where all of it is. */
  readonly added: readonly Brought[];
}

export interface ManageOptions {
  readonly reading: ExtensionsOptions;
  readonly installer: ExtensionInstaller;
  /** What was agreed to, by the names of extensions. */
  readonly kept: KeptValues;
  readonly sources: () => {
    readonly blocksGit: boolean;
    readonly allowedSources: readonly string[];
    readonly isEnabled: boolean;
  };
  readonly consent: (question: ConsentQuestion) => Promise<boolean>;
  /** Asks for the value of a setting; undefined: the user gives none. */
  readonly askSetting: (setting: ExtensionSetting, extension: string) => Promise<string | undefined>;
  /** Hears what was changed, or could not be. */
  readonly onChange?: (change: ExtensionChange, isDone: boolean) => void;
  readonly saveSecret: (extension: string, envVar: string, value: string | undefined) => Promise<void>;
}

export type ExtensionChange = 'install' | 'uninstall' | 'update' | 'enable' | 'disable';
