import type { Egress } from '../../agent/ports/egress';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { namedProxyFor, readProxies } from '../../config/proxies';
import { closedControls, fetchAdminControls } from '../../gemini/codeAssist/adminControls';
import { ControlsWatch, type ControlsNews } from '../../gemini/controlsWatch';
import { failureOf } from '../../gemini/failures';
import { findAccess, type AccessSources } from '../../gemini/findAccess';
import { readPackage } from '../../node/package';
import { fetchThroughProxies } from '../../node/web/proxy/fetchThroughProxies';
import { SignInError } from '../../shared/errors';
import { redact } from '../../shared/redact';
import { controlsMemory, saidBefore } from './keptConfiguration';
import { userAgentOf } from './userAgent';

export interface HeadlessControlsOptions {
  readonly configuration: Configuration;
  readonly sources: AccessSources;
  readonly egress: Egress;
  readonly err: (text: string) => void;
  readonly log: Log;
}

/** Applies the controls of the account's organization to a run, and follows them until the run ends. */
export function createHeadlessControls(options: HeadlessControlsOptions): ControlsWatch {
  const { configuration, sources, egress, err, log } = options;
  configuration.control(undefined);
  return new ControlsWatch({
    account: async () => {
      try {
        const { access } = await findAccess(sources);
        return access.via === 'codeAssist' ? access : undefined;
      } catch (error) {
        if (error instanceof SignInError) return undefined; // It is reported when the run needs access to the models.
        throw error;
      }
    },
    fetch: async (access, signal) => {
      const proxies = readProxies(process.env);
      if (proxies) await fetchThroughProxies(url => namedProxyFor(proxies, url));
      const { version } = await readPackage(__dirname);
      return fetchAdminControls(access, { egress, userAgent: userAgentOf(version) }, signal);
    },
    closed: closedControls,
    memory: controlsMemory(configuration.environment),
    onNews(news) {
      configuration.control(news.controls?.settings);
      const text = textOf(news);
      if (text !== undefined) err(`pollux: ${text}\n`);
    },
    onStale: error => log.error('Could not check for changes by the administrator', error),
    timeout: ms => AbortSignal.timeout(ms),
    repeat(ms, run) {
      const timer = setInterval(run, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}

function textOf({ controls, isChange, error, askedAt }: ControlsNews): string | undefined {
  const off = controls?.off.join(', ') ?? '';
  if (error !== undefined) {
    const reason = redact(failureOf(error, new AbortController().signal).message);
    const holds = askedAt === undefined ? `Off until then: ${off}.` : saidBefore({ off, askedAt });
    return `Pollux couldn't ask what the administrator of your Google account allows: ${reason} ${holds}`;
  }
  if (off !== '') return `Your administrator has turned off: ${off}.`;
  return isChange ? 'Your administrator has turned everything on again.' : undefined;
}
