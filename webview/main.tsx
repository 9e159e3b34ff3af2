import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import type { ChatEvent } from '../src/shared/protocol';
import { App } from './components/app';
import { registerControls } from './components/ui/controls';
import { FocusKeeper, focusMessageBox } from './focusKeeper';
import { openHost } from './host';
import { PageMemory } from './pageMemory';
import { Painter } from './painter';
import { addedBy, applyChatEvent, EMPTY_PANEL } from './panelState';
import { keepScrollKeys } from './scrollKeys';
import { keepEditingKeys } from './editingKeys';
import { dropStraySecondClicks } from './secondClicks';
import { type Services, ServicesContext } from './services';
import './style/index.css';
import { messageOf } from '../src/shared/messageOf';

/** How long a failure is shown. */
const FAILURE_MS = 10_000;

boot();

/** Renders the panel. The message box can be used immediately; the rest appears with the host's first `state`. */
function boot(): void {
  l10n.config({ contents: document.body.dataset.l10n || '{}' });
  registerControls();
  const root = document.getElementById('root') ?? document.body;
  let panel = EMPTY_PANEL;
  let failure = '';
  /** Events received before the Markdown views exist; undefined afterwards, when events are shown immediately. */
  let early: ChatEvent[] | undefined = [];
  const painter = new Painter(() => draw());
  const show = (events: readonly ChatEvent[]) => {
    for (const event of events) {
      if (event.type === 'focus') {
        focus.giveBack();
        continue;
      }
      panel = applyChatEvent(panel, event);
      if (event.type === 'state') settleFocus();
      const added = addedBy(event);
      if (added === undefined) painter.invalidate();
      else painter.invalidateSoon(added);
    }
  };
  const { host, remembered, remember } = openHost(
    events => (early ? void early.push(...events) : show(events)),
    () => panel.chat.sessionId,
  );
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const fail = (text: string) => {
    clearTimeout(hiding);
    failure = text;
    painter.invalidate();
    if (text !== '') hiding = setTimeout(() => fail(''), FAILURE_MS);
  };
  const ask: Services['ask'] = (call, undo) => {
    // The next prompt or decision of the user: what failed before no longer matters.
    if (undo && failure !== '') fail('');
    call.catch((error: unknown) => {
      undo?.();
      fail(messageOf(error));
    });
  };
  const focus = new FocusKeeper(hasFocus => ask(host.focusChanged(hasFocus)));
  keepScrollKeys();
  keepEditingKeys();
  dropStraySecondClicks();
  const memory = new PageMemory(remembered, remember);
  const typedAnswers = (callId: string) => panel.answers[callId];
  let services: Services = { host, ask, typedAnswers, memory, markdown: undefined };
  const suggest = (text: string) => show([{ type: 'compose', text }]);
  const draw = () => {
    memory.shows(panel.chat.sessionId, panel.chat.messages.length === 0);
    render(
      <ServicesContext.Provider value={services}>
        <App panel={panel} failure={failure} onSuggest={suggest} />
      </ServicesContext.Provider>,
      root,
    );
  };
  addEventListener('error', event => ask(host.report(messageOf(event.error ?? event.message))));
  addEventListener('unhandledrejection', event => ask(host.report(messageOf(event.reason))));
  draw();
  ask(host.ready());
  // In the same bundle, but initialized only now: the user can type while the parsers start up.
  afterPaint(async () => {
    const { createMarkdownViews } = await import('./markdown/markdownViews');
    const actions = {
      copy: (code: string) => ask(host.copy(code)),
      insert: (code: string) => ask(host.insert(code)),
    };
    services = { ...services, markdown: createMarkdownViews(painter, actions) };
    const waiting = early ?? [];
    early = undefined;
    show(waiting);
  });
}

/** A panel that opens with the focus, and nothing focused in it, has it in the message box; otherwise the focus is left alone. */
function settleFocus(): void {
  if (document.hasFocus() && document.activeElement === document.body) focusMessageBox();
}

function afterPaint(task: () => Promise<void>): void {
  requestAnimationFrame(() => setTimeout(() => void task()));
}
