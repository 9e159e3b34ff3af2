import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PanelState } from '../panelState';
import { useServices } from '../services';
import { silenceText } from '../text/silence';
import { titleOf } from '../turns';
import { Announcer } from './transcript/announcer';
import { Banner } from './transcript/banner';
import { ChangesBar } from './composer/changesBar';
import { Composer } from './composer/composer';
import { EmptyState } from './transcript/emptyState';
import { QueuedPrompt } from './composer/queuedPrompt';
import { isModelAwaited, StatusLine, statusOf } from './transcript/statusLine';
import { Toolbar } from './ui/toolbar';
import { Transcript } from './transcript/transcript';

interface AppProps {
  readonly panel: PanelState;
  readonly failure: string;
  readonly onSuggest: (text: string) => void;
}

/** The whole panel. */
export function App({ panel, failure, onSuggest }: AppProps): VNode {
  const { chat, settings, earlier } = panel;
  const { host, ask } = useServices();
  const [isSending, setSending] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const outgoing = settings?.outgoing;
  const isBusy = chat.isRunning || isSending || outgoing !== undefined;
  useEffect(() => {
    if (!isBusy) setStopping(false);
  }, [isBusy]);
  // These functions keep their identity while the panel exists, so that streaming doesn't re-render the composer.
  const submit = useRef((text: string, undo: () => void) => {
    setSending(true);
    const sent = host.submit(text).finally(() => setSending(false));
    ask(sent, undo);
    return sent;
  }).current;
  const stop = useRef(() => {
    setStopping(true);
    ask(host.stop(), () => setStopping(false));
  }).current;
  return (
    <main class="panel">
      <h1 class="visually-hidden">{l10n.t('Pollux')}</h1>
      <Toolbar
        title={settings?.name ?? earlier?.title ?? titleOf(chat.messages)}
        usage={chat.usage}
        waiting={settings?.waitingElsewhere ?? 0}
      />
      {settings && <Banner settings={settings} />}
      <Transcript
        key={chat.sessionId}
        chat={chat}
        hasEarlier={earlier !== undefined}
        edited={settings?.editing?.messageId}
        outgoing={outgoing?.text}
      >
        {settings && <EmptyState settings={settings} onSuggest={onSuggest} />}
      </Transcript>
      <StatusLine text={statusOf(chat, isStopping, outgoing)} isModel={isModelAwaited(chat)} failure={failure} />
      {settings?.queued !== undefined && <QueuedPrompt text={settings.queued} isRunning={chat.isRunning} />}
      <ChangesBar changes={settings?.changes} review={settings?.review} approvals={chat.approvals} />
      <Composer
        chatId={chat.sessionId}
        settings={settings}
        draft={panel.draft}
        compose={panel.compose}
        completions={panel.completions}
        mentioned={panel.mentioned}
        messages={chat.messages}
        usage={chat.usage}
        isRunning={isBusy}
        isSending={isSending}
        isStopping={isStopping}
        onSubmit={submit}
        onStop={stop}
      />
      <Announcer
        messages={chat.messages}
        approvals={chat.approvals}
        isRunning={chat.isRunning}
        calls={chat.calls}
        {...(chat.agents && { agents: chat.agents })}
        silence={silenceText(chat)}
        waitingChats={settings?.waitingElsewhere}
      />
    </main>
  );
}
