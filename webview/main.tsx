import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { App } from './components/app';
import { registerControls } from './components/controls';
import { openHost } from './host';
import { createHighlight } from './markdown/highlight';
import { createMarkdown } from './markdown/markdown';
import { Painter } from './painter';
import { addedBy, applyChatEvent, emptyPanel } from './panelState';
import { type Services, ServicesContext } from './services';
import './style/index.css';

/** How long it is said that something could not be done. */
const FAILURE_MS = 10_000;

boot();

/** Puts the panel on the page. The message box can be used at once; the rest comes with the host's first `state`. */
function boot(): void {
  l10n.config({ contents: document.body.dataset.l10n || '{}' });
  registerControls();
  const root = document.getElementById('root') ?? document.body;
  let panel = emptyPanel;
  let failure = '';
  const painter = new Painter(() => draw());
  const host = openHost(events => {
    for (const event of events) {
      panel = applyChatEvent(panel, event);
      const added = addedBy(event);
      if (added === undefined) painter.invalidate();
      else painter.invalidateSoon(added);
    }
  });
  const fail = (text: string) => {
    failure = text;
    painter.invalidate();
    if (text !== '') setTimeout(() => failure === text && fail(''), FAILURE_MS);
  };
  const ask: Services['ask'] = (call, undo) => {
    call.catch((error: unknown) => {
      undo?.();
      fail(messageOf(error));
    });
  };
  const services: Services = {
    host,
    ask,
    markdown: {
      markdown: createMarkdown(),
      highlight: createHighlight(),
      painter,
      copy: text => ask(host.copy(text)),
    },
  };
  const suggest = (text: string) => {
    panel = applyChatEvent(panel, { type: 'compose', text });
    painter.invalidate();
  };
  const draw = () =>
    render(
      <ServicesContext.Provider value={services}>
        <App panel={panel} failure={failure} onSuggest={suggest} />
      </ServicesContext.Provider>,
      root,
    );
  addEventListener('error', event => ask(host.report(messageOf(event.error ?? event.message))));
  addEventListener('unhandledrejection', event => ask(host.report(messageOf(event.reason))));
  draw();
  ask(host.ready());
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
