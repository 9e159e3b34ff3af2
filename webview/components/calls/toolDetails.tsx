import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ToolDisplay } from '../../../src/shared/messages';
import { useServices } from '../../services';
import type { CallFacts } from './callStatus';
import { Media } from './media';
import { EditedFiles } from './editedFiles';
import { Output } from './output';
import { ProblemList } from './newProblems';
import { TodoList } from './todoList';
import { Button } from '../ui/controls';
import { VisibleText } from '../ui/visibleText';

interface ToolDetailsProps {
  readonly facts: CallFacts;
  /** Opens a diff of what was changed, or would have been. */
  readonly onDiff?: (() => void) | undefined;
}

/** The result of a call. */
export function ToolDetails({ facts, onDiff }: ToolDetailsProps): VNode {
  const { display, error, reason, images = [] } = facts;
  return (
    <>
      {error !== undefined && (
        <p class={facts.status === 'error' ? 'tool-error' : 'muted'}>
          <VisibleText text={error} />
        </p>
      )}
      {reason !== undefined && <p class="muted">{l10n.t('Reason: {0}', reason)}</p>}
      {display && <Display display={display} />}
      {display && 'newProblems' in display && <ProblemList problems={display.newProblems} />}
      {onDiff && (
        <div class="buttons">
          <Button onClick={onDiff}>{l10n.t('Show changes')}</Button>
        </div>
      )}
      {images.map(image => (
        <Media part={image} />
      ))}
    </>
  );
}

function Display({ display }: { readonly display: ToolDisplay }): VNode {
  const { host, ask } = useServices();
  switch (display.type) {
    case 'text':
      return <Output text={display.text} />;
    case 'edit':
      return (
        <p class="tool-edit">
          <button type="button" class="link-button" onClick={() => ask(host.openFile(display.path, null))}>
            {display.path}
          </button>
        </p>
      );
    case 'edits':
      return <EditedFiles edits={display.edits} />;
    case 'todos':
      return <TodoList todos={display.todos} />;
    case 'command':
      return (
        <>
          {display.output.trim() !== '' && <Output text={display.output} isTail />}
          <p class="muted">
            {display.exitCode === null
              ? l10n.t('The exit code isn’t known.')
              : l10n.t('Exit code {0}', display.exitCode)}
          </p>
        </>
      );
    default:
      return display satisfies never;
  }
}
