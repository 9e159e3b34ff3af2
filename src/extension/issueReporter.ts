import * as l10n from '@vscode/l10n';
import type { Log } from '../agent/ports/log';

export interface IssueReporterPorts {
  /** Opens the editor's form; rejects if it has none for this extension, as in a browser. */
  readonly openForm: () => Promise<unknown>;
  readonly openReport: () => Promise<unknown>;
  /** Explains why a report was opened. */
  readonly tell: (text: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** Opens the editor's form for issues or, if there is none, the report to attach to one. Returns what was done. */
export async function openIssueReporter({ openForm, openReport, tell, log }: IssueReporterPorts): Promise<string> {
  try {
    await openForm();
    return l10n.t('The issue reporter was opened.');
  } catch (error) {
    log.warn(`The editor has no form for issues: ${String(error)}`);
    await openReport();
    const said = l10n.t(
      'The editor can’t open its issue reporter here. Your report was opened instead, to attach to an issue.',
    );
    tell(said);
    return said;
  }
}
