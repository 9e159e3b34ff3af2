import { devNull } from 'node:os';
import type { SearchRequest } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import type { MatchSink } from './ripgrep';
import { lookingEnvironment, SAFE_GIT_CONFIG } from '../git/lookingEnvironment';
import { streamRecords } from './streamRecords';

const GREP_OPTIONS = [
  ...['grep', '-n', '-I', '-z', '--untracked', '--no-color', '--no-column', '--no-textconv'],
  '--no-recurse-submodules',
];

/** Git must not run anything that a repository's configuration names. */
const SAFE_ENVIRONMENT = {
  ...lookingEnvironment(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
};

/**
 * Searches a repository's files, including untracked ones, but not those that git ignores. Returns false if git
 * can't; throws `ToolError` for an invalid pattern.
 */
export async function gitGrep(
  git: string,
  request: SearchRequest,
  sink: MatchSink,
  signal: AbortSignal,
): Promise<boolean> {
  const args = [
    // Older versions of git don't read the configuration from the environment.
    ...SAFE_GIT_CONFIG.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ...GREP_OPTIONS,
    request.isLiteral ? '--fixed-strings' : '--perl-regexp',
    ...(request.isCaseSensitive ? [] : ['--ignore-case']),
    // So that $ also matches before CRLF.
    ...['-e', request.isLiteral ? request.pattern : `(*ANYCRLF)${request.pattern}`, '--', './'],
  ];
  const run = { file: git, args, cwd: request.base.absolute, env: SAFE_ENVIRONMENT, separator: '\n', signal } as const;
  const end = await streamRecords(run, record => {
    const [file, line, ...text] = record.split('\0');
    return file === undefined || line === undefined || sink(file, Number(line), text.join('\0').replace(/\r$/, ''));
  });
  if (end?.errors.startsWith('fatal: command line')) {
    throw new ToolError('grep_execution_error', `Invalid search: ${end.errors.trim()}`);
  }
  return end !== null && (end.isStopped || end.exitCode === 0 || end.exitCode === 1);
}
