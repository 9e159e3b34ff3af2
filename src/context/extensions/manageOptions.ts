import type { ExtensionInstaller } from '../../agent/ports/extensions';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Brought } from './brings';
import type { ExtensionsOptions } from './extensions';
import type { ExtensionSetting } from './manifest';

/** The question to the user before an extension is used. */
export interface ConsentQuestion {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly why: 'install' | 'link' | 'update' | 'grown';
  /** The extension's whole content. */
  readonly brings: readonly Brought[];
  /** The part of `brings` that is new to the user; the same as `brings` if all of it is. */
  readonly added: readonly Brought[];
}

export interface ManageOptions {
  readonly reading: ExtensionsOptions;
  readonly installer: ExtensionInstaller;
  /** The approved content, by extension name. */
  readonly kept: KeptValues;
  readonly sources: () => {
    readonly blocksGit: boolean;
    readonly allowedSources: readonly string[];
    readonly isEnabled: boolean;
  };
  readonly consent: (question: ConsentQuestion) => Promise<boolean>;
  /** Asks for the value of a setting; undefined if the user gives none. */
  readonly askSetting: (setting: ExtensionSetting, extension: string) => Promise<string | undefined>;
  /** Called after each change, whether or not it succeeded. */
  readonly onChange?: (change: ExtensionChange, isDone: boolean) => void;
  readonly saveSecret: (extension: string, envVar: string, value: string | undefined) => Promise<void>;
}

export type ExtensionChange = 'install' | 'uninstall' | 'update' | 'enable' | 'disable';
