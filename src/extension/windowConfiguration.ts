import { Configuration } from '../config/configuration';
import { editorLayer, type SettingKey } from '../config/settings';
import { BUILT_IN_ALIASES } from '../gemini/modelConfigs';
import { findEnvFiles } from '../node/config/envFiles';
import { readTexts, readUntrustedTexts, settingsPlaces } from '../node/config/settingsFiles';
import { watchFiles, type FileWatch } from '../node/files/watchFiles';

export interface WindowConfigurationOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  /** The user's value in the editor; undefined: not set. */
  readonly own: (key: SettingKey) => unknown;
}

export interface WindowConfiguration {
  /** Reads nothing until its `load` is called. */
  readonly configuration: Configuration;
  /** Whether a settings file of the user or administrator has invalid entries. */
  hasErrors(): boolean;
  /** Calls `onChange` when a settings file changes. Call it again when the list of such files changes. */
  follow(onChange: () => void): void;
  dispose(): void;
}

/** The settings from files and the environment, overridden by those set in the editor. */
export function createWindowConfiguration({
  home,
  folders,
  isTrusted,
  own,
}: WindowConfigurationOptions): WindowConfiguration {
  const places = (isWorkspace: boolean) =>
    settingsPlaces({ home, folders: folders(), env: process.env }).filter(
      ({ scope }) => (scope === 'workspace') === isWorkspace,
    );
  const configuration = new Configuration({
    env: process.env,
    readOwn: () => readTexts(places(false)),
    isTrusted: async () => isTrusted(),
    readWorkspace: isTrusted => (isTrusted ? readTexts : readUntrustedTexts)(places(true)),
    readEnvFiles: mayUseProject => {
      const [folder] = mayUseProject ? folders() : [];
      return findEnvFiles({ home, ...(folder !== undefined && { folder }) });
    },
    aliases: BUILT_IN_ALIASES,
    above: () => [editorLayer(own)],
  });
  let watch: FileWatch | undefined;
  return {
    configuration,
    hasErrors() {
      const own = new Set(places(false).map(({ file }) => file));
      return configuration.problems.some(({ file, severity }) => severity !== 'hint' && own.has(file));
    },
    follow(onChange) {
      watch?.dispose();
      const counting = [...places(false), ...places(true)];
      watch = watchFiles(
        counting.map(({ file }) => file),
        onChange,
      );
    },
    dispose: () => watch?.dispose(),
  };
}
