import { devNull } from 'node:os';

/** Configuration under which git runs nothing but itself, and takes no committed folder for a repository. */
export const safeGitConfig: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

/** Likewise for what records: it asks for no text, signs nothing and does not tidy up. */
export function recordingEnvironment(): Readonly<Record<string, string>> {
  const more = [
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const;
  return { ...gitEnvironment([...safeGitConfig, ...more]), GIT_EDITOR: 'true' };
}

function gitEnvironment(entries: typeof safeGitConfig): Record<string, string> {
  const config = entries.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ]);
  return {
    ...(Object.fromEntries(config) as Record<string, string>),
    GIT_CONFIG_COUNT: String(entries.length),
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/**
 * What the environment of a command that only looks says to git: to run no hooks, monitors and other programs, to fetch
 * nothing, to write nothing on the side, and to leave alone what only looks like a repository.
 */
export function lookingEnvironment(): Readonly<Record<string, string>> {
  return {
    ...gitEnvironment(safeGitConfig),
    // Nothing else that the person has set leads a command to other places than its words name.
    CDPATH: '',
    RIPGREP_CONFIG_PATH: '',
    TAR_OPTIONS: '',
    UNZIP: '',
    ZIPINFO: '',
    NODE_OPTIONS: '',
    NODE_PATH: '',
    PYTHONPATH: '',
    // Package managers ask no registry that a project names, take no other version of themselves and keep no records.
    GOFLAGS: '',
    GOTOOLCHAIN: 'local',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    npm_config_ignore_scripts: 'true',
    // A project may name the folder for them, anywhere, and it is made at each start.
    npm_config_cache: devNull,
    npm_config_logs_max: '0',
    npm_config_offline: 'true',
    npm_config_timing: 'false',
    npm_config_update_notifier: 'false',
    GIT_OPTIONAL_LOCKS: '0',
  };
}
