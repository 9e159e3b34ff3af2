import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import type { ViewSettings } from '../../../src/shared/protocol';
import { DraftBox } from '../../draftBox';
import { SavedDraft } from '../../savedDraft';
import { hasModifier, isComposing } from '../../keys';
import { memo } from '../../memo';
import type { PanelState } from '../../panelState';
import { useServices } from '../../services';
import { promptsOf } from '../../turns';
import { Attachments } from './attachments';
import { Mentioned, useWeighing } from './mentioned';
import { suggestionId, Suggestions, SUGGESTIONS } from './suggestions';
import { useCompletion } from './useCompletion';
import { useHostTexts } from './useHostTexts';
import { usePasting } from './usePasting';
import { EditBar } from './editBar';
import { ContextMeter } from './contextMeter';
import { IconButton } from '../ui/controls';
import { ModelPicker, ModePicker } from './pickers';

type ComposerProps = Pick<PanelState, 'draft' | 'compose' | 'completions' | 'mentioned'> &
  Pick<ChatState, 'messages' | 'usage'> & {
    readonly chatId: string;
    readonly settings: ViewSettings | undefined;
    /** A run is in progress or has been requested. */
    readonly isRunning: boolean;
    /** The last prompt is being sent to the host. */
    readonly isSending: boolean;
    readonly isStopping: boolean;
    /** Calls `undo` if the text could not be sent. Settles when the host has taken or refused it. */
    readonly onSubmit: (text: string, undo: () => void) => Promise<void>;
    readonly onStop: () => void;
  };

/** The message box and its controls. The browser owns the text, so the user can type before the host has answered. */
export const Composer = memo(function Composer(props: ComposerProps): VNode {
  const { settings, isRunning, onStop } = props;
  const { host, ask, memory } = useServices();
  const [isEmpty, setEmpty] = useState(true);
  const area = useRef<HTMLTextAreaElement>(null);
  const prompts = useMemo(() => promptsOf(props.messages), [props.messages]);
  const weigh = useWeighing();
  const box = useMemo(() => new DraftBox(new SavedDraft(host, ask, memory), setEmpty, weigh), []);
  const isSendingEdit = useRef(false);
  const { onPaste, holds } = usePasting();
  const completion = useCompletion(props.completions, () => box.typed());
  useLayoutEffect(() => box.attach(area.current), []);
  const editing = settings?.editing;
  // Before a reload, the page may not have stored that the host has taken the last prompt.
  useHostTexts(box, props.chatId, props, settings?.outgoing?.text ?? prompts.at(-1), editing !== undefined);
  const [restoresFiles, setRestoresFiles] = useState(false);
  useLayoutEffect(() => {
    setRestoresFiles(false);
    if (editing) box.beginEdit(editing.text, editing.changed);
    else box.endEdit();
  }, [editing?.messageId]);
  const cancelEdit = () => {
    box.edited.cancel();
    ask(host.cancelEdit());
    area.current?.focus();
  };
  const send = () => {
    // Leading blanks stay: one before a slash keeps the text from being a command.
    const text = box.text.trimEnd();
    if (props.isSending || text === '') return;
    // Pasted images belong to this prompt.
    if (holds(() => sendNow.current())) return;
    if (editing) {
      if (isSendingEdit.current) return;
      isSendingEdit.current = true;
      box.edited.sent(text);
      box.saved.endEdits();
      const sent = host.sendEdited(text, restoresFiles).finally(() => (isSendingEdit.current = false));
      ask(sent, () => box.editNotSent(text));
      return;
    }
    completion.close();
    box.clear();
    box.saved.sending(
      text,
      props.onSubmit(text, () => box.putBack(text)),
    );
  };
  const sendNow = useRef(send);
  sendNow.current = send;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (area.current && completion.onKey(event, area.current)) event.preventDefault();
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && editing) cancelEdit();
    else if (event.key === 'Escape' && isRunning) onStop();
    else if (event.key === 'Enter' && isSend(event, settings?.sendWithModifier === true)) {
      if (!event.repeat) send();
    } else if (!box.recall(event, prompts)) return;
    event.preventDefault();
  };
  return (
    <div class="composer">
      <div
        class="composer-box"
        onKeyDown={event => {
          if (!editing || event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
          event.preventDefault();
          cancelEdit();
        }}
      >
        {editing && (
          <EditBar
            editing={editing}
            restoresFiles={restoresFiles}
            onRestoreFiles={setRestoresFiles}
            onCancel={cancelEdit}
          />
        )}
        <Attachments list={settings?.attachments ?? []} />
        <Mentioned list={isEmpty ? NONE : props.mentioned} />
        {completion.items.length > 0 && (
          <Suggestions
            kind={completion.kind}
            items={completion.items}
            chosen={completion.chosen}
            onChoose={item => area.current && completion.choose(area.current, item)}
          />
        )}
        <textarea
          ref={area}
          class="message"
          rows={1}
          aria-label={l10n.t('Message')}
          placeholder={l10n.t('Ask Pollux, or describe a change')}
          autocomplete="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(completion.items.length > 0 && {
            'aria-controls': SUGGESTIONS,
            'aria-activedescendant': suggestionId(completion.chosen),
          })}
          onInput={event => {
            box.typed();
            if (!event.isComposing) completion.look(event.currentTarget);
          }}
          onCompositionEnd={event => completion.look(event.currentTarget)}
          onSelect={event => completion.items.length > 0 && completion.look(event.currentTarget)}
          onBlur={() => completion.close()}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <div class="composer-row">
          <IconButton icon="attach" label={l10n.t('Attach')} onClick={() => ask(host.attach())} />
          {settings && <ModePicker mode={settings.mode} />}
          {settings && <ModelPicker settings={settings} />}
          {settings?.context && <ContextMeter use={settings.context} usage={props.usage} />}
          <span class="space" />
          {isRunning ? (
            <IconButton
              key="stop"
              class="send"
              icon="debug-stop"
              label={l10n.t('Stop')}
              isDisabled={props.isStopping}
              onClick={() => (onStop(), area.current?.focus())}
            />
          ) : (
            <IconButton
              key="send"
              class={isEmpty ? 'send' : 'send send-ready'}
              icon="arrow-up"
              label={l10n.t('Send')}
              onClick={() => (send(), area.current?.focus())}
            />
          )}
        </div>
      </div>
    </div>
  );
});

const NONE: PanelState['mentioned'] = [];

function isSend(event: KeyboardEvent, withModifier: boolean): boolean {
  return hasModifier(event) || (!withModifier && !event.shiftKey && !event.altKey);
}
