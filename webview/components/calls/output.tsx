import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FindingContext } from '../../folded';
import { ansiRuns } from '../../text/ansi';
import { withFileLinks } from '../../text/fileLinks';
import { number, size } from '../../text/format';
import { VisibleText } from '../ui/visibleText';

const FIRST = 10;
const LAST = 20;
/** The page never contains more than this, even in full. */
const MAX_CHARACTERS = 200_000;
const LIVE_LINES = 40;

/** A command's output in the terminal's colors. Long output shows its beginning and end, and everything on request. */
export function Output({ text, isTail = false }: { readonly text: string; readonly isTail?: boolean }): VNode {
  const [isFull, setFull] = useState(false);
  const isFinding = useContext(FindingContext);
  const body = text.replace(/\n+$/, '').slice(-MAX_CHARACTERS);
  const lines = body.split('\n');
  const first = isTail ? 0 : FIRST;
  const hidden = isFull || isFinding ? 0 : Math.max(0, lines.length - first - LAST);
  if (hidden <= 3) return <Pre text={body} />;
  return (
    <>
      {first > 0 && <Pre text={lines.slice(0, first).join('\n')} />}
      <button type="button" class="link-button output-more" onClick={() => setFull(true)}>
        {l10n.t('Show all ({0} lines, {1})', number(lines.length), size(body.length))}
      </button>
      <Pre text={lines.slice(-LAST).join('\n')} />
    </>
  );
}

/** The end of a running command's output so far. */
export function LiveOutput({ text }: { readonly text: string }): VNode {
  const root = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    if (root.current) root.current.scrollTop = root.current.scrollHeight;
  });
  return (
    <pre class="output output-live" tabIndex={0} ref={root}>
      <Runs text={text.slice(-8000).split('\n').slice(-LIVE_LINES).join('\n')} />
    </pre>
  );
}

function Pre({ text }: { readonly text: string }): VNode {
  return (
    <pre class="output" tabIndex={0}>
      <Runs text={text} />
    </pre>
  );
}

function Runs({ text }: { readonly text: string }): VNode {
  return (
    <>
      {ansiRuns(text).map(run =>
        run.style === '' ? (
          <Linked text={run.text} />
        ) : (
          <span class={run.style}>
            <Linked text={run.text} />
          </span>
        ),
      )}
    </>
  );
}

/** Text whose file locations are links; the conversation handles their clicks. */
function Linked({ text }: { readonly text: string }): VNode {
  return (
    <>
      {withFileLinks(text).map(piece =>
        piece.path === undefined ? (
          <VisibleText text={piece.text} />
        ) : (
          <span class="file" role="link" tabIndex={0} data-file={piece.path} data-line={piece.line}>
            <VisibleText text={piece.text} />
          </span>
        ),
      )}
    </>
  );
}
