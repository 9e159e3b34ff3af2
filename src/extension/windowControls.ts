import * as l10n from '@vscode/l10n';
import type { Egress } from '../agent/ports/egress';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { ControlsWatch, type ControlsNews } from '../gemini/controlsWatch';
import { once } from '../node/once';
import { redact } from '../shared/redact';
import { showInformationMessage, showWarningMessage } from '../vscode/plainWindow';
import type { ModelAccess } from './modelAccess';

export interface WindowControlsOptions {
  readonly access: Pick<ModelAccess, 'account'>;
  readonly configuration: Configuration;
  readonly egress: Egress;
  readonly userAgent: string;
  readonly log: Log;
  /** Something else may be used from now on. */
  readonly onChange: () => void;
}

/** Has what the organisation of a Google account prescribes hold in this window; nothing is asked before a prompt. */
export function createWindowControls(options: WindowControlsOptions): ControlsWatch {
  const { access, configuration, egress, userAgent, log, onChange } = options;
  const requests = once(() => import('../gemini/requests'));
  return new ControlsWatch({
    account: () => access.account(),
    fetch: async (account, signal) => (await requests()).fetchAdminControls(account, { egress, userAgent }, signal),
    closed: async () => (await requests()).closedControls(),
    onNews(news) {
      configuration.control(news.controls?.settings);
      onChange();
      void requests().then(({ failureOf }) =>
        tell(news, error => redact(failureOf(error, new AbortController().signal).message), log),
      );
    },
    onStale: error => log.error('Whether the administrator has changed something could not be asked', error),
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
      'What your administrator allows could not be checked: {0} Turned off until then: {1}.',
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
