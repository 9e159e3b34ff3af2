import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { CommandProposal } from '../../../src/shared/proposals';
import { type CommandRow, linesIn, viewCommand } from '../../text/commandRows';
import { number } from '../../text/format';
import { VisibleText } from '../ui/visibleText';

interface CommandBodyProps {
  readonly proposal: CommandProposal;
  /** All of the command is in view, not its beginning and its end alone. */
  readonly isFull: boolean;
  readonly onShowAll: () => void;
}

/** A command to be approved: all of it can be seen, its beginning and its end at once. */
export function CommandBody({ proposal, isFull, onShowAll }: CommandBodyProps): VNode {
  const { description = '' } = proposal;
  return (
    <>
      {description !== '' && (
        <p class="approval-description">
          <span class="muted">{l10n.t('Gemini says:')}</span> <VisibleText text={description} />
        </p>
      )}
      <CommandText command={proposal.command} isFull={isFull} onShowAll={onShowAll} />
      <p class="muted approval-place">
        {l10n.t('in')}{' '}
        <code>
          <VisibleText text={proposal.cwd} isPath />
        </code>
        {proposal.isBackground && <span class="tag">{l10n.t('in the background')}</span>}
      </p>
    </>
  );
}

/** Whether a command is too long to be in view before it is asked for. */
export function isFolded(command: string): boolean {
  return viewCommand(command).between.length > 0;
}

interface CommandTextProps extends Omit<CommandBodyProps, 'proposal'> {
  readonly command: string;
}

function CommandText({ command, isFull, onShowAll }: CommandTextProps): VNode {
  const { first, between, last } = useMemo(() => viewCommand(command), [command]);
  const root = useRef<HTMLPreElement>(null);
  const showAll = () => {
    onShowAll();
    // The button is gone then.
    root.current?.focus();
  };
  return (
    <pre class="command" tabIndex={0} ref={root}>
      <Rows rows={first} />
      {between.length > 0 &&
        (isFull ? (
          <Rows rows={between} />
        ) : (
          <>
            {!endsLine(first) && '\n'}
            <button type="button" class="link-button command-more" onClick={showAll}>
              {describeMore(between)}
            </button>
            {'\n'}
          </>
        ))}
      <Rows rows={last} />
    </pre>
  );
}

function describeMore(between: readonly CommandRow[]): string {
  const lines = linesIn(between);
  if (lines > 0) return l10n.t('+{0} more lines: show all', number(lines));
  const length = between.reduce((sum, row) => sum + (row.kind === 'text' ? row.text.length : row.count), 0);
  return l10n.t('+{0} more characters: show all', number(length));
}

function endsLine(rows: readonly CommandRow[]): boolean {
  const row = rows.at(-1);
  return row?.kind === 'emptyLines' || (row?.kind === 'text' && row.text.endsWith('\n'));
}

function Rows({ rows }: { readonly rows: readonly CommandRow[] }): VNode {
  return <>{rows.map(rowOf)}</>;
}

function rowOf(row: CommandRow): VNode | string {
  switch (row.kind) {
    case 'text':
      return row.text;
    case 'hidden':
      return <span class="hidden-character">{row.count === 1 ? row.text : `${row.text} × ${number(row.count)}`}</span>;
    case 'blanks':
      return <span class="hidden-character">{l10n.t('{0} blanks', number(row.count))}</span>;
    case 'emptyLines':
      return (
        <>
          <span class="hidden-character">{l10n.t('{0} empty lines', number(row.count))}</span>
          {'\n'}
        </>
      );
    default:
      return row satisfies never;
  }
}
