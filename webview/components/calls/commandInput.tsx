import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AwaitedInput } from '../../../src/shared/events';
import { elementId } from '../../elementId';
import { useServices } from '../../services';
import { Button, TextField } from '../ui/controls';

interface CommandInputProps {
  readonly callId: string;
  readonly awaited: AwaitedInput;
}

/**
 * A field for the input that a running command waits for. Empty input is valid, since many questions have a default.
 */
export function CommandInput({ callId, awaited }: CommandInputProps): VNode {
  const { host, ask } = useServices();
  const id = `${elementId(callId)}-input`;
  const isSecret = awaited === 'secret';
  const [line, setLine] = useState('');
  const [isSent, setSent] = useState(false);
  const give = (given: string | null) => {
    if (isSent) return;
    setSent(true);
    ask(host.writeInput(callId, given).finally(() => setSent(false)));
  };
  return (
    <div class="command-input" role="group" aria-labelledby={id}>
      <p class="command-input-title" id={id}>
        {l10n.t('The command waits for input')}
      </p>
      {isSecret && <p class="muted">{l10n.t('What you type is hidden and isn’t saved.')}</p>}
      <TextField
        class="command-input-line"
        label={l10n.t('Input for the command')}
        isSecret={isSecret}
        onInput={setLine}
        onEnter={() => give(line)}
      />
      <div class="buttons">
        <Button isPrimary isDisabled={isSent} onClick={() => give(line)}>
          {l10n.t('Send')}
        </Button>
        <Button
          isDisabled={isSent}
          title={l10n.t('Tells the command there’s no more input')}
          onClick={() => give(null)}
        >
          {l10n.t('Close input')}
        </Button>
      </div>
    </div>
  );
}
