import * as l10n from '@vscode/l10n';
import { Fragment, type VNode } from 'preact';
import type { McpView } from '../../../src/shared/proposals';
import { VisibleText } from '../ui/visibleText';

/** A call of a server's tool: whose it is, what it gets, and what the server says of it, which nobody vouches for. */
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
      {args.length === 0 ? (
        <p class="muted">{l10n.t('Without arguments.')}</p>
      ) : (
        <dl class="mcp-arguments" tabIndex={0} role="group" aria-label={l10n.t('Arguments')}>
          {args.map(({ name, value, isCut }) => (
            <Fragment key={name}>
              <dt>
                <VisibleText text={name} />
              </dt>
              <dd>
                <VisibleText text={value} />
                {isCut && <span class="muted"> {l10n.t('… There is more of it.')}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {description !== '' && (
        <details class="muted">
          <summary>{l10n.t('What the server says of this tool')}</summary>
          <p class="mcp-description">
            <VisibleText text={description} />
          </p>
        </details>
      )}
    </>
  );
}

/** What the server says that its tool does: a hint, and no promise. */
function Hints({ hints: { readOnly, destructive } }: Pick<McpView, 'hints'>): VNode | null {
  if (readOnly === true) return <span class="tag">{l10n.t('only reads, says the server')}</span>;
  if (destructive === true) return <span class="tag">{l10n.t('may destroy, says the server')}</span>;
  return null;
}
