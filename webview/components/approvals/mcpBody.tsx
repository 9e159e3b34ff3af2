import * as l10n from '@vscode/l10n';
import { Fragment, type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { McpView } from '../../../src/shared/proposals';
import { number } from '../../text/format';
import { PROSE, VALUE } from '../../text/foldedText';
import { VisibleText } from '../ui/visibleText';
import { FOLDING, useFolded, useWhole } from './whole';
import { MoreButton, WholeText } from './wholeText';

/** Further arguments are only counted until the user asks for them. */
const SHOWN = 12;

/** A call of an MCP tool: its server, its arguments, and the server's own, unverified description. */
export function McpBody({ call }: { readonly call: McpView }): VNode {
  const { server, tool, from, isForeign, args, description = '' } = call;
  return (
    <>
      <p class="approval-place">
        {l10n.t('MCP server')}{' '}
        <strong>
          <VisibleText text={server} />
        </strong>{' '}
        <code>
          <VisibleText text={from} isPath />
        </code>
        {isForeign && <span class="tag">{l10n.t('of this project')}</span>}
      </p>
      <p class="approval-place">
        {l10n.t('Tool')}{' '}
        <code>
          <VisibleText text={tool} />
        </code>
        <Hints hints={call.hints} />
      </p>
      {args.length === 0 ? <p class="muted">{l10n.t('Without arguments.')}</p> : <Arguments args={args} />}
      {description !== '' && (
        <details class="muted">
          <summary>{l10n.t('The server’s description of this tool')}</summary>
          <p class="mcp-description">
            <VisibleText text={description} />
          </p>
        </details>
      )}
    </>
  );
}

function Arguments({ args }: Pick<McpView, 'args'>): VNode {
  const { showAll } = useWhole();
  const isFolded = useFolded(args.length > SHOWN);
  const root = useRef<HTMLDivElement>(null);
  const unfold = () => {
    showAll();
    // The button no longer exists then.
    root.current?.focus();
  };
  return (
    <>
      <div ref={root} role="group" aria-label={l10n.t('Arguments')} {...FOLDING}>
        <dl class="mcp-arguments">
          {(isFolded ? args.slice(0, SHOWN) : args).map(({ name, value }) => (
            <Fragment key={name}>
              <dt>
                <VisibleText text={name} />
              </dt>
              <dd>
                <WholeText text={value} size={args.length === 1 ? PROSE : VALUE} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
      {isFolded && <MoreButton text={moreArguments(args.length - SHOWN)} onClick={unfold} />}
    </>
  );
}

function moreArguments(count: number): string {
  return count === 1 ? l10n.t('+1 more argument: show all') : l10n.t('+{0} more arguments: show all', number(count));
}

/** What the server claims about its tool: a hint, not a guarantee. */
function Hints({ hints: { readOnly, destructive } }: Pick<McpView, 'hints'>): VNode | null {
  if (readOnly === true) return <span class="tag">{l10n.t('read-only, according to the server')}</span>;
  if (destructive === true) return <span class="tag">{l10n.t('destructive, according to the server')}</span>;
  return null;
}
