import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import * as l10n from '@vscode/l10n';
import { scrubEnvironment } from '../process/environment';

const TIMEOUT_MS = 300_000;
/** Git would take a name that begins with a hyphen as an option. */
const REF = /^[\w][\w./@+-]{0,200}$/;

/** Whether a source is a repository's address. */
export function isRepository(source: string): boolean {
  return /^(?:https?|ssh|git|file|sso):\/\/|^[\w.-]+@[\w.-]+:/.test(source);
}

/** Clones a repository without running anything from it: no hooks, submodules or helpers that its files name. */
export async function cloneExtension(source: string, ref: string | undefined, folder: string): Promise<void> {
  if (ref !== undefined && !REF.test(ref)) throw new Error(l10n.t('Not a branch, tag or commit: {0}', ref));
  const isCommit = ref !== undefined && /^[0-9a-f]{40}$/.test(ref);
  const depth = isCommit ? [] : ['--depth', '1'];
  const branch = ref === undefined || isCommit ? [] : ['--branch', ref];
  await git(['clone', '--quiet', '--no-recurse-submodules', ...depth, ...branch, '--', source, folder]);
  if (isCommit) await git(['-C', folder, 'checkout', '--quiet', '--detach', ref]);
}

/** A clone's commit; undefined: it isn't a clone. */
export async function commitOf(folder: string): Promise<string | undefined> {
  return git(['-C', folder, 'rev-parse', 'HEAD']).then(
    text => text.trim(),
    () => undefined,
  );
}

/** The current commit of a branch, tag or commit in a repository; undefined: it doesn't exist there. */
export async function commitAt(source: string, ref: string | undefined): Promise<string | undefined> {
  if (ref !== undefined && !REF.test(ref)) throw new Error(l10n.t('Not a branch, tag or commit: {0}', ref));
  if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref)) return ref;
  const lines = (await git(['ls-remote', '--quiet', '--', source, ref ?? 'HEAD', ...(ref ? [`${ref}^{}`] : [])]))
    .split('\n')
    .map(line => line.split('\t'));
  const named = (name: string) => lines.find(([, each]) => each === name)?.[0];
  if (ref === undefined) return named('HEAD');
  return named(`refs/heads/${ref}`) ?? named(`refs/tags/${ref}^{}`) ?? named(`refs/tags/${ref}`);
}

/** The address that git connects to; undefined: the repository is on this machine. */
export function addressOfRepository(source: string): URL | undefined {
  const [, host] = /^[\w.-]+@([\w.-]+):/.exec(source) ?? [];
  if (host !== undefined) return new URL(`ssh://${host}/`);
  return source.startsWith('file:') || !URL.canParse(source) ? undefined : new URL(source);
}

function git(args: readonly string[]): Promise<string> {
  const config = [
    `core.hooksPath=${devNull}`,
    'core.fsmonitor=false',
    'submodule.recurse=false',
    'protocol.ext.allow=never',
  ];
  const env = {
    ...scrubEnvironment(process.env),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh:sso',
    GIT_TEMPLATE_DIR: '',
    GIT_LFS_SKIP_SMUDGE: '1',
  };
  const all = [...config.flatMap(each => ['-c', each]), ...args];
  return new Promise((resolve, reject) => {
    execFile('git', all, { env, timeout: TIMEOUT_MS, maxBuffer: 1_000_000, windowsHide: true }, (error, out, said) => {
      if (!error) return resolve(out);
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const why = isMissing
        ? l10n.t('Git isn’t installed on this machine.')
        : said.trim().split('\n').slice(-3).join(' ');
      reject(new Error(l10n.t('The repository couldn’t be fetched. {0}', why || error.message)));
    });
  });
}
