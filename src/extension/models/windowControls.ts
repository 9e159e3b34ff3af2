import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import type { Egress } from '../../agent/ports/egress';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import type { CodeAssistAccess } from '../../gemini/access';
import { ControlsWatch, type ControlsNews } from '../../gemini/controlsWatch';
import { once } from '../../node/once';
import { redact } from '../../shared/redact';
import { showInformationMessage, showWarningMessage } from '../../vscode/plainWindow';
import type { ModelAccess } from './modelAccess';

export interface WindowControlsOptions {
  readonly access: Pick<ModelAccess, 'account'>;
  readonly configuration: Configuration;
  readonly egress: Egress;
  readonly userAgent: string;
  readonly log: Log;
  /** Called when the controls have changed what may be used. */
  readonly onChange: () => void;
}

/**
 * Enforces the controls of a Google account's organization in this window; they aren't fetched before the first
 * prompt.
 */
export function createWindowControls(options: WindowControlsOptions): ControlsWatch {
  const { access, configuration, egress, userAgent, log, onChange } = options;
  const requests = once(() => import('../../gemini/requests'));
  const files = once(() => import('../../node/credentials/keptControls'));
  const fileOf = async ({ account, project, endpoint }: CodeAssistAccess) =>
    (await files()).createControlsFile(configuration.environment.home ?? homedir(), [account, project, endpoint]);
  return new ControlsWatch({
    account: () => access.account(),
    fetch: async (account, signal) => (await requests()).fetchAdminControls(account, { egress, userAgent }, signal),
    closed: async () => (await requests()).closedControls(),
    memory: {
      read: async account => (await fileOf(account)).read(Date.now()),
      save: async (account, controls) => (await fileOf(account)).save(controls && { ...controls, askedAt: Date.now() }),
    },
    onNews(news) {
      configuration.control(news.controls?.settings);
      onChange();
      void requests().then(({ failureOf }) =>
        (news.askedAt === undefined ? tell : tellEarlier)(
          news,
          error => redact(failureOf(error, new AbortController().signal).message),
          log,
        ),
      );
    },
    onStale: error => log.error('Could not check for changes by the administrator', error),
    timeout: ms => AbortSignal.timeout(ms),
    repeat(ms, run) {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  });
}

function tell({ controls, isChange, error }: ControlsNews, textOf: (error: unknown) => string, log: Log): void {
  const off = controls?.off.join(', ') ?? '';
  if (error !== undefined) {
    const text = l10n.t(
      'Your administrator’s settings couldn’t be checked: {0} Turned off until they can be: {1}.',
      textOf(error),
      off,
    );
    log.warn(text);
    void showWarningMessage(text);
    return;
  }
  const text =
    off === ''
      ? l10n.t('Your administrator has turned everything on again.')
      : l10n.t('Your administrator has turned off: {0}.', off);
  if (off === '' && !isChange) return;
  log.info(text);
  void showInformationMessage(text);
}

/** The controls couldn't be fetched, so the ones fetched last apply. */
function tellEarlier(
  { controls, error, askedAt = 0 }: ControlsNews,
  textOf: (error: unknown) => string,
  log: Log,
): void {
  const text = l10n.t(
    'Using your administrator’s settings from {0}, because they couldn’t be checked: {1} Turned off: {2}.',
    new Date(askedAt).toLocaleString(),
    textOf(error),
    controls?.off.join(', ') || '–',
  );
  log.warn(text);
  void showWarningMessage(text);
}
