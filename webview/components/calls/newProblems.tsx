import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { NewProblems, ShownProblem } from '../../../src/shared/messages';
import { useServices } from '../../services';
import { Icon } from '../ui/icon';
import { VisibleText } from '../ui/visibleText';

/** The number of problems that a change caused. */
export function ProblemCount({ problems: { total, shown } }: { readonly problems: NewProblems }): VNode {
  const label = total === 1 ? l10n.t('1 new problem') : l10n.t('{0} new problems', total);
  // The most important one comes first.
  const severity = shown[0]?.severity ?? 'error';
  return (
    <span class={`problem-count problem-${severity}`} title={label}>
      <Icon name={severity} />
      <span aria-hidden="true">{total}</span>
      <span class="visually-hidden">{label}</span>
    </span>
  );
}

/** The problems that a change caused, each with a link to its place. */
export function ProblemList({ problems: { total, shown } }: { readonly problems: NewProblems }): VNode {
  return (
    <ul class="problem-list" aria-label={l10n.t('New problems')}>
      {shown.map(problem => (
        <ProblemRow problem={problem} />
      ))}
      {total > shown.length && <li class="muted">{l10n.t('and {0} more', total - shown.length)}</li>}
    </ul>
  );
}

function ProblemRow({ problem: { path, line, severity, message } }: { readonly problem: ShownProblem }): VNode {
  const { host, ask } = useServices();
  return (
    <li class={`problem-${severity}`}>
      <Icon name={severity} />
      <span>
        <VisibleText text={message} />{' '}
        <button type="button" class="link-button" onClick={() => ask(host.openFile(path, line))}>
          {`${path}:${line}`}
        </button>
      </span>
    </li>
  );
}
