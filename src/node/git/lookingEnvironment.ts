import { devNull } from 'node:os';

/** Configuration with which git runs no other programs and doesn't treat committed directories as repositories. */
export const SAFE_GIT_CONFIG: readonly (readonly [key: string, value: string])[] = [
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

/** The environment for commands that write commits: also opens no editor, signs nothing and runs no maintenance. */
export function recordingEnvironment(): Readonly<Record<string, string>> {
  const more = [
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const;
  return { ...gitEnvironment([...SAFE_GIT_CONFIG, ...more]), GIT_EDITOR: 'true' };
}

function gitEnvironment(entries: typeof SAFE_GIT_CONFIG): Record<string, string> {
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
 * The environment for read-only commands: git runs no hooks, monitors or other programs, fetches nothing, writes
 * nothing as a side effect, and ignores directories that only look like a repository.
 */
export function lookingEnvironment(): Readonly<Record<string, string>> {
  return {
    ...gitEnvironment(SAFE_GIT_CONFIG),
    // Package managers contact no registry that a project names, don't switch versions and write no logs.
    GOTOOLCHAIN: 'local',
    // `go env` shows them, with the passwords in them.
    GOAUTH: 'off',
    GOPROXY: 'off',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    npm_config_ignore_scripts: 'true',
    // A project may set the cache directory to any path, and it is created at each start.
    npm_config_cache: devNull,
    // A warning about a setting shows its value, into which a project may put any variable.
    npm_config_loglevel: 'error',
    npm_config_logs_max: '0',
    npm_config_offline: 'true',
    npm_config_timing: 'false',
    npm_config_update_notifier: 'false',
    GIT_OPTIONAL_LOCKS: '0',
  };
}
